#pragma once
#include "base/path.h"
#include "os/file_system.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// Where instruction files are looked for. Real paths.
struct InstructionPlaces {
    Path user_directory; // ~/.thoth; empty: there is none
    Path project;        // the root of the repository, or the working directory where there is none
    Path directory;      // the working directory: `project`, or below it
};

struct InstructionFile {
    std::string shown; // relative to the working directory, or "~/.thoth/..."; safe to show
    bool by_user = false;
    std::string text;      // valid UTF-8 without control characters
    size_t characters = 0; // of the whole text
    size_t left_out = 0;   // of them: there was no room
    bool operator==(const InstructionFile&) const = default;
};

struct Instructions {
    std::vector<InstructionFile> files; // the user's first, then from the project's root to the nearest
    std::vector<std::string> notes;     // for the user: what was ignored and why
};

// Characters that all of them may take together: a quarter of the window's tokens, 2,000 to 12,000.
size_t instruction_room(std::optional<int> window);

// Of each directory the first of THOTH.md, AGENTS.md and CLAUDE.md that says something; a short one that only
// names another of them stands for that one. "@path" in a file brings another one along, up to 3 deep and 16
// in all. The project's files bring in what lies in the project, the user's what lies in the user's
// directory; whatever leads elsewhere, has the name of a secret or is `withheld` is ignored and noted. Room
// goes to the user's files first, then to the nearest.
Instructions load_instructions(const FileSystem& files, const InstructionPlaces& places, size_t most_characters,
                               const std::function<bool(const Path& real)>& withheld);

// For the system prompt; each file is marked as the user's or the project's. Empty without files.
std::string instructions_part(const Instructions& instructions);

// For the user: a line each.
std::string instructions_in_words(const Instructions& instructions);

} // namespace thoth
