#include "search/file_search.h"

#include "search/byte_scan.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>

namespace thoth {

namespace {
constexpr uint64_t k_large_file = 64 * 1024 * 1024;
constexpr size_t k_binary_look = 8192;         // bytes
constexpr size_t k_chunk = 256 * 1024;         // searched in one go
constexpr size_t k_longest_line = 1024 * 1024; // that is searched in one go
constexpr size_t k_kept_context = 64 * 1024;   // bytes of lines that may be shown before the next match
constexpr size_t k_capacity =
    k_longest_line + 2 * k_kept_context + k_chunk + LinePieces::k_block + LinePieces::k_window;
constexpr size_t k_much_output = 1024 * 1024;
using Kind = MatchLines::Kind;
} // namespace

FileSearch::FileSearch(const GrepQuery& query, LineFinder finder, const std::stop_token& stop)
    : m_query(query), m_finder(std::move(finder)), m_stop(stop), m_report(query) {}

void FileSearch::reserve(size_t size) {
    if (size <= m_capacity) return;
    std::unique_ptr<char[], FreePages> larger(static_cast<char*>(::operator new[](size, std::align_val_t(k_page))));
    if (m_held > 0) std::memcpy(larger.get(), m_buffer.get(), m_held);
    m_buffer = std::move(larger);
    m_capacity = size;
}

FileSearch::Outcome FileSearch::search(Descriptor file, const Path& path, Origin origin,
                                       std::unique_ptr<MatchLines>& out, const WalkVisitor::HandOver& hand_over) {
    if (!file) return Outcome::unreadable;
    m_out = &out;
    m_hand_over = &hand_over;
    m_held = m_start = m_counted = m_shown = m_behind_left = 0;
    m_total = 0;
    m_number = 1;
    m_ended = m_done = m_any_shown = false;
    m_shown_number = 1;
    reserve(k_chunk);
    m_report.begin_file(path);
    TextReader reader(std::move(file), origin.may_pause);
    auto outcome = search_text(reader, origin);
    if (outcome) return *outcome;
    if (outcome.error().code != Errc::cancelled) return Outcome::unreadable;
    this->out().error = outcome.error();
    return Outcome::ended;
}

MatchLines& FileSearch::out() {
    if (!*m_out) *m_out = std::make_unique<MatchLines>();
    return **m_out;
}

Result<FileSearch::Outcome> FileSearch::search_text(TextReader& reader, Origin origin) {
    m_held = TRY(reader.read(m_buffer.get(), k_chunk));
    m_ended = m_held < k_chunk;
    m_total = m_held;
    if (!origin.named) {
        if (!reader.is_utf16() && std::memchr(m_buffer.get(), '\0', std::min(m_held, k_binary_look)))
            return Outcome::binary;
        struct stat status{};
        if (!m_ended && ::fstat(reader.fd(), &status) == 0 && static_cast<uint64_t>(status.st_size) > k_large_file)
            return Outcome::too_large;
    }
    while (true) {
        if (!TRY(search_lines(m_ended))) return Outcome::ended;
        if (m_ended || m_done) return Outcome::searched;
        if (!origin.named && m_total > k_large_file) return Outcome::too_large; // it grew, or has no size
        keep_context();
        if (m_held - m_start > k_longest_line)
            TRY(pass_long_line(reader));
        else
            TRY(fill(reader));
    }
}

// More of the file, behind what is held.
Result<void> FileSearch::fill(TextReader& reader) {
    reserve(k_capacity);
    const size_t size = TRY(reader.read(m_buffer.get() + m_held, k_chunk));
    m_held += size;
    m_total += size;
    m_ended = size < k_chunk;
    return {};
}

// Searches the lines that are complete. False: no more is wanted.
Result<bool> FileSearch::search_lines(bool is_last) {
    size_t end = m_held;
    if (!is_last) {
        const void* newline = ::memrchr(m_buffer.get() + m_start, '\n', m_held - m_start);
        if (!newline) return true;
        end = static_cast<size_t>(static_cast<const char*>(newline) - m_buffer.get()) + 1;
    }
    m_finder.begin(text().substr(0, end));
    while (m_start < end) {
        const auto line = TRY(next_line());
        if (!line) break;
        report(*line);
        if (m_done) return !is_enough();
        m_start = std::min(text().find('\n', line->end), end - 1) + 1;
        if (is_enough()) return false;
        if (out().text.size() > k_much_output && !(*m_hand_over)(std::exchange(*m_out, nullptr))) return false;
    }
    if (m_behind_left > 0) show_behind(end);
    m_start = end;
    return !is_enough();
}

// The next line that matches; nothing, too, after many on which the expression needs too many steps.
Result<std::optional<LineFinder::Line>> FileSearch::next_line() {
    for (size_t from = m_start; !is_enough();) {
        auto line = m_finder.next(from, m_stop);
        if (line || line.error().code != Errc::too_large) return line;
        if (m_stop.stop_requested()) return fail(Errc::cancelled, "cancelled");
        m_report.given_up(out(), number_at(m_finder.place()));
        const size_t newline = text().find('\n', m_finder.place());
        if (newline == std::string_view::npos) break;
        from = newline + 1;
    }
    return std::nullopt;
}

void FileSearch::report(const LineFinder::Line& line) {
    if (m_query.files_only) {
        m_report.name_of_file(out());
        m_done = true;
        return;
    }
    begin_match(line.begin);
    size_t end = line.end;
    if (m_query.compact && text().substr(end).starts_with("\r\n")) ++end; // as it is
    m_report.match(out(), number_at(line.begin), text().substr(line.begin, end - line.begin), line.hit);
    end_match(line.begin);
}

void FileSearch::report_long(const ShownMatch& shown) {
    if (m_query.files_only) {
        m_report.name_of_file(out());
        m_done = true;
        return;
    }
    begin_match(m_start);
    m_report.match(out(), number_at(m_start), shown);
    end_match(m_start);
}

void FileSearch::begin_match(size_t begin) {
    if (m_query.context == 0) return;
    if (m_behind_left > 0) show_behind(begin);
    show_before(begin);
}

void FileSearch::end_match(size_t begin) {
    if (m_query.context == 0) return;
    line_at(begin, m_shown);
    m_shown_number = number_at(begin) + 1;
    m_any_shown = true;
    m_behind_left = m_query.context;
}

void FileSearch::show_before(size_t begin) {
    size_t first = begin;
    size_t count = 0;
    for (; count < m_query.context && first > m_shown; ++count) {
        const void* newline =
            first - 1 > m_shown ? ::memrchr(m_buffer.get() + m_shown, '\n', first - 1 - m_shown) : nullptr;
        first = newline ? static_cast<size_t>(static_cast<const char*>(newline) - m_buffer.get()) + 1 : m_shown;
    }
    if (!m_any_shown || first > m_shown) out().add(Kind::separator, "--");
    const uint64_t number = number_at(begin);
    for (size_t next = first; count > 0; --count) {
        const std::string_view line = line_at(next, next);
        m_report.context(out(), Kind::before, number - count, line);
    }
}

void FileSearch::show_behind(size_t end) {
    MatchLines& lines = out();
    for (; m_behind_left > 0 && m_shown < end; --m_behind_left) {
        const std::string_view line = line_at(m_shown, m_shown);
        m_report.context(lines, Kind::behind, m_shown_number++, line);
    }
}

// A line without its ending (compact: with its CR); `next` becomes the beginning of the next one.
std::string_view FileSearch::line_at(size_t begin, size_t& next) const {
    const size_t newline = std::min(text().find('\n', begin), m_held);
    std::string_view line = text().substr(begin, newline - begin);
    if (newline < m_held && line.ends_with('\r') && !m_query.compact) line.remove_suffix(1);
    next = std::min(newline + 1, m_held);
    return line;
}

uint64_t FileSearch::number_at(size_t offset) {
    if (offset > m_counted) {
        m_number += count_newlines(text().substr(m_counted, offset - m_counted));
        m_counted = offset;
    }
    return m_number;
}

// Drops what was searched, except for lines that may be shown before the next match.
void FileSearch::keep_context() {
    size_t first = m_start;
    for (size_t count = 0; count < m_query.context && first > m_shown; ++count) {
        const void* newline =
            first - 1 > m_shown ? ::memrchr(m_buffer.get() + m_shown, '\n', first - 1 - m_shown) : nullptr;
        const size_t begin =
            newline ? static_cast<size_t>(static_cast<const char*>(newline) - m_buffer.get()) + 1 : m_shown;
        if (m_start - begin > k_kept_context) break;
        first = begin;
    }
    number_at(m_start);
    drop(first);
}

void FileSearch::drop(size_t size) {
    std::memmove(m_buffer.get(), m_buffer.get() + size, m_held - size);
    m_held -= size;
    m_start -= size;
    m_counted -= size;
    // Lines that were dropped without being shown leave a gap.
    m_any_shown = m_any_shown && m_shown >= size;
    m_shown -= std::min(m_shown, size);
}

// The line at the start is too long to be held: it goes by in pieces, and what is kept of it is what a
// line of context shows.
Result<void> FileSearch::pass_long_line(TextReader& reader) {
    const auto source = [&](char* to, size_t room) -> Result<size_t> {
        const size_t size = TRY(reader.read(to, room));
        m_total += size;
        return size;
    };
    const std::string head(text().substr(m_start, 4 * std::min<size_t>(m_query.max_line_chars, 1000) + 4));
    LinePieces pieces(source, std::string(text().substr(m_start)));
    std::optional<ShownMatch> shown;
    size_t characters = 0;
    bool given_up = false;
    while (true) {
        const auto piece = TRY(pieces.next());
        if (!piece) break;
        if (m_stop.stop_requested()) return fail(Errc::cancelled, "cancelled");
        const auto range = [&](size_t end) {
            const size_t first = std::min(piece->first_start, piece->text.size());
            return piece->text.substr(first, end > first ? end - first : 0);
        };
        if (!shown && !given_up) {
            const auto hit = m_finder.find_in(*piece, m_stop);
            given_up = !hit && hit.error().code == Errc::too_large;
            if (!hit && !given_up) return fail(hit.error());
            if (hit && *hit)
                shown = ShownMatch{excerpt_around(*piece, **hit, std::min<size_t>(m_query.max_line_chars, 1000)),
                                   characters + count_characters(range((*hit)->offset)), 0};
        }
        characters += count_characters(range(piece->end_start));
        if (piece->ends_line) break;
    }
    const std::string rest(pieces.rest());
    m_held = m_start;
    for (const std::string_view part : {std::string_view(head), std::string_view("\n"), std::string_view(rest)}) {
        std::memcpy(m_buffer.get() + m_held, part.data(), part.size());
        m_held += part.size();
    }
    if (given_up) m_report.given_up(out(), number_at(m_start));
    if (shown) {
        shown->characters = characters;
        report_long(*shown);
    }
    m_start += head.size() + 1;
    m_ended = false;
    return {};
}

} // namespace thoth
