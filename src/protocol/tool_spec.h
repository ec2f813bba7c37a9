#pragma once
#include <string>

namespace thoth {

// A tool as the model is told about it. A line of three dashes in the description divides what every
// model is told from what is left out where there is little room; that line itself is never sent.
struct ToolSpec {
    std::string name;
    std::string description;
    std::string schema; // JSON Schema of the arguments, one fixed text: it must not change within a session
};

} // namespace thoth
