#include "text/diff.h"
#include "text/lines.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace thoth {

namespace {

constexpr std::string_view k_no_newline = "\\ No newline at end of file";

// A name that would break its line or be read as something else is quoted, and one with a space
// is ended by a tab, as git does.
std::string header_name(std::string_view name) {
    const auto is_special = [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F || byte == '"' || byte == '\\';
    };
    if (std::ranges::none_of(name, is_special))
        return fmt::format("{}{}", name, name.find(' ') == std::string_view::npos ? "" : "\t");
    constexpr std::string_view k_letters = "abtnvfr"; // from U+0007
    std::string quoted = "\"";
    for (const char byte : name) {
        const auto value = static_cast<unsigned char>(byte);
        if (!is_special(byte))
            quoted.push_back(byte);
        else if (byte == '"' || byte == '\\')
            fmt::format_to(std::back_inserter(quoted), "\\{}", byte);
        else if (byte >= '\a' && byte <= '\r')
            fmt::format_to(std::back_inserter(quoted), "\\{}", k_letters[value - 7U]);
        else
            fmt::format_to(std::back_inserter(quoted), "\\{:03o}", value);
    }
    return quoted + "\"";
}

// "12", "12,3", or for no lines "11,0": the line before.
std::string range_text(int start, int count) {
    if (count == 1) return fmt::format("{}", start + 1);
    return fmt::format("{},{}", count == 0 ? start : start + 1, count);
}

void append_line(std::string& out, char mark, std::string_view line) {
    out.push_back(mark);
    out += line;
    if (!line.ends_with('\n')) fmt::format_to(std::back_inserter(out), "\n{}\n", k_no_newline);
}

// The part of two texts in which they differ, with some equal lines around it: most changes are
// small, and splitting a text of megabytes into lines costs more than comparing its bytes.
struct DiffWindow {
    static constexpr int k_margin_lines = 64; // more than any context, and room for runs to be moved

    std::string_view before;
    std::string_view after;
    int first_line = 0; // lines that were left out in front, of both
    bool is_end = true; // nothing was left out behind
    bool is_whole() const { return first_line == 0 && is_end; }
};

size_t common_prefix(std::string_view a, std::string_view b) {
    constexpr size_t k_block = 4096; // memcmp is fast, and says nothing about where
    const size_t shorter = std::min(a.size(), b.size());
    size_t at = 0;
    while (at + k_block <= shorter && a.compare(at, k_block, b, at, k_block) == 0)
        at += k_block;
    while (at < shorter && a[at] == b[at])
        ++at;
    return at;
}

size_t common_suffix(std::string_view a, std::string_view b) {
    constexpr size_t k_block = 4096;
    const size_t shorter = std::min(a.size(), b.size());
    size_t length = 0;
    while (length + k_block <= shorter &&
           a.compare(a.size() - length - k_block, k_block, b, b.size() - length - k_block, k_block) == 0)
        length += k_block;
    while (length < shorter && a[a.size() - 1 - length] == b[b.size() - 1 - length])
        ++length;
    return length;
}

// Behind the line feed that stands `lines` lines before the end of `text`, or its start.
size_t start_of_last_lines(std::string_view text, int lines) {
    size_t at = text.size();
    for (int i = 0; i <= lines; ++i) {
        const size_t feed = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
        if (feed == std::string_view::npos) return 0;
        at = feed;
    }
    return at + 1;
}

// Behind the line feed that ends the first `lines` lines of `text`, or its end.
size_t end_of_first_lines(std::string_view text, int lines) {
    size_t at = 0;
    for (int i = 0; i <= lines; ++i) {
        const size_t feed = text.find('\n', at);
        if (feed == std::string_view::npos) return text.size();
        at = feed + 1;
    }
    return at;
}

DiffWindow window_of(std::string_view before, std::string_view after) {
    const size_t prefix = common_prefix(before, after);
    const size_t start = start_of_last_lines(before.substr(0, prefix), DiffWindow::k_margin_lines);
    const size_t suffix = common_suffix(before.substr(start), after.substr(start));
    const std::string_view tail = before.substr(before.size() - suffix);
    const size_t left_out = tail.size() - end_of_first_lines(tail, DiffWindow::k_margin_lines);
    const std::string_view front = before.substr(0, start);
    return {before.substr(start, before.size() - start - left_out),
            after.substr(start, after.size() - start - left_out), static_cast<int>(count_line_feeds(front)),
            left_out == 0};
}

class UnifiedWriter {
public:
    UnifiedWriter(const DiffWindow& window, int context)
        : m_before(window.before), m_after(window.after), m_first_line(window.first_line), m_context(context) {}

