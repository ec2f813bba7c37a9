#include "permission/shell/characters.h"

#include "text/unicode.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
struct Range {
    char32_t first;
    char32_t last;
};
constexpr std::array<Range, 15> k_hidden{{{0x00AD, 0x00AD},
                                          {0x034F, 0x034F},
                                          {0x061C, 0x061C},
                                          {0x115F, 0x1160},
                                          {0x17B4, 0x17B5},
                                          {0x180B, 0x180F},
                                          {0x200B, 0x200F},
                                          {0x2028, 0x202E},
                                          {0x2060, 0x206F},
                                          {0x3164, 0x3164},
                                          {0xFE00, 0xFE0F},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFA0, 0xFFA0},
                                          {0xE0000, 0xE0FFF},
                                          {0x7F, 0x9F}}};

bool is_shown(char32_t c) {
    if (c < 0x20) return c == '\t' || c == '\n';
    return std::none_of(k_hidden.begin(), k_hidden.end(), [c](Range r) { return c >= r.first && c <= r.last; });
}
} // namespace

bool is_plainly_visible(std::string_view line) {
    while (!line.empty()) {
        const Utf8Step step = next_utf8(line);
        if (!step.valid || !is_shown(step.code_point)) return false;
        line.remove_prefix(step.length);
    }
    return true;
}

bool is_identifier(std::string_view text) {
    return !text.empty() && is_name_start(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

bool is_number(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::string_view trimmed(std::string_view text, std::string_view what) {
    const size_t first = text.find_first_not_of(what);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(what) + 1 - first);
}

} // namespace thoth::shell
