#include "text/script.h"

#include "text/unicode.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
struct Range {
    char32_t first;
    char32_t last;
    std::string_view language;
};
constexpr std::string_view k_japanese = "Japanese";
constexpr size_t k_least_letters = 3;

// Letters only, sorted: no digits, and of punctuation what stands between the letters.
constexpr std::array k_ranges{
    Range{0x0370, 0x0373, "Greek"},    Range{0x0376, 0x0377, "Greek"},    Range{0x037B, 0x037D, "Greek"},
    Range{0x0386, 0x0386, "Greek"},    Range{0x0388, 0x03FF, "Greek"},    Range{0x0400, 0x052F, "Russian"},
    Range{0x05D0, 0x05F2, "Hebrew"},   Range{0x0620, 0x064A, "Arabic"},   Range{0x066E, 0x06D3, "Arabic"},
    Range{0x06FA, 0x06FF, "Arabic"},   Range{0x0750, 0x077F, "Arabic"},   Range{0x0904, 0x0939, "Hindi"},
    Range{0x0958, 0x0961, "Hindi"},    Range{0x0E01, 0x0E30, "Thai"},     Range{0x0E32, 0x0E33, "Thai"},
    Range{0x0E40, 0x0E46, "Thai"},     Range{0x1100, 0x11FF, "Korean"},   Range{0x1F00, 0x1FFF, "Greek"},
    Range{0x3041, 0x3096, k_japanese}, Range{0x30A1, 0x30FA, k_japanese}, Range{0x3131, 0x318E, "Korean"},
    Range{0x31F0, 0x31FF, k_japanese}, Range{0x3400, 0x4DBF, "Chinese"},  Range{0x4E00, 0x9FFF, "Chinese"},
    Range{0xAC00, 0xD7A3, "Korean"},   Range{0xF900, 0xFAFF, "Chinese"},  Range{0xFB50, 0xFDFF, "Arabic"},
    Range{0xFE70, 0xFEFC, "Arabic"},   Range{0xFF66, 0xFF9D, k_japanese}, Range{0x20000, 0x3134F, "Chinese"},
};

std::string_view language_of(char32_t letter) {
    const auto after = std::ranges::upper_bound(k_ranges, letter, {}, &Range::first);
    if (after == k_ranges.begin()) return {};
    const Range& range = *std::prev(after);
    return letter <= range.last ? range.language : std::string_view();
}

struct Count {
    std::string_view language;
    size_t letters = 0;
};
} // namespace

std::string_view language_by_script(std::string_view text) {
    std::array<Count, 9> counts{};
    size_t known = 0;
    size_t letters = 0;
    bool has_kana = false;
    for (size_t at = 0; at < text.size();) {
        const Utf8Step step = next_utf8(text.substr(at));
        at += step.length;
        const std::string_view language = step.valid ? language_of(step.code_point) : std::string_view();
        if (language.empty()) continue;
        ++letters;
        has_kana = has_kana || language == k_japanese;
        const auto end = counts.begin() + static_cast<std::ptrdiff_t>(known);
        auto count = std::find_if(counts.begin(), end, [&](const Count& one) { return one.language == language; });
        if (count == end) {
            count->language = language;
            ++known;
        }
        ++count->letters;
    }
    if (letters < k_least_letters) return {};
    if (has_kana) return k_japanese;
    const Count& most = *std::ranges::max_element(counts, {}, &Count::letters);
    return most.letters >= k_least_letters ? most.language : std::string_view();
}

} // namespace thoth
