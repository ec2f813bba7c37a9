#include "text/display.h"

#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace thoth {

namespace {

struct Range {
    char32_t first;
    char32_t last;
};

// Sorted. Characters that draw nothing themselves, or change the order of what is drawn.
constexpr auto k_hidden = std::to_array<Range>({
    {0x00AD, 0x00AD},   // soft hyphen
    {0x034F, 0x034F},   // combining grapheme joiner
    {0x061C, 0x061C},   // Arabic letter mark
    {0x115F, 0x1160},   // Hangul fillers
    {0x17B4, 0x17B5},   // Khmer inherent vowels
    {0x180B, 0x180F},   // Mongolian selectors and separator
    {0x200B, 0x200F},   // zero width space, joiners, direction marks
    {0x2028, 0x202E},   // line and paragraph separator, embeddings, overrides
    {0x2060, 0x206F},   // word joiner, invisible operators, isolates, deprecated controls
    {0x3164, 0x3164},   // Hangul filler
    {0xFE00, 0xFE0F},   // variation selectors
    {0xFEFF, 0xFEFF},   // byte order mark
    {0xFFA0, 0xFFA0},   // half-width Hangul filler
    {0xFFF0, 0xFFFB},   // unassigned ignorable ones, interlinear annotation
    {0x1BCA0, 0x1BCA3}, // shorthand format controls
    {0x1D173, 0x1D17A}, // musical format controls
    {0xE0000, 0xE0FFF}, // tags and more variation selectors
});

// Sorted. Blanks that look like a space to a reader and not to a shell.
constexpr auto k_odd_spaces = std::to_array<Range>({
    {0x00A0, 0x00A0},
    {0x1680, 0x1680},
    {0x2000, 0x200A},
    {0x202F, 0x202F},
    {0x205F, 0x205F},
    {0x2800, 0x2800},
    {0x3000, 0x3000},
});

template <size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t code_point) {
    const auto* range = std::ranges::lower_bound(ranges, code_point, {}, &Range::last);
    return range != ranges.end() && range->first <= code_point;
}

bool is_c1(char32_t code_point) {
    return code_point >= 0x80 && code_point <= 0x9F;
}

bool is_joiner(char32_t code_point) {
    return code_point == 0x200C || code_point == 0x200D;
}

bool is_emoji_selector(char32_t code_point) {
    return code_point == 0xFE0E || code_point == 0xFE0F;
}

// The scripts that join begin with Arabic; between Latin letters a joiner only hides.
bool can_join(char32_t code_point) {
    return code_point >= 0x0600 && !is_in(k_odd_spaces, code_point);
}

constexpr char32_t k_escape = 0x1B;
constexpr char32_t k_bell = 0x07;
constexpr char32_t k_cancel = 0x18;
constexpr char32_t k_substitute = 0x1A;
constexpr char32_t k_string_terminator = 0x9C;

bool is_between(char32_t code_point, char32_t first, char32_t last) {
    return code_point >= first && code_point <= last;
}

// Most text is this; it is copied in one piece.
size_t printable_run(std::string_view text) {
    size_t length = 0;
    while (length < text.size() && text[length] >= 0x20 && text[length] < 0x7F)
        ++length;
    return length;
}

} // namespace

std::string DisplayFilter::feed(std::string_view bytes) {
    std::string out;
    filter(m_characters.feed(bytes), out);
    return out;
}

std::string DisplayFilter::finish() {
    std::string out;
    filter(m_characters.finish(), out);
    *this = DisplayFilter();
    return out;
}

void DisplayFilter::filter(std::string_view valid, std::string& out) {
    out.reserve(valid.size());
    while (!valid.empty()) {
        const size_t plain = m_state == State::text ? printable_run(valid) : 0;
        if (plain > 0) {
            out += valid.substr(0, plain);
            m_last_shown = ' ';
            m_held_joiner = 0;
            valid.remove_prefix(plain);
            continue;
        }
        const Utf8Step step = next_utf8(valid);
        take(step.code_point, out);
        valid.remove_prefix(step.length);
    }
}

