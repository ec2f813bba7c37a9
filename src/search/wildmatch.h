#pragma once
#include <string_view>

namespace thoth {

enum class LetterCase { counts, folded };

// Whether all of `text` matches a pattern of an ignore file: `*` and `?` stay within one component,
// `**` as a component of its own is any number of them, `[a-z]`, `[!a]` and `[[:alpha:]]` are sets and
// never a slash, a backslash makes the next byte plain. A pattern that is not well formed matches
// nothing. With LetterCase::folded both are expected in lower case. Bytes; no memory; time bounded
// by the product of both lengths.
bool wildmatch(std::string_view pattern, std::string_view text, LetterCase letters = LetterCase::counts);

} // namespace thoth
