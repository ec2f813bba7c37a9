#pragma once
#include <string>
#include <string_view>

namespace thoth {

// What stands at the start of some bytes: a code point, or U+FFFD for a maximal part of
// something that is not one (as WHATWG says: no overlong forms, no surrogates).
struct Utf8Step {
    char32_t code_point = 0xFFFD;
    size_t length = 0; // bytes taken; 0 only for no bytes
    bool valid = false;
    bool unfinished = false; // the bytes end inside what could become a code point
};
Utf8Step next_utf8(std::string_view bytes);

void append_utf8(std::string& out, char32_t code_point); // U+FFFD for a surrogate or past U+10FFFF

bool is_valid_utf8(std::string_view bytes);

// Invalid sequences become U+FFFD, one for each maximal part (as WHATWG says).
std::string to_valid_utf8(std::string_view bytes);

// The longest prefix (suffix) of at most `limit` bytes that does not split a character. Bytes
// that form no character may be cut anywhere.
std::string_view utf8_prefix(std::string_view text, size_t limit);
std::string_view utf8_suffix(std::string_view text, size_t limit);

// Code points; each maximal invalid part counts as one, as to_valid_utf8 would write it.
size_t utf8_length(std::string_view text);
// The first `count` code points.
std::string_view first_code_points(std::string_view text, size_t count);

// Joins pieces of a byte stream into whole characters: what feed() returns never ends inside
// one. Invalid bytes come out as U+FFFD.
class Utf8Joiner {
public:
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    std::string m_pending; // at most three bytes
};

} // namespace thoth
