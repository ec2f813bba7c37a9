#include "search/grep.h"

#include "base/sensitive_names.h"
#include "search/line_pieces.h"
#include "search/regex.h"
#include "search/walk.h"
#include "text/glob.h"
#include "text/unicode.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint64_t k_large_file = 64 * 1024 * 1024;
constexpr std::string_view k_cut = "…";

size_t count_characters(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string_view up_to(std::string_view text, size_t size) {
    return text.substr(0, size);
}

// What is kept of a line until it is complete: a few hundred bytes, however long it is.
struct SeenLine {
    uint64_t number = 0;
    std::string head{}; // raw: the beginning, for a line shown as context
    std::string excerpt{};
    bool matched = false;
    size_t column = 0;     // characters before the match
    size_t characters = 0; // of the whole line
};

// The output: limits, and the format with blocks of context.
class Report {
public:
    Report(const GrepQuery& query, GrepOutcome& outcome) : m_query(query), m_outcome(outcome) {}

    void begin_file(const Path& path) {
        m_name = m_query.show ? m_query.show(path) : to_valid_utf8(path.string());
        m_before.clear();
        m_after_left = 0;
        m_last_shown = 0;
    }
    void add(SeenLine line) {
        if (line.matched)
            add_match(line);
        else if (m_after_left > 0)
            add_context(line);
        else if (m_query.context > 0)
            remember(std::move(line));
        if (m_outcome.matches >= m_query.max_matches && m_after_left == 0) m_outcome.more = true;
    }
    bool is_full() const { return m_outcome.more; }

private:
    void add_match(const SeenLine& line) {
        if (m_outcome.matches >= m_query.max_matches) {
            m_outcome.more = true;
            return;
        }
        const uint64_t first = m_before.empty() ? line.number : m_before.front().number;
        if (m_query.context > 0 && !m_outcome.text.empty() && (m_last_shown == 0 || first != m_last_shown + 1))
            append("--");
        m_after_left = m_query.context;
        for (const SeenLine& before : m_before)
            show_context(before);
        m_before.clear();
        std::string place;
        if (line.characters > limit()) place = fmt::format(" [column {} of {}]", line.column + 1, line.characters);
        if (append(fmt::format("{}:{}: {}{}", m_name, line.number, line.excerpt, place))) ++m_outcome.matches;
        m_last_shown = line.number;
    }
    void add_context(const SeenLine& line) {
        --m_after_left;
        show_context(line);
    }
    void show_context(const SeenLine& line) {
        const std::string text = to_valid_utf8(line.head);
        const std::string_view shown = first_code_points(text, limit());
        append(fmt::format("{}-{}- {}{}", m_name, line.number, shown, line.characters > limit() ? k_cut : ""));
        m_last_shown = line.number;
    }
    void remember(SeenLine line) {
        m_before.push_back(std::move(line));
        if (m_before.size() > static_cast<size_t>(m_query.context)) m_before.pop_front();
    }
    bool append(const std::string& line) {
        const size_t length = utf8_length(line) + 1;
        if (m_outcome.more || m_characters + length > m_query.max_output_chars) {
            m_outcome.more = true;
            return false;
        }
        m_characters += length;
        m_outcome.text += line + "\n";
        return true;
    }
    size_t limit() const { return static_cast<size_t>(m_query.max_line_chars); }

    const GrepQuery& m_query;
    GrepOutcome& m_outcome;
    std::string m_name;
    std::deque<SeenLine> m_before; // unmatched lines that the next match may show
    int m_after_left = 0;          // lines behind the last match still to show
    uint64_t m_last_shown = 0;     // in this file; 0: none
    size_t m_characters = 0;
};

// The line of a match, or a window on it when it is too long: `limit` characters, with the match
// in it, and as much before it as a quarter of the window.
std::string excerpt_around(const LinePiece& piece, const Regex::Hit& hit, size_t limit) {
    const std::string_view before = piece.text.substr(0, hit.offset);
    size_t begin = 0;
    const bool near_start =
        piece.starts_line &&
        count_characters(before) + count_characters(piece.text.substr(hit.offset, hit.length)) <= limit;
    if (!near_start) {
        const std::string_view lead = utf8_suffix(before, limit);
        begin = before.size() - lead.size();
        for (size_t surplus = count_characters(lead); surplus > limit / 4; --surplus)
            begin += first_code_points(piece.text.substr(begin, 4), 1).size();
    }
    const std::string text = to_valid_utf8(up_to(piece.text.substr(begin), 4 * limit + 4));
    const std::string_view shown = first_code_points(text, limit);
    const bool cut_before = begin > 0 || !piece.starts_line;
    const bool cut_behind = shown.size() < text.size() || !piece.ends_line;
    return fmt::format("{}{}{}", cut_before ? k_cut : "", shown, cut_behind ? k_cut : "");
}

class Grep {
public:
    Grep(const FileSystem& files, const GrepQuery& query, Regex regex, std::stop_token stop)
        : m_files(files), m_query(query), m_regex(std::move(regex)), m_stop(std::move(stop)),
          m_report(query, m_outcome) {}

    Result<GrepOutcome> run() {
        const FileStatus start = TRY(m_files.status(m_query.start));
        if (start.kind == FileKind::directory)
            TRY(search_directory());
        else
            TRY(search_file(m_query.start));
        if (m_stop.stop_requested()) return fail(Errc::cancelled, "the search was cancelled");
        return m_outcome;
    }

private:
    Result<void> search_directory() {
        Result<void> result;
        const WalkStats stats = walk(
            m_files, m_query.start,
            [&](const WalkedFile& file) {
                if (is_wanted(file)) result = search_walked(file.path);
                return result.has_value() && !m_report.is_full();
            },
            m_stop);
        m_outcome.skipped_directories = stats.skipped_directories;
        m_outcome.unreadable += stats.unreadable;
        m_outcome.partial = stats.partial;
        return result;
    }
    bool is_wanted(const WalkedFile& file) {
        if (!m_query.glob.empty() && !glob_match(m_query.glob, file.relative) &&
            !glob_match(m_query.glob, file.path.filename().string()))
            return false;
        if (m_query.withheld && m_query.withheld(file.path)) {
            ++m_outcome.files_withheld;
            return false;
        }
        if (!is_secret_below(m_query.start, file.relative)) return true;
        ++m_outcome.files_skipped_secret;
        return false;
    }
    Result<void> search_walked(const Path& path) {
        const auto status = m_files.link_status(path);
        if (status && status->size > k_large_file) {
            ++m_outcome.files_skipped_large;
            return {};
        }
        auto result = search_file(path);
        if (result || result.error().code == Errc::cancelled || m_hopeless) return result;
        ++m_outcome.unreadable;
        return {};
    }
    Result<void> search_file(const Path& path) {
        LinePieces pieces = TRY(LinePieces::open(m_files, path));
        if (pieces.is_binary()) {
            ++m_outcome.files_skipped_binary;
            return {};
        }
        ++m_outcome.files_searched;
        m_report.begin_file(path);
        SeenLine line;
        while (!m_report.is_full()) {
            const auto piece = TRY(pieces.next());
            if (!piece) break;
            if (piece->starts_line) line = SeenLine{.number = line.number + 1};
            TRY(look_at(*piece, line, path));
            if (piece->ends_line) {
                const uint64_t number = line.number;
                m_report.add(std::move(line));
                line.number = number;
            }
        }
        return {};
    }
    Result<void> look_at(const LinePiece& piece, SeenLine& line, const Path& path) {
        if (!line.matched) {
            auto found = m_regex.find(
                {piece.text, piece.first_start, piece.end_start, piece.starts_line, piece.ends_line}, m_stop);
            if (!found) return failed(std::move(found.error()), path, line.number);
            if (*found) note_match(piece, **found, line);
        }
        const size_t limit = static_cast<size_t>(m_query.max_line_chars);
        if (piece.starts_line && m_query.context > 0) line.head = up_to(piece.text, 4 * limit);
        line.characters += count_characters(range_of(piece, piece.end_start));
        return {};
    }
    void note_match(const LinePiece& piece, const Regex::Hit& hit, SeenLine& line) {
        line.matched = true;
        line.excerpt = excerpt_around(piece, hit, static_cast<size_t>(m_query.max_line_chars));
        line.column = line.characters + count_characters(range_of(piece, hit.offset));
    }
    static std::string_view range_of(const LinePiece& piece, size_t end) {
        const size_t first = std::min(piece.first_start, piece.text.size());
        return piece.text.substr(first, end > first ? end - first : 0);
    }
    std::unexpected<Error> failed(Error error, const Path& path, uint64_t line) {
        if (error.code == Errc::cancelled) return fail(std::move(error));
        m_hopeless = true;
        const std::string name = m_query.show ? m_query.show(path) : to_valid_utf8(path.string());
        error.message += fmt::format(": {}:{}", name, line);
        return fail(std::move(error));
    }

    const FileSystem& m_files;
    const GrepQuery& m_query;
    Regex m_regex;
    std::stop_token m_stop;
    GrepOutcome m_outcome;
    Report m_report;
    bool m_hopeless = false; // the expression itself is the trouble, in whatever file
};
} // namespace

Result<GrepOutcome> grep(const FileSystem& files, const GrepQuery& query, std::stop_token stop) {
    return Grep(files, query, TRY(Regex::compile(query.pattern)), std::move(stop)).run();
}

} // namespace thoth
