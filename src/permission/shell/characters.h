#pragma once
#include <string_view>

namespace thoth::shell {

// Whether a person sees what a shell reads: valid UTF-8 without control characters (but tab and
// newline) and without characters that are invisible or change the direction of writing.
bool is_plainly_visible(std::string_view line);

inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_name_start(char c) {
    return is_letter(c) || c == '_';
}
inline bool is_name_char(char c) {
    return is_name_start(c) || is_digit(c);
}
inline bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
// Ends an unquoted word.
inline bool is_meta(char c) {
    return is_blank(c) || c == '\n' || c == ';' || c == '&' || c == '|' || c == '<' || c == '>' || c == '(' ||
           c == ')' || c == '\0';
}

bool is_identifier(std::string_view text);
bool is_number(std::string_view text); // decimal digits, at least one
std::string_view trimmed(std::string_view text, std::string_view what);

} // namespace thoth::shell
