#include "permission/shell/powershell.h"

#include "permission/shell/characters.h"
#include "permission/shell/programs.h"
#include "permission/shell/syntax.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

// Names that PowerShell has for something of its own, or that act past the tools and the sandbox.
// A name with a dash is a cmdlet; those are not judged here.
constexpr std::array k_not_programs{
    "cmd"sv,    "powershell"sv, "pwsh"sv,   "iex"sv,   "icm"sv,   "saps"sv,     "start"sv,   "rm"sv,
    "del"sv,    "erase"sv,      "rd"sv,     "ri"sv,    "cp"sv,    "copy"sv,     "cpi"sv,     "mv"sv,
    "move"sv,   "mi"sv,         "sc"sv,     "sal"sv,   "nal"sv,   "curl"sv,     "wget"sv,    "iwr"sv,
    "irm"sv,    "set"sv,        "kill"sv,   "spps"sv,  "ni"sv,    "md"sv,       "mkdir"sv,   "clc"sv,
    "ac"sv,     "tee"sv,        "ren"sv,    "rni"sv,   "si"sv,    "sp"sv,       "cd"sv,      "if"sv,
    "for"sv,    "foreach"sv,    "while"sv,  "do"sv,    "try"sv,   "throw"sv,    "switch"sv,  "function"sv,
    "filter"sv, "class"sv,      "enum"sv,   "using"sv, "param"sv, "begin"sv,    "process"sv, "end"sv,
    "data"sv,   "trap"sv,       "return"sv, "exit"sv,  "break"sv, "continue"sv, "ls"sv,      "cat"sv,
    "dir"sv,    "type"sv,       "echo"sv,   "man"sv,   "ps"sv,    "sort"sv,     "where"sv,   "diff"sv};

bool is_plain(char c) {
    return is_name_char(c) || is_blank(c) || "./-+=:"sv.find(c) != std::string_view::npos;
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}
} // namespace

ShellJudgement classify_powershell(std::string_view command) {
    ShellJudgement judgement;
    judgement.keys = {"shell:?"};
    judgement.reasons = {"PowerShell is asked about every time unless the line is one program with plain words"};
    const std::string_view line = trimmed(command, " \t");
    if (line.size() > k_max_bytes || !std::ranges::all_of(line, is_plain)) return judgement;
    std::string name = lower(line.substr(0, line.find_first_of(" \t")));
    if (name.ends_with(".exe")) name.resize(name.size() - 4);
    const bool is_program =
        !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, [](char c) { return is_name_char(c); });
    const bool is_known = std::ranges::find(k_not_programs, name) != k_not_programs.end() || is_language(name) ||
                          !never_stored_reason(name).empty() || is_foreign_shell(name) || is_posix_shell(name);
    // --% ends what PowerShell reads as PowerShell; "%" is not plain, so it cannot stand here.
    if (!is_program || is_known) return judgement;
    judgement.keys = {"shell:" + name};
    judgement.always_offered = true;
    judgement.parsed = true;
    judgement.reasons.clear();
    SimpleCommand found;
    for (std::string_view rest = line; !rest.empty();) {
        const size_t end = std::min(rest.find_first_of(" \t"), rest.size());
        found.words.emplace_back(std::string(rest.substr(0, end)));
        rest = trimmed(rest.substr(end), " \t");
    }
    judgement.commands.push_back(std::move(found));
    return judgement;
}

} // namespace thoth::shell
