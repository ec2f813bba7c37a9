#pragma once
#include "base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Key order is kept: what goes to a model server must be the same bytes in every request.
using Json = nlohmann::ordered_json;

// Strict JSON, at most k_max_json_depth levels deep (a hostile "[[[[..." would otherwise
// exhaust the stack when the value is copied or destroyed). Never throws.
inline constexpr int k_max_json_depth = 200;
Result<Json> parse_json(std::string_view text);

// Compact, on one line. Bytes that are not UTF-8 become U+FFFD. Never throws.
std::string dump_json(const Json& value);

// Whether `bytes` can stand in a JSON string as they are, that is, are valid UTF-8.
bool fits_json_string(std::string_view bytes);

// Bytes that need not be UTF-8, a file name say: a string at `key`, or their hexadecimal digits at
// "<key>_hex". Read back: nothing when neither is there or the digits are none.
void put_bytes(Json& object, const std::string& key, std::string_view bytes);
std::optional<std::string> bytes_at(const Json& object, const std::string& key);

// The string at `key`, or `otherwise` if it is absent or not a string.
std::string string_at(const Json& object, std::string_view key, std::string_view otherwise = {});

} // namespace thoth
