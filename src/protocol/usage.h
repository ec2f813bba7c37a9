#pragma once
#include <cstdint>
#include <optional>

namespace thoth {

// Tokens of one reply. `input` excludes what was read from or written to a cache.
// Nothing means the server did not say; that is not zero.
struct Usage {
    std::optional<int64_t> input;
    int64_t cache_read = 0;
    int64_t cache_write = 0;
    std::optional<int64_t> output;
    int64_t reasoning = 0;           // part of output
    std::optional<double> charged{}; // money, where the server says what it took
    bool estimated = false;          // by thoth: the server said nothing
    bool operator==(const Usage&) const = default;

    int64_t prompt() const { return input.value_or(0) + cache_read + cache_write; }
    // How full the context window was after this reply.
    int64_t context() const { return prompt() + output.value_or(0); }
};

// What several replies took together.
struct Spent {
    int replies = 0;
    Usage usage;                  // sums; estimated if one of them was
    std::optional<double> cost{}; // money; nothing without prices
    bool operator==(const Spent&) const = default;
};

} // namespace thoth
