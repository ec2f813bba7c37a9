#pragma once
#include <string>
#include <string_view>

namespace thoth {

bool is_valid_utf8(std::string_view bytes);

// Invalid sequences become U+FFFD, one for each maximal part (as WHATWG says).
std::string to_valid_utf8(std::string_view bytes);

// The longest prefix of at most `limit` bytes that does not split a character.
std::string_view utf8_prefix(std::string_view text, size_t limit);
std::string_view utf8_suffix(std::string_view text, size_t limit);

size_t utf8_length(std::string_view text); // code points
// The first `count` code points.
std::string_view first_code_points(std::string_view text, size_t count);

// Joins pieces of a byte stream into whole characters: what feed() returns never ends inside
// one. Invalid bytes come out as U+FFFD.
class Utf8Joiner {
public:
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    std::string m_pending;
};

} // namespace thoth
