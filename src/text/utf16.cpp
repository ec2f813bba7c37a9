#include "text/utf16.h"

#include "text/unicode.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr char32_t k_replacement = 0xFFFD;

bool is_high_surrogate(char32_t unit) {
    return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low_surrogate(char32_t unit) {
    return unit >= 0xDC00 && unit <= 0xDFFF;
}
} // namespace

std::optional<ByteOrder> utf16_byte_order(std::string_view start) {
    if (start.starts_with("\xFF\xFE")) return ByteOrder::little;
    if (start.starts_with("\xFE\xFF")) return ByteOrder::big;
    constexpr size_t k_looked_at = 1024;
    start = start.substr(0, k_looked_at);
    size_t zeros[2] = {0, 0}; // at even and at odd offsets
    for (size_t i = 0; i < start.size(); ++i)
        if (start[i] == '\0') ++zeros[i % 2];
    const size_t units = start.size() / 2;
    const size_t most = std::max(zeros[0], zeros[1]);
    const size_t least = std::min(zeros[0], zeros[1]);
    if (units < 4 || most * 2 < units || least * 8 > units) return std::nullopt;
    return zeros[0] > zeros[1] ? ByteOrder::big : ByteOrder::little;
}

void Utf16Decoder::take(char32_t unit, std::string& out) {
    if (m_high) {
        const char32_t high = *m_high;
        m_high.reset();
        if (is_low_surrogate(unit)) return append_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
        append_utf8(out, k_replacement);
    }
    if (is_high_surrogate(unit))
        m_high = unit;
    else
        append_utf8(out, unit); // a low surrogate on its own becomes U+FFFD there
}

std::string Utf16Decoder::feed(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (!m_first_byte) {
            m_first_byte = byte;
            continue;
        }
        const unsigned char high = m_order == ByteOrder::big ? *m_first_byte : byte;
        const unsigned char low = m_order == ByteOrder::big ? byte : *m_first_byte;
        m_first_byte.reset();
        take((static_cast<char32_t>(high) << 8) | low, out);
    }
    return out;
}

std::string Utf16Decoder::finish() {
    std::string out;
    if (m_high) append_utf8(out, k_replacement);
    if (m_first_byte) append_utf8(out, k_replacement);
    m_high.reset();
    m_first_byte.reset();
    return out;
}

} // namespace thoth
