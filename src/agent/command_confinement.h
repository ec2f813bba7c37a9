#pragma once
#include "permission/confinement.h"
#include "permission/mode.h"
#include "protocol/access.h"
#include "protocol/command_reach.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

// How far the commands of a session may reach. Agent thread.
class CommandConfinement : public ConfinementSource {
public:
    // `keys`: what the line needs. `by_person`: somebody said yes to it, now or before.
    virtual CommandReach reach_of(const CommandAccess& access, std::span<const std::string> keys, bool by_person,
                                  Mode mode) const = 0;

    // What commands did that they must not leave behind, and what became of it, for the user; each
    // is told once.
    virtual std::vector<std::string> take_notes() = 0;
    // At the end of a request commands that go on in the background are looked at, too.
    virtual void request_ended() = 0;
};

} // namespace thoth
