#pragma once
#include <span>

namespace thoth {

// The helper: `thoth --sandbox-exec PROGRAM ARGUMENT...` carries out the policy on its standard input and
// runs the program under it, watched. docs/sandbox.md has the contract with whoever starts it.
//
// Called first thing in main(), with one thread and nothing open. Returns when the arguments ask for
// something else; otherwise the process ends here, without the clean-up of a program that it never was.
void run_sandbox_helper(std::span<char* const> arguments);

} // namespace thoth
