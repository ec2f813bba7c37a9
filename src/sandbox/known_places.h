#pragma once
#include "base/path.h"
#include "os/environment.h"

#include <string_view>
#include <vector>

namespace thoth {

// Tables of what lies where in a home directory. Nothing is looked up on the disk.

// Caches of build tools: writable, or no build would work twice.
std::vector<Path> build_caches(const Path& home);
// What in those steers or is programs that people start: written only when a person allows it.
std::vector<Path> read_only_in_caches(const Path& home);
// What runs when a person logs in or starts a program: protected where the home is the project.
std::vector<Path> start_up_files(const Path& home);
// Keys, passwords, sessions of browsers: hidden from commands.
std::vector<Path> secret_places(const Path& home);

// What a program needs of those to do what it is there for ("ssh": the keys and the agent's socket).
// For a line that a person approved; the prompt names it. Empty for a program that needs none.
std::vector<Path> secrets_of_program(std::string_view program, const Path& home, const Environment& environment);

} // namespace thoth