void DisplayFilter::take(char32_t code_point, std::string& out) {
    if (code_point == k_escape) {
        m_state = State::escape;
        return;
    }
    const bool in_string = m_state == State::osc || m_state == State::other_string;
    if (is_c1(code_point) && !in_string) {
        // U+009B is ESC [ in one character, and so on for all of them.
        m_state = State::escape;
        m_state = after_sequence_part(code_point - 0x40);
        return;
    }
    if (in_string) {
        const bool ends = code_point == k_string_terminator || code_point == k_cancel ||
                          code_point == k_substitute || (code_point == k_bell && m_state == State::osc);
        if (ends) m_state = State::text;
        if (code_point != '\n') return;
    } else if (m_state != State::text) {
        const bool belongs = is_between(code_point, 0x20, 0x7E);
        m_state = after_sequence_part(code_point);
        if (belongs) return;
    }
    m_state = State::text;
    show(code_point, out);
}

// Where an escape sequence stands after one more character of it.
DisplayFilter::State DisplayFilter::after_sequence_part(char32_t code_point) const {
    if (m_state == State::csi) return is_between(code_point, 0x20, 0x3F) ? State::csi : State::text;
    if (is_between(code_point, 0x20, 0x2F)) return State::escape_intermediate;
    if (m_state == State::escape_intermediate) return State::text;
    switch (code_point) {
    case '[':
        return State::csi;
    case ']':
        return State::osc;
    case 'P':
    case 'X':
    case '^':
    case '_':
        return State::other_string;
    default:
        return State::text;
    }
}

void DisplayFilter::show(char32_t code_point, std::string& out) {
    if (code_point == '\t') {
        out += "    ";
    } else if (code_point == '\n') {
        out.push_back('\n');
    } else if (code_point < 0x20 || code_point == 0x7F) {
        return;
    } else if (is_joiner(code_point)) {
        if (can_join(m_last_shown)) m_held_joiner = code_point;
        return;
    } else if (is_emoji_selector(code_point)) {
        if (is_emoji_selector(m_last_shown)) return;
        append_utf8(out, code_point);
    } else if (is_in(k_hidden, code_point)) {
        return;
    } else {
        if (m_held_joiner != 0 && can_join(code_point)) append_utf8(out, m_held_joiner);
        append_utf8(out, code_point);
    }
    m_held_joiner = 0;
    m_last_shown = code_point;
}

std::string display_text(std::string_view text) {
    DisplayFilter filter;
    std::string out = filter.feed(text);
    out += filter.finish();
    return out;
}

std::string display_line(std::string_view text) {
    std::string lines;
    lines.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!is_crlf) lines.push_back(text[i] == '\r' ? '\n' : text[i]);
    }
    std::string line = display_text(lines);
    std::ranges::replace(line, '\n', ' ');
    return line;
}

namespace {
std::string spelled_out(std::string_view text, bool keep_line_feeds) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Utf8Step step = next_utf8(text);
        const std::string_view bytes = text.substr(0, step.length);
        const char32_t code_point = step.code_point;
        const bool is_control = code_point < 0x20 || code_point == 0x7F;
        if (!step.valid || (is_control && !(code_point == '\n' && keep_line_feeds))) {
            for (const char byte : bytes)
                fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
        } else if (is_c1(code_point) || is_in(k_hidden, code_point) || is_in(k_odd_spaces, code_point)) {
            fmt::format_to(std::back_inserter(out), "<U+{:04X}>", static_cast<uint32_t>(code_point));
        } else {
            out += bytes;
        }
        text.remove_prefix(step.length);
    }
    return out;
}

// Valid in JSON, and harmless to whoever parses it only.
bool is_better_escaped(char32_t c) {
    return (c >= 0x7F && c <= 0x9F) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}
} // namespace

std::string visible_text(std::string_view text) {
    return spelled_out(text, true);
}

std::string visible_line(std::string_view text) {
    return spelled_out(text, false);
}

// In a JSON text they stand inside of strings only.
std::string json_for_terminals(std::string_view json) {
    std::string out;
    out.reserve(json.size() + 1);
    while (!json.empty()) {
        const Utf8Step step = next_utf8(json);
        if (is_better_escaped(step.code_point))
            out += fmt::format("\\u{:04x}", static_cast<uint32_t>(step.code_point));
        else
            out += json.substr(0, step.length);
        json.remove_prefix(step.length);
    }
    return out;
}

} // namespace thoth
