#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

enum class ByteOrder { little, big };

// The byte order of what looks like UTF-16: by its mark, or without one by the zero bytes that
// plain English has in every other place. Nothing: it is something else. Looks at no more than
// the first kilobyte.
std::optional<ByteOrder> utf16_byte_order(std::string_view start);

// UTF-16 to UTF-8, for showing; the bytes may be split anywhere. A surrogate without its partner
// and half a unit at the end become U+FFFD. A byte-order mark comes out as the character it is.
class Utf16Decoder {
public:
    explicit Utf16Decoder(ByteOrder order) : m_order(order) {}
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    void take(char32_t unit, std::string& out);

    ByteOrder m_order;
    std::optional<unsigned char> m_first_byte; // of a unit whose second has not come
    std::optional<char32_t> m_high;            // a surrogate that waits for its partner
};

} // namespace thoth
