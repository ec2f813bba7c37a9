#pragma once
#include <string>
#include <string_view>

namespace thoth {

// A text as it goes into a form or a query: "a b&c" becomes "a+b%26c". Pure.
std::string form_text(std::string_view text);

} // namespace thoth
