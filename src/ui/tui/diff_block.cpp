#include "ui/tui/diff_block.h"

#include "text/clusters.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <utility>

namespace thoth {

namespace {
using Kind = ShownDiffLine::Kind;

constexpr size_t k_longest_compared = 2'000; // bytes of a line; in longer ones no words are marked

// The part of a line that differs from its partner: [from, to), in bytes. Nothing: all or none of it.
struct Differing {
    size_t from = 0;
    size_t to = 0;
};

bool is_word_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

// Where the word ends that begins at `at`; anything else is a word of one byte.
size_t word_end(std::string_view text, size_t at) {
    if (!is_word_byte(text[at])) return at + 1;
    while (at < text.size() && is_word_byte(text[at]))
        ++at;
    return at;
}

size_t word_start(std::string_view text, size_t end) {
    if (!is_word_byte(text[end - 1])) return end - 1;
    while (end > 0 && is_word_byte(text[end - 1]))
        --end;
    return end;
}

size_t common_start(std::string_view a, std::string_view b) {
    size_t at = 0;
    while (at < a.size() && at < b.size()) {
        const size_t a_end = word_end(a, at);
        const size_t b_end = word_end(b, at);
        if (a.substr(at, a_end - at) != b.substr(at, b_end - at)) break;
        at = a_end;
    }
    return at;
}

// Bytes at the end that are the same whole words, none of them before `from`.
size_t common_end(std::string_view a, std::string_view b, size_t from) {
    size_t length = 0;
    while (a.size() - length > from && b.size() - length > from) {
        const size_t a_end = a.size() - length;
        const size_t b_end = b.size() - length;
        const size_t a_at = word_start(a, a_end);
        const size_t b_at = word_start(b, b_end);
        if (a_at < from || b_at < from || a.substr(a_at, a_end - a_at) != b.substr(b_at, b_end - b_at)) break;
        length += a_end - a_at;
    }
    return length;
}

// Marks help where most of a line stayed: with less than a third in common there is nothing to be found.
std::optional<std::pair<Differing, Differing>> differing_words(std::string_view before, std::string_view after) {
    if (before.size() > k_longest_compared || after.size() > k_longest_compared) return std::nullopt;
    const size_t start = common_start(before, after);
    const size_t end = common_end(before, after, start);
    const size_t common = start + end;
    if (common * 3 < std::max(before.size(), after.size())) return std::nullopt;
    return std::pair{Differing{start, before.size() - end}, Differing{start, after.size() - end}};
}

Role role_of(Kind kind) {
    switch (kind) {
    case Kind::file:
        return Role::strong;
    case Kind::hunk:
        return Role::hunk;
    case Kind::added:
        return Role::added;
    case Kind::removed:
        return Role::removed;
    case Kind::note:
        return Role::dim;
    case Kind::context:
        break;
    }
    return Role::plain;
}

// The rows of one diff. Removed lines followed by added ones are a change, and compared pair by pair.
class DiffRows {
public:
    DiffRows(int width, DiffTone tone, int digits) : m_width(width), m_tone(tone), m_digits(digits) {}

    void take(std::span<const ShownDiffLine> lines) {
        for (size_t at = 0; at < lines.size();) {
            const size_t removed = run(lines, at, Kind::removed);
            const size_t added = run(lines, at + removed, Kind::added);
            if (removed + added == 0) {
                other(lines[at++]);
                continue;
            }
            change(lines.subspan(at, removed), lines.subspan(at + removed, added));
            at += removed + added;
        }
    }
    StyledLines rows() { return std::move(m_rows); }

private:
    static size_t run(std::span<const ShownDiffLine> lines, size_t at, Kind kind) {
        size_t count = 0;
        while (at + count < lines.size() && lines[at + count].kind == kind)
            ++count;
        return count;
    }

    void change(std::span<const ShownDiffLine> removed, std::span<const ShownDiffLine> added) {
        std::vector<std::optional<Differing>> in_added(added.size());
        for (size_t i = 0; i < removed.size(); ++i) {
            std::optional<Differing> in_removed;
            if (i < added.size())
                if (const auto words = differing_words(removed[i].text.substr(1), added[i].text.substr(1))) {
                    in_removed = words->first;
                    in_added[i] = words->second;
                }
            changed_line(removed[i], in_removed, Role::removed_word);
        }
        for (size_t i = 0; i < added.size(); ++i)
            changed_line(added[i], in_added[i], Role::added_word);
    }

    void changed_line(const ShownDiffLine& line, const std::optional<Differing>& words, Role word_role) {
        const std::string text = line.text.substr(1);
        const Role role = role_of(line.kind);
        StyledLine styled;
        if (words && words->from < words->to) {
            append(styled, {{{text.substr(0, words->from), role},
                             {text.substr(words->from, words->to - words->from), word_role},
                             {text.substr(words->to), role}}});
        } else {
            append(styled, {{{text, role}}});
        }
        numbered(line, std::move(styled));
    }

    void other(const ShownDiffLine& line) {
        if (line.kind == Kind::context)
            return numbered(line, {{{line.text.substr(std::min<size_t>(1, line.text.size())), Role::plain}}});
        if (line.kind == Kind::hunk) return hunk(line);
        if (line.kind == Kind::file) {
            m_is_first_file = m_is_first_file && m_first_hunk;
            const bool is_name = line.text.starts_with("--- ") || line.text.starts_with("+++ ");
            if (m_is_first_file && is_name) return;
            m_first_hunk = true;
        }
        append(m_rows, wrapped({{{line.text, role_of(line.kind)}}}, m_width, Break::anywhere, lead(gutter(""))));
    }

    // The numbers tell where it is: between two hunks a mark is enough.
    void hunk(const ShownDiffLine&) {
        if (!m_first_hunk) m_rows.push_back({{{gutter("⋮"), Role::hunk}}});
        m_first_hunk = false;
    }

    std::string gutter(std::string_view text) const {
        const int blanks = m_digits - text_width(text);
        return std::string(static_cast<size_t>(std::max(blanks, 0)), ' ') + std::string(text) + " ";
    }

    void numbered(const ShownDiffLine& line, StyledLine text) {
        const bool is_mute = m_tone == DiffTone::no_effect;
        const Role role = role_of(line.kind);
        const std::string sign = line.kind == Kind::added ? "+ " : line.kind == Kind::removed ? "- " : "  ";
        const std::string number = line.number > 0 ? fmt::format("{}", line.number) : "";
        Lead before = lead(gutter(number) + sign);
        before.first = {{{gutter(number), Role::line_number}, {sign, is_mute ? Role::dim : role}}};
        if (is_mute)
            for (Span& span : text.spans)
                span.role = Role::dim;
        append(m_rows, wrapped(text, m_width, Break::anywhere, before));
    }

    int m_width;
    DiffTone m_tone;
    int m_digits;
    StyledLines m_rows;
    bool m_first_hunk = true;
    bool m_is_first_file = true;
};
} // namespace

StyledLines diff_block(std::string_view diff, int width, DiffTone tone, DiffLength length) {
    const ShownDiff shown = shown_diff(diff, length);
    int largest = 0;
    for (const ShownDiffLine& line : shown.lines)
        largest = std::max(largest, line.number);
    DiffRows rows(width, tone, std::max<int>(3, static_cast<int>(fmt::formatted_size("{}", largest))));
    rows.take(shown.lines);
    StyledLines out = rows.rows();
    append(out, wrapped_text(shown.left_out, Role::warning, width));
    return out;
}

} // namespace thoth
