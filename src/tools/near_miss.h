#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Why `wanted`, which is not in `file`, is not there: the line of the place most like it, and in
// what they differ (tabs and spaces, trailing blanks, quotes, case, line ends, invisible
// characters), or where a beginning that fits stops fitting. One sentence for the model,
// at most about 400 bytes. Pure; linear in the sizes but for a small factor.
std::string nearest_place(std::string_view file, std::string_view wanted);

} // namespace thoth
