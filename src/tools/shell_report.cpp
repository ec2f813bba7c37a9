#include "tools/shell_report.h"

#include "text/display.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
using namespace std::string_view_literals;
constexpr std::array k_signs{"/dev/tty"sv,
                             "not a tty"sv,
                             "not a terminal"sv,
                             "terminal is required"sv,
                             "password is required"sv,
                             "Terminal is dumb"sv,
                             "terminal prompts disabled"sv,
                             "EOFError"sv,
                             "EOF when reading a line"sv,
                             "Inappropriate ioctl"sv,
                             "Host key verification failed"sv,
                             "[y/N]"sv,
                             "[Y/n]"sv,
                             "(y/n)"sv,
                             "(yes/no"sv};
} // namespace

CommandEnd command_end_of(const ProcessResult& result) {
    switch (result.end) {
    case ProcessEnd::exited:
        return {CommandEnd::How::exited, result.exit_code};
    case ProcessEnd::signalled:
        return {CommandEnd::How::signalled, result.signal};
    case ProcessEnd::timed_out:
        return {CommandEnd::How::timed_out};
    case ProcessEnd::cancelled:
        return {CommandEnd::How::cancelled};
    }
    return {};
}

std::string status_line(const ProcessResult& result, std::chrono::seconds timeout) {
    switch (result.end) {
    case ProcessEnd::exited:
        return result.exit_code == 0 ? "" : fmt::format("exit code {}\n", result.exit_code);
    case ProcessEnd::signalled:
        return fmt::format("ended by signal {}\n", result.signal);
    case ProcessEnd::timed_out:
        return fmt::format("timed out after {} s and was ended\n", timeout.count());
    case ProcessEnd::cancelled:
        return "cancelled by user\n";
    }
    return "";
}

bool wanted_input(std::string_view output) {
    return std::ranges::any_of(k_signs, [&](auto sign) { return output.find(sign) != std::string_view::npos; });
}

std::string left_running_note(const Task& task) {
    constexpr size_t k_most_named = 5;
    std::string names;
    for (size_t i = 0; i < std::min(task.processes.size(), k_most_named); ++i)
        names += (i == 0 ? "" : ", ") + visible_line(task.processes[i]);
    if (task.processes.size() > k_most_named)
        names += fmt::format(" and {} more", task.processes.size() - k_most_named);
    std::string text = fmt::format("[it left running: {} (pid {})", names, task.pid);
    for (const int port : task.ports)
        text += fmt::format(", port {}", port);
    if (!task.log.empty()) text += "; further output goes to " + task.log;
    return text + fmt::format("; kill {} ends it]\n", task.pid);
}

std::string background_note(pid_t pid, const std::string& log) {
    return fmt::format("started in the background with pid {}\noutput: {}\nto look: read_file that file; "
                       "to wait: sleep 15; to stop it with all it started: kill {}\n",
                       pid, log, pid);
}

} // namespace thoth
