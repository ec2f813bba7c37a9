#pragma once
#include <string>

namespace thoth {

// What a person is shown of a call before it happens: all of it, also when nobody is asked.
struct Preview {
    enum class Kind { none, diff, command, list };
    Kind kind = Kind::none;
    std::string title; // one line: the tool and what it is about, "read_file src/a.c:10-20"
    std::string body;  // unified diff, command line or lines, raw: the front end makes it safe to draw
};

} // namespace thoth
