#pragma once
#include "base/path.h"

#include <vector>

namespace thoth {

// What the sandbox of one session is built around. All paths are real paths.
struct SandboxSettings {
    enum class Mode {
        off,       // commands are supervised, and confined in nothing
        automatic, // as far as the machine can
        strict,    // whole, or nothing runs
    };
    // For tests and demonstrations: what detection takes for missing on this machine.
    struct Missing {
        bool namespaces = false;
        bool landlock_network = false;
        bool landlock = false;
        bool system_calls = false;
    };

    Mode mode = Mode::automatic;
    Path project;
    Path home;
    Path temporary;  // of the session: writable, and /tmp of every command. Not below `state`
    Path state;      // ~/.thoth: hidden from commands
    Path quarantine; // where what a command must not leave in the project is moved to; below `state`
    std::vector<Path> writable{};
    Missing pretend_missing{};
    // The program that is the helper, too. Through the link it is this very program, even when
    // an update has replaced its file meanwhile.
    Path helper = "/proc/self/exe";
};

} // namespace thoth
