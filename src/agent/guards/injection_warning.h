#pragma once
#include <string>
#include <string_view>

namespace thoth {

// The first of ten phrases that `text` holds and that speak to a model rather than to a reader, such as
// "ignore all previous"; empty when there is none. Letters of either case, any white space between words.
std::string_view injection_phrase(std::string_view text);

// A result of a tool; where it holds such a phrase, with a last line that warns of it.
std::string with_injection_warning(std::string result);

} // namespace thoth
