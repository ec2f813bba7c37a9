#pragma once
#include "model/text_calls/text_call_filter.h"

#include <string>
#include <string_view>

namespace thoth {

// What the user is told about calls in text. The same each time, so that once is enough.

// Calls were read out of the text.
std::string note_of_text_calls();
// The text holds a call, and reading it is switched off.
std::string note_of_unread_call(std::string_view tool);
// The text began like a call and was left alone; `unknown` is the name it gave, if that was the reason.
std::string note_of_doubt(CallDoubt doubt, std::string_view unknown);

} // namespace thoth
