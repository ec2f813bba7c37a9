#pragma once
#include "base/path.h"

#include <functional>
#include <string>
#include <string_view>

namespace thoth {

// Reads a configuration file of git: calls `visit` with "section.key" (or "section.subsection.key"),
// section and key in lower case, and the value, in the order of the file. What cannot be understood
// is left out; nothing after a line that git would refuse counts.
void read_git_config(std::string_view text,
                     const std::function<void(std::string_view key, const std::string& value)>& visit);

// "true", "yes", "on", "1" and a key without a value, in any case.
bool is_git_true(std::string_view value);

} // namespace thoth
