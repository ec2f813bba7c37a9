// Going from literal to literal, or over many lines at once, finds the lines that a look at each line
// alone finds. Input: a byte of style, the pattern, the byte 0xFE, a text.
#include "search/line_finder.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

namespace {
using Lines = std::vector<size_t>; // where they begin

// Nothing: the expression needs too many steps.
std::optional<Lines> one_by_one(const thoth::Regex& regex, std::string_view text) {
    Lines lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
        const auto hit = regex.find({line}, {});
        if (!hit) return std::nullopt;
        if (*hit) lines.push_back(at);
        at = end + 1;
    }
    return lines;
}

std::optional<Lines> found(thoth::LineFinder finder, std::string_view text) {
    Lines lines;
    finder.begin(text);
    for (size_t from = 0; from < text.size();) {
        const auto line = finder.next(from, {});
        if (!line) return std::nullopt;
        if (!*line) break;
        lines.push_back((*line)->begin);
        from = std::min(text.find('\n', (*line)->end), text.size() - 1) + 1;
    }
    return lines;
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    constexpr size_t k_enough = 2048;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const size_t parting = input.find('\xFE');
    if (parting == std::string_view::npos || parting == 0 || parting > 64 || size > k_enough) return 0;
    const thoth::PatternStyle style{(data[0] & 1) != 0, (data[0] & 2) != 0, (data[0] & 4) != 0};
    auto regex = thoth::Regex::compile(input.substr(1, parting - 1), style);
    if (!regex) return 0;
    const std::string_view text = input.substr(parting + 1);
    const auto expected = one_by_one(*regex, text);
    const auto lines = found(thoth::LineFinder(regex->copy()), text);
    if (expected && lines && *expected != *lines) std::abort();
    if (!lines && expected) std::abort(); // what ends without literals ends with them
    return 0;
}
