#include "base/hash.h"

#include <charconv>
#include <fmt/format.h>
#include <nettle/sha2.h>
#include <new>
#include <xxhash.h>

namespace thoth {

ContentHash hash_of(std::string_view bytes) {
    const XXH128_hash_t h = XXH3_128bits(bytes.data(), bytes.size());
    return {h.high64, h.low64};
}

void ContentHasher::Free::operator()(XXH3_state_s* state) const {
    XXH3_freeState(state);
}

ContentHasher::ContentHasher() : m_state(XXH3_createState()) {
    if (!m_state) throw std::bad_alloc();
    XXH3_128bits_reset(m_state.get());
}

void ContentHasher::add(std::string_view bytes) {
    XXH3_128bits_update(m_state.get(), bytes.data(), bytes.size());
}

ContentHash ContentHasher::finish() const {
    const XXH128_hash_t h = XXH3_128bits_digest(m_state.get());
    return {h.high64, h.low64};
}

std::string to_hex(ContentHash hash) {
    return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

std::optional<ContentHash> content_hash_from_hex(std::string_view hex) {
    if (hex.size() != 32) return std::nullopt;
    ContentHash out;
    const auto half = [&](size_t at, uint64_t& value) {
        const char* first = hex.data() + at;
        const auto [end, error] = std::from_chars(first, first + 16, value, 16);
        return error == std::errc{} && end == first + 16;
    };
    if (!half(0, out.high) || !half(16, out.low)) return std::nullopt;
    return out;
}

std::string sha256_hex(std::string_view bytes) {
    sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
    std::array<uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    std::string out;
    for (const uint8_t byte : digest)
        out += fmt::format("{:02x}", byte);
    return out;
}

} // namespace thoth