    // Changes so near to each other that their context touches, with the context around.
    void write(const DiffHunk* first, const DiffHunk* last, std::string& out) const {
        const int lead = std::min({m_context, first->old_start, first->new_start});
        const int old_end = last->old_start + last->old_count;
        const int tail = std::min(m_context, m_before.count() - old_end);
        const int old_start = first->old_start - lead;
        const int new_start = first->new_start - lead;
        const int old_count = old_end + tail - old_start;
        const int new_count = last->new_start + last->new_count + tail - new_start;
        fmt::format_to(std::back_inserter(out), "@@ -{} +{} @@\n", range_text(m_first_line + old_start, old_count),
                       range_text(m_first_line + new_start, new_count));
        int at = old_start;
        for (const DiffHunk* hunk = first; hunk <= last; ++hunk) {
            append_lines(out, ' ', m_before, at, hunk->old_start);
            at = hunk->old_start + hunk->old_count;
            append_lines(out, '-', m_before, hunk->old_start, at);
            append_lines(out, '+', m_after, hunk->new_start, hunk->new_start + hunk->new_count);
        }
        append_lines(out, ' ', m_before, at, old_end + tail);
    }

    // Whether a hunk came so near to what was left out that it might reach further there.
    bool reaches_edge(const std::vector<DiffHunk>& hunks, const DiffWindow& window) const {
        const DiffHunk& last = hunks.back();
        return (window.first_line > 0 && hunks.front().old_start <= m_context) ||
               (!window.is_end && last.old_start + last.old_count + m_context >= m_before.count());
    }

    bool touches(const DiffHunk& hunk, const DiffHunk& next) const {
        return next.old_start - (hunk.old_start + hunk.old_count) <= 2 * static_cast<int64_t>(m_context);
    }

private:
    static void append_lines(std::string& out, char mark, const LineIndex& lines, int from, int end) {
        for (int i = from; i < end; ++i)
            append_line(out, mark, lines.line(i + 1));
    }

    LineIndex m_before;
    LineIndex m_after;
    int m_first_line;
    int m_context;
};

// Reads what UnifiedWriter wrote. Everything is compared with what the headers promise.
class UnifiedReader {
public:
    UnifiedReader(std::string_view before, std::string_view diff, std::string& after)
        : m_before(before), m_diff(diff), m_out(after) {}

    bool apply() {
        if (m_diff.empty()) return copy_until(m_before.count());
        if (!take_line().starts_with("--- ") || !take_line().starts_with("+++ ")) return false;
        do {
            if (!apply_hunk()) return false;
        } while (!m_diff.empty());
        return copy_until(m_before.count());
    }

private:
    struct LineRange {
        int start = 0; // 0-based
        int count = 1;
    };

    std::string_view take_line() {
        const std::string_view line = m_diff.substr(0, m_diff.find('\n'));
        m_diff.remove_prefix(std::min(line.size() + 1, m_diff.size()));
        return line;
    }

