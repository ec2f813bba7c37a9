#pragma once
#include "os/file_system.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The program that runs a command line, and what is particular to its language. Which programs a line of
// each language runs is judged in permission/shell.
class ShellProgram {
public:
    // bash where it lies in a usual place, else sh; neither reads a start-up file.
    static ShellProgram posix(const FileSystem& files);
    // PowerShell without a profile and without questions, its output in UTF-8. Tried in unit tests only: nothing
    // starts it on Linux.
    static ShellProgram powershell();

    const std::string& name() const { return m_name; } // as the model is told: "bash", "sh", "PowerShell"
    // The line that is shown, judged and run for one that the model wrote. PowerShell loses each "2>&1" that stands
    // for itself: it would turn what a program prints as errors into errors of PowerShell's own, and both streams
    // are captured anyway. Lines with a here-string stay as they are.
    std::string line_to_run(std::string line) const;
    // The program and its arguments.
    std::vector<std::string> command(const std::string& line) const;
    // For a line that failed: that it was written for another shell, with a line feed; empty where nothing says so.
    std::string wrong_shell_note(std::string_view output) const;

private:
    enum class Language : unsigned char { posix, powershell };
    ShellProgram(Language language, std::string name, std::vector<std::string> start)
        : m_language(language), m_name(std::move(name)), m_start(std::move(start)) {}

    Language m_language;
    std::string m_name;
    std::vector<std::string> m_start; // what stands before the line
};

} // namespace thoth
