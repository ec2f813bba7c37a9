#include "agent/compaction/work_text.h"

#include "agent/compaction/one_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_most_named = 30; // of a kind: the newest
constexpr size_t k_longest = 160;   // code points of a line, a command say

std::string line_of(std::string_view text) {
    return one_line(text, k_longest);
}

// The newest of a list, each in a line of its own.
template <class Value, class InWords>
void add(std::string& out, const char* heading, const std::vector<Value>& values, InWords in_words) {
    if (values.empty()) return;
    const size_t first = values.size() - std::min(values.size(), k_most_named);
    out +=
        fmt::format("{}{}:\n", heading,
                    first == 0 ? std::string() : fmt::format(" (the last {} of {})", k_most_named, values.size()));
    for (const Value& value : std::span(values).subspan(first))
        out += fmt::format("- {}\n", in_words(value));
}

std::string file_in_words(const ObservedFile& file) {
    switch (file.how) {
    case ObservedFile::How::created:
        return line_of(file.path) + " (new)";
    case ObservedFile::How::changed:
        return line_of(file.path);
    case ObservedFile::How::moved:
        return fmt::format("{} (was {})", line_of(file.path), line_of(file.from));
    case ObservedFile::How::deleted:
        return line_of(file.path) + " (deleted)";
    }
    return {};
}

std::string end_in_words(const CommandEnd& end) {
    switch (end.how) {
    case CommandEnd::How::exited:
        return end.number == 0 ? "succeeded" : fmt::format("failed, exit code {}", end.number);
    case CommandEnd::How::signalled:
        return fmt::format("ended by signal {}", end.number);
    case CommandEnd::How::timed_out:
        return "took too long and was ended";
    case CommandEnd::How::cancelled:
        return "stopped by the user";
    case CommandEnd::How::goes_on:
        return "goes on in the background";
    }
    return {};
}

std::string command_in_words(const ObservedCommand& command) {
    const bool is_clear = command.exit_tells || command.end.how != CommandEnd::How::exited;
    return fmt::format("`{}` {}", line_of(command.line),
                       is_clear ? end_in_words(command.end) : "ran, and its exit code is not that of the check");
}

std::string check_in_words(const CheckRun& check) {
    return command_in_words(check.command) + (check.is_newest ? "" : ", and code was changed since");
}

const char* why(Denial denial) {
    switch (denial) {
    case Denial::skipped:
        return "the user skipped it";
    case Denial::stopped:
        return "the user said no";
    case Denial::not_reached:
        return "the user had said no before it";
    case Denial::refused:
        return "it was refused";
    case Denial::withdrawn:
        return "the user ended the request";
    case Denial::none:
        break;
    }
    return "it was not done";
}

std::string denied_in_words(const DeniedCall& denied) {
    return fmt::format("{}{}{}: {}", line_of(denied.tool), denied.what.empty() ? "" : " ", line_of(denied.what),
                       why(denied.why));
}
} // namespace

std::string work_text(const Work& work, std::span<const Task> running) {
    std::string out;
    add(out, "Files that are others than at the beginning", work.files, file_in_words);
    add(out, "Checks, with their last result", work.checks, check_in_words);
    add(out, "Failed, and not done again with success", work.open_errors, command_in_words);
    add(out, "Did NOT happen, and must not be told as done", work.denied, denied_in_words);
    if (out.empty()) out = "No file was changed, no check was run, and nothing was denied.\n";
    add(out, "Still running in the background", std::vector<Task>(running.begin(), running.end()),
        [](const Task& task) { return fmt::format("pid {}: `{}`", task.pid, line_of(task.command)); });
    return out;
}

} // namespace thoth
