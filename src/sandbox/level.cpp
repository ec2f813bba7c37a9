#include "sandbox/level.h"

namespace thoth {

std::string_view letter_of(SandboxLevel level) {
    switch (level) {
    case SandboxLevel::full:
        return "A";
    case SandboxLevel::landlock:
        return "B";
    case SandboxLevel::old_landlock:
        return "C";
    case SandboxLevel::system_calls:
        return "D";
    case SandboxLevel::none:
        break;
    }
    return "E";
}

std::string_view in_words(SandboxLevel level) {
    switch (level) {
    case SandboxLevel::full:
        return "files, network, processes and secrets are confined";
    case SandboxLevel::landlock:
    case SandboxLevel::old_landlock:
        return "writes and network are confined; secrets are readable, and changed settings of the project are "
               "put back afterwards";
    case SandboxLevel::system_calls:
        return "the network is confined, files are not; changed settings of the project are put back afterwards";
    case SandboxLevel::none:
        break;
    }
    return "nothing is confined";
}

} // namespace thoth
