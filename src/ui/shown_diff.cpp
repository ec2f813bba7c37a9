#include "ui/shown_diff.h"

#include "text/display.h"
#include "text/lines.h"
#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_largest_number = 1'000'000'000; // there is room to count on
constexpr int k_long_lines = 400;
constexpr int k_first_lines = 200; // of a long one
constexpr size_t k_long_bytes = 100'000;
constexpr size_t k_widest_line_bytes = 2'000; // in a long one; of wider lines the beginning is shown
constexpr size_t k_first_of_wide = 400;       // characters

// A line of a diff without its ending. In a changed one, blanks that look like others or like
// nothing are drawn: an arrow for a tab, dots for blanks at the end.
std::string marked_line(std::string_view line, bool is_changed) {
    const size_t text_end = std::min(line.find_last_not_of(" \t") + 1, line.size());
    std::string out;
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\t')
            out += is_changed ? "→   " : "    ";
        else if (line[i] == ' ' && is_changed && i >= text_end)
            out += "·";
        else
            out += line[i];
    }
    return out;
}

// What "@@ -4,2 +5,3 @@" says: the next line and how many follow, on either side.
struct Side {
    int next = 0;
    int left = 0;
};

Side side_of(std::string_view header, char sign) {
    Side side{0, 1};
    const size_t at = header.find(sign);
    if (at == std::string_view::npos) return side;
    const char* end = header.data() + header.size();
    const auto [comma, error] = std::from_chars(header.data() + at + 1, end, side.next);
    if (error == std::errc() && comma != end && *comma == ',') std::from_chars(comma + 1, end, side.left);
    return {std::min(side.next, k_largest_number), std::min(side.left, k_largest_number)};
}

// Tells what each line is. Only the counts of a hunk tell a removed "-- x" from the name of the next file.
class HunkReader {
public:
    ShownDiffLine::Kind kind_of(std::string_view line) {
        using Kind = ShownDiffLine::Kind;
        if (line.starts_with("@@")) {
            m_old = side_of(line, '-');
            m_new = side_of(line, '+');
            m_in_hunk = true;
            return Kind::hunk;
        }
        const bool is_over = m_old.left <= 0 && m_new.left <= 0;
        if (!m_in_hunk || (is_over && (line.starts_with("--- ") || line.starts_with("+++ ")))) {
            m_in_hunk = false;
            return Kind::file;
        }
        if (line.starts_with('+')) return Kind::added;
        if (line.starts_with('-')) return Kind::removed;
        return line.starts_with('\\') ? Kind::note : Kind::context;
    }

    // The number of a line of this kind; counts on.
    int number_of(ShownDiffLine::Kind kind) {
        using Kind = ShownDiffLine::Kind;
        if (kind != Kind::context && kind != Kind::added && kind != Kind::removed) return 0;
        int number = 0;
        if (kind != Kind::added) {
            number = m_old.next++;
            --m_old.left;
        }
        if (kind != Kind::removed) {
            number = m_new.next++;
            --m_new.left;
        }
        return number;
    }

private:
    Side m_old;
    Side m_new;
    bool m_in_hunk = false;
};
} // namespace

bool is_long_diff(std::string_view diff) {
    return diff.size() > k_long_bytes || line_count(diff) > k_long_lines;
}

ShownDiff shown_diff(std::string_view diff, DiffLength length) {
    using Kind = ShownDiffLine::Kind;
    const bool is_cut = length == DiffLength::bounded && is_long_diff(diff);
    const LineIndex lines(diff);
    HunkReader reader;
    ShownDiff shown;
    int hidden = 0;
    int cut = 0;
    for (int n = 1; n <= lines.count(); ++n) {
        const std::string_view line = lines.line(n);
        const Kind kind = reader.kind_of(line);
        const int number = reader.number_of(kind);
        if (is_cut && n > k_first_lines && kind != Kind::hunk) {
            ++hidden;
            continue;
        }
        const bool is_wide = is_cut && line.size() > k_widest_line_bytes;
        if (is_wide) ++cut;
        std::string text =
            marked_line(is_wide ? first_code_points(line, k_first_of_wide) : without_line_ending(line),
                        kind == Kind::added || kind == Kind::removed);
        if (is_wide)
            text += fmt::format(" ... ({} bytes)", line.size());
        else if (line.ends_with("\r\n") && kind != Kind::hunk)
            text += "␍";
        shown.lines.push_back({kind, number, visible_line(text)});
    }
    if (hidden > 0 || cut > 0)
        shown.left_out = fmt::format("... {} of {} lines are not shown here{}", hidden, lines.count(),
                                     cut == 0 ? "" : fmt::format(", and of {} only the beginning", cut));
    return shown;
}

} // namespace thoth
