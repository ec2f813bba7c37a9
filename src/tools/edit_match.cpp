#include "tools/edit_match.h"

#include "text/lines.h"
#include "tools/near_miss.h"
#include "tools/target_file.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace thoth {

namespace {
constexpr size_t k_max_listed_lines = 5;
constexpr size_t k_max_matches = 1'000'000; // bounds the memory for where they are

// A text in which every CR LF is an LF, and the way back to the bytes.
class LfView {
public:
    explicit LfView(std::string_view bytes) : m_text(bytes) {
        if (bytes.find("\r\n") == std::string_view::npos) return;
        m_own.reserve(bytes.size());
        for (;;) {
            const size_t cr = bytes.find("\r\n");
            m_own += bytes.substr(0, cr);
            if (cr == std::string_view::npos) break;
            m_dropped.push_back(m_own.size());
            bytes.remove_prefix(cr + 1);
            // The LF itself is copied with the piece that follows.
            const size_t next = bytes.find("\r\n", 1);
            m_own += bytes.substr(0, next);
            if (next == std::string_view::npos) break;
            bytes.remove_prefix(next);
        }
        m_text = m_own;
    }
    LfView(const LfView&) = delete;
    LfView& operator=(const LfView&) = delete;

    std::string_view text() const { return m_text; }
    bool has_crlf() const { return !m_dropped.empty(); }
    // The byte at which the character at `offset` begins; for an LF that was CR LF, the CR.
    size_t byte_offset(size_t offset) const {
        const auto before = std::ranges::lower_bound(m_dropped, offset);
        return offset + static_cast<size_t>(before - m_dropped.begin());
    }

private:
    std::string_view m_text;
    std::string m_own;             // empty when nothing had to be dropped
    std::vector<size_t> m_dropped; // offsets in m_text of the LFs that lost a CR
};

// memmem is linear also for hostile texts, which std::string_view::find is not.
size_t find_from(std::string_view text, std::string_view what, size_t from) {
    if (from > text.size()) return std::string_view::npos;
    const void* hit = ::memmem(text.data() + from, text.size() - from, what.data(), what.size());
    return hit ? static_cast<size_t>(static_cast<const char*>(hit) - text.data()) : std::string_view::npos;
}

// Offsets of the matches, from left to right without overlap; ends beyond k_max_matches.
std::vector<size_t> find_all(std::string_view text, std::string_view what) {
    std::vector<size_t> hits;
    for (size_t at = find_from(text, what, 0); at != std::string_view::npos && hits.size() <= k_max_matches;
         at = find_from(text, what, at + what.size()))
        hits.push_back(at);
    return hits;
}

// LF becomes `ending`; a CR that already stands there is text, and stays.
std::string from_lf(std::string_view text, LineEnding ending) {
    if (ending == LineEnding::lf) return std::string(text);
    std::string out;
    for (const char c : text) {
        if (c == '\n') out += '\r';
        out += c;
    }
    return out;
}

// What two texts have in common at both ends: those lines keep their own endings.
struct CommonEnds {
    size_t front = 0;
    size_t back = 0;
};
CommonEnds common_ends(std::string_view a, std::string_view b) {
    const size_t most = std::min(a.size(), b.size());
    CommonEnds ends;
    while (ends.front < most && a[ends.front] == b[ends.front])
        ++ends.front;
    while (ends.back < most - ends.front && a[a.size() - 1 - ends.back] == b[b.size() - 1 - ends.back])
        ++ends.back;
    return ends;
}

std::unexpected<Error> ambiguous(std::string_view bytes, const std::vector<ByteSpan>& spans, bool overlap) {
    return fail(Errc::invalid_argument,
                fmt::format("old_string is found {} times{}, at lines {}", spans.size(),
                            overlap ? " (overlapping)" : "", line_list(bytes, spans)),
                "add lines around it until it is unique, or set replace_all");
}

// The file behind its byte-order mark, and one edit in its terms.
class Splicer {
public:
    Splicer(std::string_view bytes, const TextEdit& edit)
        : m_bytes(bytes), m_mark(bytes.starts_with(k_utf8_bom) ? k_utf8_bom.size() : 0),
          m_file(bytes.substr(m_mark)), m_old(edit.old_text), m_new(edit.new_text),
          m_has_lines(bytes.find('\n') != std::string_view::npos),
          m_new_text(m_has_lines ? m_new.text() : edit.new_text) {}

