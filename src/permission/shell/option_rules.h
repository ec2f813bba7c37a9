#pragma once
#include "permission/shell/paths.h"
#include "permission/shell/syntax.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth::shell {

struct OptionContext {
    bool words_added = false; // xargs adds words that are not known
    std::optional<std::string> cwd;
};

// What the arguments of a program say about it.
struct OptionFindings {
    std::vector<std::string> reasons; // why it is asked about every time
    std::vector<std::string> hosts;   // that it talks to
    bool destructive_git = false;
    bool network = false;
};

// Options that change what an allowed program does, in every form that the program takes, and
// words that could turn out to be such an option. Programs that are not in the tables have none.
OptionFindings check_options(std::string_view program, std::span<const Word> arguments,
                             const OptionContext& context, const Paths& paths);

// Parts of it, each with a table of its own.
OptionFindings check_git(std::span<const Word> arguments, const OptionContext& context, const Paths& paths);
std::string check_sed(std::span<const Word> arguments);
// Whether all of the script only prints, deletes, substitutes and quits.
bool is_plain_sed_script(std::string_view script);
OptionFindings check_curl(std::span<const Word> arguments);
OptionFindings check_wget(std::span<const Word> arguments);

} // namespace thoth::shell
