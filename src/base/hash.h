#pragma once
#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace thoth {

// Identity of a file's bytes (XXH3, 128 bits): whether a file is still what was seen.
// Not for names that an attacker could collide on purpose; those use sha256_hex.
struct ContentHash {
    uint64_t high = 0;
    uint64_t low = 0;
    auto operator<=>(const ContentHash&) const = default;
};

ContentHash hash_of(std::string_view bytes);

// hash_of() for bytes that come in pieces.
class ContentHasher {
public:
    ContentHasher();
    void add(std::string_view bytes);
    ContentHash finish() const;

private:
    struct Free {
        void operator()(XXH3_state_s* state) const;
    };
    std::unique_ptr<XXH3_state_s, Free> m_state;
};

std::string to_hex(ContentHash hash); // 32 lower-case digits
std::optional<ContentHash> content_hash_from_hex(std::string_view hex);

std::string sha256_hex(std::string_view bytes); // 64 lower-case digits

} // namespace thoth