    std::vector<size_t> hits() const { return find_all(m_file.text(), m_old.text()); }
    // A second place that overlaps the only hit.
    std::optional<size_t> overlapping(size_t hit) const {
        const std::string_view reach = m_file.text().substr(0, hit + 2 * m_old.text().size() - 1);
        const size_t at = find_from(reach, m_old.text(), hit + 1);
        return at == std::string_view::npos ? std::nullopt : std::optional(at);
    }
    ByteSpan span(size_t hit) const {
        const size_t begin = byte(hit);
        return {begin, byte(hit + m_old.text().size()) - begin};
    }
    // At the beginning of a file with a mark, one that the new text brings along is that mark.
    std::string_view without_second_mark(size_t offset, std::string_view put_in) const {
        if (m_mark > 0 && offset == 0 && put_in.starts_with(k_utf8_bom)) put_in.remove_prefix(k_utf8_bom.size());
        return put_in;
    }
    // Texts that are put in at many places grow fast, with several edits beyond all memory. An
    // ending may still become one byte longer.
    Result<void> check_size(size_t hits) const {
        const size_t taken = hits * m_old.text().size();
        if (m_bytes.size() - taken + hits * m_new_text.size() <= k_max_changed_bytes) return {};
        return fail(Errc::too_large, "the file would become larger than 64 MB",
                    "files of that size are only read and searched, not changed");
    }
    std::string spliced(const std::vector<size_t>& hits) const {
        const CommonEnds ends = common_ends(m_old.text(), m_new_text);
        const std::string_view middle = m_new_text.substr(ends.front, m_new_text.size() - ends.front - ends.back);
        const bool is_asked_for = m_file.has_crlf() && m_new.text().find('\n') != std::string_view::npos;
        const LineEnding usual = is_asked_for ? dominant_line_ending(m_bytes) : LineEnding::lf;
        std::string out;
        out.reserve(m_bytes.size() + hits.size() * m_new_text.size());
        size_t done = 0;
        for (const size_t hit : hits) {
            const size_t begin = byte(hit + ends.front);
            const size_t end = byte(hit + m_old.text().size() - ends.back);
            out += m_bytes.substr(done, begin - done);
            const std::string_view put_in = without_second_mark(hit + ends.front, middle);
            out += m_has_lines ? from_lf(put_in, ending_at(span(hit), usual)) : std::string(put_in);
            done = end;
        }
        out += m_bytes.substr(done);
        return out;
    }

private:
    size_t byte(size_t offset) const { return m_mark + m_file.byte_offset(offset); }
    LineEnding ending_at(ByteSpan span, LineEnding usual) const {
        const std::string_view matched = m_bytes.substr(span.offset, span.length);
        return matched.find('\n') == std::string_view::npos ? usual : dominant_line_ending(matched);
    }

    std::string_view m_bytes;
    size_t m_mark;
    LfView m_file;
    LfView m_old;
    LfView m_new;
    bool m_has_lines;            // a file of one line says nothing about endings:
    std::string_view m_new_text; // then the new text stays as it was sent
};
} // namespace

std::string line_list(std::string_view bytes, const std::vector<ByteSpan>& spans) {
    std::string out;
    size_t counted_to = 0;
    int64_t line = 1;
    for (size_t i = 0; i < spans.size() && i < k_max_listed_lines; ++i) {
        const std::string_view between = bytes.substr(counted_to, spans[i].offset - counted_to);
        line += static_cast<int64_t>(count_line_feeds(between));
        counted_to = spans[i].offset;
        out += fmt::format("{}{}", i == 0 ? "" : ", ", line);
    }
    if (spans.size() > k_max_listed_lines) out += fmt::format(" and {} more", spans.size() - k_max_listed_lines);
    return out;
}

bool changes_nothing(const TextEdit& edit) {
    return LfView(edit.old_text).text() == LfView(edit.new_text).text();
}

Result<void> check_edit(const TextEdit& edit) {
    if (edit.old_text.empty())
        return fail(Errc::invalid_argument, "old_string is empty",
                    "give the text to replace; write_file with append=true adds to the end of a file");
    if (edit.old_text == edit.new_text)
        return fail(Errc::invalid_argument, "old_string and new_string are the same bytes",
                    "nothing would change; give the text as it shall be in new_string");
    return {};
}

Result<AppliedEdit> apply_edit(std::string_view bytes, const TextEdit& edit) {
    TRY(check_edit(edit));
    const Splicer splicer(bytes, edit);
    const std::vector<size_t> hits = splicer.hits();
    if (hits.empty())
        return fail(Errc::not_found, "old_string is not in the file: " + nearest_place(bytes, edit.old_text),
                    "read that part again and copy it exactly");
    if (hits.size() > k_max_matches)
        return fail(Errc::too_large, fmt::format("old_string is found more than {} times", k_max_matches),
                    "give a longer text");
    AppliedEdit applied;
    for (const size_t hit : hits)
        applied.matched.push_back(splicer.span(hit));
    if (!edit.replace_all) {
        if (hits.size() > 1) return ambiguous(bytes, applied.matched, false);
        if (const auto other = splicer.overlapping(hits[0]))
            return ambiguous(bytes, {applied.matched[0], splicer.span(*other)}, true);
    }
    TRY(splicer.check_size(hits.size()));
    applied.after = splicer.spliced(hits);
    if (applied.after == bytes)
        return fail(Errc::invalid_argument, "old_string and new_string differ only in line endings",
                    "nothing would change: a file keeps its line endings");
    return applied;
}

} // namespace thoth
