#pragma once
#include <string>

namespace thoth {

// How far commands are kept in on this machine, and whether somebody chose that.
enum class Confinement {
    full,     // sandbox level A
    partial,  // less: what a command reaches cannot be told beforehand
    given_up, // the user said that commands are not to be confined
};

// What else is true while a command is judged.
struct CommandSetting {
    Confinement confinement = Confinement::full;
    bool others_run = false; // something that was started before could change a file under the command's feet
};

// Finds out when it is asked for the first time: that takes some milliseconds. Any thread.
class ConfinementSource {
public:
    virtual ~ConfinementSource() = default;
    virtual Confinement confinement() const = 0;
    virtual std::string in_words() const = 0; // one line, for whoever is asked about a command
};

} // namespace thoth