    static std::optional<LineRange> parse_range(std::string_view& text, char mark) {
        const auto take_number = [&](int& number) {
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            text.remove_prefix(static_cast<size_t>(end - text.data()));
            return error == std::errc() && number >= 0;
        };
        const auto take_text = [&](char wanted) {
            if (!text.starts_with(wanted)) return false;
            text.remove_prefix(1);
            return true;
        };
        LineRange range;
        if (!take_text(mark) || !take_number(range.start)) return std::nullopt;
        if (take_text(',') && !take_number(range.count)) return std::nullopt;
        if (!take_text(' ')) return std::nullopt;
        if (range.count > 0) --range.start;
        if (range.start < 0) return std::nullopt;
        return range;
    }

    bool apply_hunk() {
        std::string_view header = take_line();
        if (!header.starts_with("@@ ")) return false;
        header.remove_prefix(3);
        const auto old_range = parse_range(header, '-');
        const auto new_range = old_range ? parse_range(header, '+') : std::nullopt;
        if (!new_range || !header.starts_with("@@")) return false;
        if (!copy_until(old_range->start) || new_range->start != m_lines_out) return false;
        int old_left = old_range->count;
        int new_left = new_range->count;
        while (old_left > 0 || new_left > 0) {
            if (m_diff.empty()) return false;
            const char mark = m_diff.front();
            if (mark != ' ' && mark != '-' && mark != '+') return false;
            const std::string_view line = take_body_line();
            if (mark != '+' && (--old_left < 0 || !old_line_is(line))) return false;
            if (mark != '-' && (--new_left < 0 || !put(line))) return false;
        }
        return true;
    }

    // A line of a hunk without its mark, and without LF if the next line says that it had none.
    std::string_view take_body_line() {
        const size_t end = m_diff.find('\n');
        std::string_view line = m_diff.substr(1, end);
        m_diff.remove_prefix(std::min(line.size() + 1, m_diff.size()));
        if (m_diff.starts_with(k_no_newline)) {
            take_line();
            line = without_last_lf(line);
        }
        return line;
    }

    static std::string_view without_last_lf(std::string_view line) {
        if (line.ends_with('\n')) line.remove_suffix(1);
        return line;
    }

    bool old_line_is(std::string_view line) {
        if (m_at >= m_before.count()) return false;
        ++m_at;
        return m_before.line(m_at) == line;
    }

    // Only the last line may lack its LF.
    bool put(std::string_view line) {
        if (!m_out.empty() && m_out.back() != '\n') return false;
        m_out += line;
        ++m_lines_out;
        return true;
    }

    bool copy_until(int old_line) {
        if (old_line < m_at || old_line > m_before.count()) return false;
        while (m_at < old_line)
            if (!put(m_before.line(++m_at))) return false;
        return true;
    }

    LineIndex m_before;
    std::string_view m_diff;
    std::string& m_out;
    int m_at = 0; // lines of `before` that are used up
    int m_lines_out = 0;
};

} // namespace

std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, int context) {
    context = std::clamp(context, 0, DiffWindow::k_margin_lines / 2);
    DiffWindow window = window_of(before, after);
    std::vector<DiffHunk> hunks = diff_lines(window.before, window.after);
    if (hunks.empty()) return {};
    UnifiedWriter writer(window, context);
    if (!window.is_whole() && writer.reaches_edge(hunks, window)) {
        window = {before, after};
        hunks = diff_lines(before, after);
        writer = UnifiedWriter(window, context);
    }
    std::string out = fmt::format("--- {}\n+++ {}\n", header_name(names.before), header_name(names.after));
    for (size_t first = 0; first < hunks.size();) {
        size_t last = first;
        while (last + 1 < hunks.size() && writer.touches(hunks[last], hunks[last + 1]))
            ++last;
        writer.write(&hunks[first], &hunks[last], out);
        first = last + 1;
    }
    return out;
}

bool apply_unified_diff(std::string_view before, std::string_view diff, std::string& after) {
    std::string out;
    if (!UnifiedReader(before, diff, out).apply()) return false;
    after = std::move(out);
    return true;
}

} // namespace thoth
