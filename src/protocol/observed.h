#pragma once
#include "base/hash.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

// What thoth itself saw of one call. It goes with the call's result through history and session file, and is
// never read out of what a tool, a file or the model says. Paths are as they are shown (Workspace::shown).

// Why something that was asked for did not happen.
enum class Denial {
    none,        // it happened, or failed for a reason of its own
    skipped,     // the user passed over it, or nobody was there to ask
    stopped,     // the user said no
    not_reached, // the user had said no to an earlier call of the same reply
    refused,     // by a rule, by the mode, or since undo could not take it back
    withdrawn,   // the user ended the request while it was being asked
};

// A file as a call left it.
struct ObservedFile {
    enum class How { created, changed, moved, deleted };
    std::string path;
    How how = How::changed;
    std::optional<ContentHash> content{}; // nothing: it is gone, or it could not be read
    std::string from{};                   // of a moved one: where it was
    bool operator==(const ObservedFile&) const = default;
};

struct CommandEnd {
    enum class How {
        exited,
        signalled,
        timed_out,
        cancelled, // by the user
        goes_on,   // in the background
    };
    How how = How::exited;
    int number = 0; // the exit code, or the signal
    bool succeeded() const { return how == How::exited && number == 0; }
    // It ended by itself or by its time limit, so that its end tells something.
    bool is_result() const { return how != How::cancelled && how != How::goes_on; }
    bool operator==(const CommandEnd&) const = default;
};

// A command line that ran.
struct ObservedCommand {
    std::string line;
    CommandEnd end{};
    bool is_check = false;   // it checks the project, by the words of its stacks
    bool only_looks = false; // it is known to change no file
    bool exit_tells = true;  // with is_check: the end of the line is that of the check ("make | tail" is not)
    bool has_checked() const { return is_check && end.is_result(); }
    bool operator==(const ObservedCommand&) const = default;
};

struct Observed {
    Denial denial = Denial::none;
    std::string denied{};              // what did not happen, in a few words; empty: nobody knows
    std::vector<ObservedFile> files{}; // that it changed, or a command was seen to change
    std::optional<ObservedCommand> command{};
    std::string origin{}; // who on the network wrote the text of the result, such as a host; empty: nobody there
    bool operator==(const Observed&) const = default;
};

} // namespace thoth
