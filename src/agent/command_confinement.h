#pragma once
#include "permission/confinement.h"
#include "permission/mode.h"
#include "permission/rules.h"
#include "protocol/access.h"
#include "protocol/command_reach.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

// Who let a command through.
enum class Approval {
    nobody, // its mode
    before, // a person: by a grant or a rule
    now,    // a person, who saw the question
};

// How far the commands of a session may reach. Agent thread.
class CommandConfinement : public ConfinementSource {
public:
    // `commands`: every one of the line.
    virtual CommandReach reach_of(const CommandAccess& access, std::span<const CommandWords> commands,
                                  Approval approval, Mode mode) const = 0;

    // Something that a command of this session started still runs, and can change files meanwhile.
    virtual bool is_something_running() const = 0;

    // What commands did that they must not leave behind, and what became of it, for the user; each
    // is told once.
    virtual std::vector<std::string> take_notes() = 0;
    // At the end of a request commands that go on in the background are looked at, too.
    virtual void request_ended() = 0;
};

} // namespace thoth
