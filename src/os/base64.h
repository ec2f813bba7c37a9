#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Base64 with the usual alphabet and padding (RFC 4648). Strict: a text with blanks, without
// padding or with stray bits is not decoded.
std::string encode_base64(std::string_view bytes);
std::optional<std::string> decode_base64(std::string_view text);

} // namespace thoth
