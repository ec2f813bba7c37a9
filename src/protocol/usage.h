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
    int64_t reasoning = 0; // part of output
    bool operator==(const Usage&) const = default;

    // How full the context window was after this reply.
    int64_t context() const { return input.value_or(0) + cache_read + cache_write + output.value_or(0); }
};

} // namespace thoth
