#pragma once
#include <string_view>

namespace thoth {

// What the machine can enforce, best first. docs/sandbox.md says what each gives.
enum class SandboxLevel {
    full,         // A: namespaces, Landlock and seccomp
    landlock,     // B: no namespaces; Landlock knows TCP (ABI 4 or later)
    old_landlock, // C: Landlock for files only
    system_calls, // D: seccomp only, files are not confined
    none,         // E
};

// "A" to "E".
std::string_view letter_of(SandboxLevel level);
// What a command at this level cannot do, in words for a person.
std::string_view in_words(SandboxLevel level);

} // namespace thoth
