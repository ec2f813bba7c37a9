#pragma once
#include "permission/grants.h"
#include "permission/rules.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thoth {

// Why a command line is asked about each time.
struct EveryTime {
    std::string reason;            // in words
    std::optional<size_t> command; // in CommandFacts::commands: a rule that allows that one lifts it
};

// All that the policy judges a command line by: what stands in it, and what its names lead to on
// this machine at this moment.
struct CommandFacts {
    std::vector<std::string> keys;                 // sorted, unique
    Grants::Pins pins;                             // what the files behind file keys hold now
    std::set<std::string> not_kept;                // keys whose stored grant does not count on this line
    std::vector<EveryTime> every_time;             // empty: `always` is offered
    std::vector<CommandWords> commands;            // every one that is found, behind wrappers
    std::vector<std::vector<std::string>> keys_of; // of each of `commands`
    bool understood = true;
    bool read_only = false;               // plan mode runs it
    std::vector<std::string> reaches_out; // what auto mode asks about, in words
    std::vector<std::string> remarks;     // for whoever is asked
};

} // namespace thoth
