#pragma once
#include "base/path.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Where a line would run. All absolute and normal; nothing is looked up on the disk.
struct ShellPlace {
    Path cwd;
    Path project;
    Path home;
};

// A command as it would be started: dequoted, behind its wrappers. Rules of the user match these.
struct SimpleCommand {
    std::vector<std::optional<std::string>> words; // the program first; nothing: known only when it runs
    std::vector<std::string> keys{};               // "shell:..." of this one
    std::vector<std::string> reasons{}; // why `always` is missing, as far as its program or options are the cause
    bool operator==(const SimpleCommand&) const = default;
};

// A file that the line runs as a program or script. Whoever starts the line compares its content
// with the one that was granted, and `written` with `path` (a ".." behind a link leads elsewhere).
struct PinnedProgram {
    std::string key;     // docs: "shell:./build.sh"
    std::string written; // as it stands in the line, relative to `directory`
    std::string directory;
    std::string path; // absolute, normal
    // Nothing but neutral builtins can run before it on this line, so that what was hashed before
    // the start is what runs. Otherwise a stored grant does not count.
    bool runs_first = false;
    bool operator==(const PinnedProgram&) const = default;
};

// What is asked about even where everything else runs in a sandbox without a question.
struct ShellConcerns {
    std::vector<std::string> secrets;           // paths as in the keys
    std::vector<std::string> outside;           // paths outside the project that words or redirections name
    std::vector<std::string> protected_targets; // redirection targets that steer later programs
    bool destructive_git = false;               // loses work or changes something remote
    std::vector<std::string> hosts;             // that the line names
    bool network = false;                       // a program that exists to talk to others: ssh, nc, dig ...
    bool operator==(const ShellConcerns&) const = default;
};

struct ShellJudgement {
    std::vector<std::string> keys;          // what the line needs: sorted bytewise, unique, never empty
    bool always_offered = false;            // whether the keys may be stored; if not, it is asked every time
    bool read_only = false;                 // only looks at things: plan mode may run it
    bool parsed = false;                    // understood to the last byte; if not, no rule can be checked
    std::vector<std::string> reasons;       // why `always` is missing, in words, one for each cause
    std::vector<SimpleCommand> commands;    // every one that was found, in no particular order
    std::vector<std::string> write_targets; // absolute files that output redirections name
    std::vector<PinnedProgram> pinned;
    ShellConcerns concerns;
};

enum class ShellDialect { posix, powershell };

// Decides who is asked what about a command line; it is no barrier against a program that was
// allowed. Pure and bounded: at most 10,000 bytes, 50 commands and 8 scripts in each other are
// read; what is beyond that, or not understood to the last byte, has the key "shell:?" and is
// asked about every time. Any thread.
ShellJudgement classify_shell(std::string_view command, const ShellPlace& place,
                              ShellDialect dialect = ShellDialect::posix);

} // namespace thoth
