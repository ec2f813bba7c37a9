#include "os/base64.h"

#include <cstdint>

namespace thoth {

namespace {
constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
} // namespace

std::string encode_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view group = bytes.substr(i, 3);
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; ++k)
            bits = (bits << 8) | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
        for (size_t k = 0; k < 4; ++k)
            text += k <= group.size() ? k_alphabet[(bits >> (18 - 6 * k)) & 63] : '=';
    }
    return text;
}

std::optional<std::string> decode_base64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    const size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::string bytes;
    uint32_t bits = 0;
    int held = 0; // bits that make no byte yet
    for (const char c : text.substr(0, text.size() - padding)) {
        const auto value = k_alphabet.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        bits = (bits << 6 | static_cast<uint32_t>(value)) & 0xfff;
        held += 6;
        if (held < 8) continue;
        held -= 8;
        bytes += static_cast<char>((bits >> held) & 0xff);
    }
    if ((bits & ((1U << held) - 1)) != 0) return std::nullopt;
    return bytes;
}

} // namespace thoth
