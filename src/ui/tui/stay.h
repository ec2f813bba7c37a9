#pragma once

namespace thoth {

// How long the terminal interface stays.
enum class Stay {
    until_left,    // by /quit or the end of the terminal
    first_request, // it plays by itself, and ends with the exit code of a run with that one prompt
};

} // namespace thoth
