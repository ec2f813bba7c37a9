#pragma once
#include <string>
#include <vector>

namespace thoth {

// A command that goes on in the background, as it is told. Names and the command are raw.
struct Task {
    int pid = 0;
    std::string command;
    std::string log;                    // where its output is; empty: nowhere
    std::vector<std::string> processes; // the names of those that run
    std::vector<int> ports;             // TCP, listened on
    std::string since;                  // UTC
    bool is_survivor = false;           // from an earlier run of the program
    bool operator==(const Task&) const = default;
};

} // namespace thoth
