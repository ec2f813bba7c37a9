#pragma once
#include <string_view>

namespace thoth {

// Whether a relative path ("src/a.c") matches a pattern. `*` and `?` cross separators, `[a-z]`
// and `[!a]` are sets, `{a,b}` alternatives, `**/` also matches nothing. Bytes are compared,
// case counts. A pattern that is not well formed ("[a") is taken literally.
bool glob_match(std::string_view pattern, std::string_view path);

} // namespace thoth
