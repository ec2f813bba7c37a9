#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace thoth {

// The prompt in one line of --input-format stream-json:
//   {"type":"user","message":{"role":"user","content":"TEXT"}}
// or with a list of {"type":"text","text":"..."} as content, which are put on lines of their own. Other members are
// passed over. Errors (Errc::invalid_argument) say what is wrong; a blank prompt is one. Pure.
Result<std::string> prompt_in(std::string_view line);

} // namespace thoth
