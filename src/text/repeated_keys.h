#pragma once
#include <string_view>

namespace thoth {

// Whether an object anywhere in `json` has one key twice. A parser takes the last of the two values, which
// is a guess where the text is a call. Text that is no JSON has none. Pure, any thread.
bool repeats_a_key(std::string_view json);

} // namespace thoth
