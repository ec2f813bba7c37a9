#pragma once
#include <string>

namespace thoth {

// A tool as the model is told about it.
struct ToolSpec {
    std::string name;
    std::string description;
    std::string schema; // JSON Schema of the arguments, one fixed text: it must not change within a session
};

} // namespace thoth
