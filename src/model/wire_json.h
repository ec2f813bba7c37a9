#pragma once
#include "base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Reading JSON that a server wrote. Pure functions, any thread.

// Like parse_json, but bytes that are not UTF-8 and lone halves of a surrogate pair become
// U+FFFD instead of costing the whole line.
Result<Json> parse_wire_json(std::string_view text);

// The member of an object, or nothing if it is absent or null.
const Json* member(const Json& object, std::string_view key);

// A count: an integer that is not negative.
std::optional<int64_t> count_at(const Json& object, std::string_view key);

bool is_json(std::string_view text);
bool is_json_object(std::string_view text);

// Text on its way to a server: many answer 400 to invalid UTF-8, lone surrogates or NUL.
std::string outgoing_text(std::string_view text);

// The arguments of a call: `text` itself if it is a JSON object, or the object that it becomes when
// what can be read in one way only is put right (text/json_repair.h). The same text gives the same result.
std::optional<std::string> arguments_object(const std::string& text);

// The same for their way back to a server, and "{}" for what is no object. Servers parse what they get back, and
// one bad call would spoil every later request.
std::string outgoing_arguments(const std::string& text);

} // namespace thoth
