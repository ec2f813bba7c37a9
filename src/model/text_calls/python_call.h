#pragma once
#include "base/json.h"
#include "model/text_calls/text_cursor.h"

#include <string_view>

namespace thoth {

// f(a="x", b=[1, 2], c=True): names for all arguments, constants for all values. Anything else is no
// call, since its meaning would have to be guessed. False: it is none, or the text ran out.
bool read_python_call(TextCursor& text, std::string_view& name, Json& arguments);

// One value of Python: a text, number, True, False, None, list or dictionary.
bool read_python_value(TextCursor& text, Json& value, int depth = 0);

} // namespace thoth
