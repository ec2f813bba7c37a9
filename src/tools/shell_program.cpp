#include "tools/shell_program.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_bash_places{"/bin/bash"sv, "/usr/bin/bash"sv};
constexpr std::string_view k_merge = "2>&1";
// Without it PowerShell prints in the code page of the console.
constexpr std::string_view k_utf8_output = "[Console]::OutputEncoding=[Text.Encoding]::UTF8; ";

bool ends_word(char c) {
    return " \t\r\n;|&(){}"sv.find(c) != std::string_view::npos;
}

// Where the part of a PowerShell line that begins at `at` ends: a quoted string, an escaped character, a comment or
// one character.
size_t end_of_part(std::string_view line, size_t at) {
    const char c = line[at];
    if (c == '`') return std::min(at + 2, line.size());
    if (c == '#' && (at == 0 || ends_word(line[at - 1]))) return std::min(line.find('\n', at), line.size());
    if (c != '\'' && c != '"') return at + 1;
    for (size_t i = at + 1; i < line.size(); ++i) {
        if (c == '"' && line[i] == '`')
            ++i;
        else if (line[i] == c)
            return i + 1; // a doubled quote begins the next string at once, which comes to the same
    }
    return line.size();
}

bool is_own_word(std::string_view line, size_t at) {
    const size_t end = at + k_merge.size();
    return line.substr(at).starts_with(k_merge) && (at == 0 || ends_word(line[at - 1])) &&
           (end == line.size() || ends_word(line[end]));
}

std::string without_merges(std::string_view line) {
    std::string kept;
    for (size_t at = 0; at < line.size();) {
        if (is_own_word(line, at)) {
            at += k_merge.size();
            continue;
        }
        const size_t end = end_of_part(line, at);
        kept += line.substr(at, end - at);
        at = end;
    }
    return kept;
}
} // namespace

ShellProgram ShellProgram::posix(const FileSystem& files) {
    // "--": a line may begin with a dash.
    for (const std::string_view place : k_bash_places)
        if (const auto status = files.status(place); status && status->kind == FileKind::regular)
            return {Language::posix, "bash", {std::string(place), "--noprofile", "--norc", "-c", "--"}};
    return {Language::posix, "sh", {"/bin/sh", "-c", "--"}};
}

ShellProgram ShellProgram::powershell() {
    return {Language::powershell,
            "PowerShell",
            {"powershell.exe", "-NoLogo", "-NoProfile", "-NonInteractive", "-Command"}};
}

std::string ShellProgram::line_to_run(std::string line) const {
    const bool has_here_string = line.find("@'") != std::string::npos || line.find("@\"") != std::string::npos;
    if (m_language != Language::powershell || has_here_string) return line;
    return without_merges(line);
}

std::vector<std::string> ShellProgram::command(const std::string& line) const {
    std::vector<std::string> arguments = m_start;
    arguments.push_back(m_language == Language::powershell ? std::string(k_utf8_output) + line : line);
    return arguments;
}

std::string ShellProgram::wrong_shell_note(std::string_view output) const {
    if (m_language != Language::powershell) return {};
    // "The token '&&' is not a valid statement separator in this version."
    const bool rejected = output.find("'&&' is not a valid statement separator") != std::string_view::npos ||
                          output.find("'||' is not a valid statement separator") != std::string_view::npos;
    if (!rejected) return {};
    return "[this shell is PowerShell, which has no && and ||: use \"A; if ($?) { B }\", or two calls]\n";
}

} // namespace thoth
