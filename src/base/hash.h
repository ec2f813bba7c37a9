#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Identity of a file's bytes (XXH3, 128 bits): whether a file is still what was seen.
// Not for names that an attacker could collide on purpose; those use sha256_hex.
struct ContentHash {
    uint64_t high = 0;
    uint64_t low = 0;
    auto operator<=>(const ContentHash&) const = default;
};

ContentHash hash_of(std::string_view bytes);
std::string to_hex(ContentHash hash); // 32 lower-case digits
std::optional<ContentHash> content_hash_from_hex(std::string_view hex);

std::string sha256_hex(std::string_view bytes); // 64 lower-case digits

} // namespace thoth
