#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// How common a byte is in source text, 0 (hardly ever) to 255.
unsigned commonness(char byte);

// Looks for any of a few literals at once. A few neighbouring bytes of each, the rarest, are compared
// with 32 places of the text at a time (AVX2, or one by one where there is none); what fits is
// compared whole. Immutable; any thread.
class LiteralSearch {
public:
    static constexpr size_t k_most = 16;
    static constexpr size_t k_window = 3; // bytes that are compared at first, at most

    // 1 to k_most literals of at least one byte. With `fold` they are lower-case ASCII, and case does
    // not count.
    LiteralSearch(std::vector<std::string> literals, bool fold);

    // A place within the first occurrence that begins at `from` or later; npos: there is none.
    size_t find(std::string_view text, size_t from) const;

private:
    struct Literal {
        std::string text;
        size_t window = 0; // where in it the compared bytes begin
    };
    void note(const Literal& literal, uint8_t bucket);
    bool occurs_around(std::string_view text, size_t from, size_t at, unsigned buckets) const;
    size_t find_plainly(std::string_view text, size_t from, size_t at) const;
#if defined(__x86_64__)
    size_t find_wide(std::string_view text, size_t from) const;
    unsigned buckets_at(std::string_view text, size_t at) const;
#endif

    std::vector<Literal> m_literals;
    bool m_fold;
    size_t m_width; // bytes compared at first, 1 to k_window
    // By the bytes of the window: which buckets (one bit each) have a literal with this byte there.
    std::array<std::array<uint8_t, 256>, k_window> m_buckets{};
    // The same by the two halves of a byte.
    alignas(16) std::array<std::array<uint8_t, 16>, k_window> m_low{};
    alignas(16) std::array<std::array<uint8_t, 16>, k_window> m_high{};
};

} // namespace thoth
