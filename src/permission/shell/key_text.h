#pragma once
#include <string>
#include <string_view>

namespace thoth {

// What storing the key means, where that is more than the key says; empty otherwise.
std::string_view key_label(std::string_view key);

// The key for a person: "the program git", "write files in this project".
std::string key_in_words(std::string_view key);

} // namespace thoth
