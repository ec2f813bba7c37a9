#include "search/byte_scan.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define THOTH_AVX2 __attribute__((target("avx2,popcnt")))
#endif

namespace thoth {

namespace {
#if defined(__x86_64__)
THOTH_AVX2 size_t count_newlines_avx2(const char* text, size_t size) {
    const __m256i newline = _mm256_set1_epi8('\n');
    size_t count = 0;
    size_t at = 0;
    for (; at + 32 <= size; at += 32) {
        const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at));
        const int mask = _mm256_movemask_epi8(_mm256_cmpeq_epi8(block, newline));
        count += static_cast<size_t>(_mm_popcnt_u32(static_cast<unsigned>(mask)));
    }
    return count + static_cast<size_t>(std::count(text + at, text + size, '\n'));
}

THOTH_AVX2 bool is_ascii_avx2(const char* text, size_t size) {
    size_t at = 0;
    for (; at + 128 <= size; at += 128) {
        const auto block = [&](size_t offset) THOTH_AVX2 {
            return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + at + offset));
        };
        const __m256i both =
            _mm256_or_si256(_mm256_or_si256(block(0), block(32)), _mm256_or_si256(block(64), block(96)));
        if (_mm256_movemask_epi8(both) != 0) return false;
    }
    return std::all_of(text + at, text + size, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
#endif
} // namespace

bool has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}

size_t count_newlines(std::string_view text) {
#if defined(__x86_64__)
    if (has_avx2()) return count_newlines_avx2(text.data(), text.size());
#endif
    return static_cast<size_t>(std::ranges::count(text, '\n'));
}

bool is_ascii(std::string_view text) {
#if defined(__x86_64__)
    if (has_avx2()) return is_ascii_avx2(text.data(), text.size());
#endif
    size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
        uint64_t word = 0;
        std::memcpy(&word, text.data() + at, 8);
        if ((word & 0x8080808080808080u) != 0) return false;
    }
    return std::ranges::all_of(text.substr(at), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

} // namespace thoth
