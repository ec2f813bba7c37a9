#include "ui/evidence_text.h"

#include "text/display.h"
#include "text/unicode.h"
#include "ui/style.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace thoth {

namespace {
constexpr size_t k_most_files = 5;
constexpr size_t k_most_others = 3;
constexpr size_t k_widest = 60; // characters of a name or a command

std::string shortened(std::string_view text) {
    const std::string line = visible_line(first_code_points(text, k_widest + 1));
    const std::string_view start = first_code_points(line, k_widest);
    return start.size() < line.size() ? std::string(start) + "..." : line;
}

// The first `most` of them, and how many more there are.
template <class Item, class InWords>
std::string listed(std::span<const Item> items, size_t most, InWords in_words) {
    std::string out;
    for (const Item& item : items.first(std::min(most, items.size())))
        out += (out.empty() ? "" : ", ") + in_words(item);
    if (items.size() > most) out += fmt::format(" and {} more", items.size() - most);
    return out;
}

std::string file_in_words(const ObservedFile& file) {
    switch (file.how) {
    case ObservedFile::How::created:
        return shortened(file.path) + " (new)";
    case ObservedFile::How::changed:
        break;
    case ObservedFile::How::moved:
        return fmt::format("{} (was {})", shortened(file.path), shortened(file.from));
    case ObservedFile::How::deleted:
        return shortened(file.path) + " (deleted)";
    }
    return shortened(file.path);
}

std::string end_in_words(const CommandEnd& end) {
    switch (end.how) {
    case CommandEnd::How::exited:
        return end.number == 0 ? "passed" : fmt::format("failed (exit code {})", end.number);
    case CommandEnd::How::signalled:
        return fmt::format("failed (signal {})", end.number);
    case CommandEnd::How::timed_out:
        return "failed (timed out)";
    case CommandEnd::How::cancelled:
        return "was interrupted";
    case CommandEnd::How::goes_on:
        return "goes on";
    }
    return {};
}

std::string check_in_words(const CheckRun& check) {
    const bool is_clear = check.command.exit_tells || check.command.end.how != CommandEnd::How::exited;
    return fmt::format("{} {}{}", shortened(check.command.line),
                       is_clear ? end_in_words(check.command.end)
                                : "ran, and its exit code is not that of the check",
                       check.is_newest ? "" : " before the last change");
}

std::string code_in_words(const Evidence& evidence) {
    switch (evidence.code) {
    case Evidence::Code::not_checked:
        return "nothing was run after the last change";
    case Evidence::Code::only_ran:
        return fmt::format("run but not checked: running is no check for {}", fmt::join(evidence.unchecked, ", "));
    case Evidence::Code::unchanged:
    case Evidence::Code::checked:
    case Evidence::Code::ran:
        break;
    }
    return {};
}

std::string denied_in_words(const DeniedCall& denied) {
    return shortened(denied.what.empty() ? denied.tool : denied.what);
}

std::string task_in_words(const Task& task) {
    return fmt::format("{} (pid {})", shortened(task.command), task.pid);
}
} // namespace

bool wants_attention(const Evidence& evidence) {
    const auto has_failed = [](const CheckRun& check) { return !check.command.end.succeeded(); };
    return !evidence.denied.empty() || !code_in_words(evidence).empty() ||
           std::ranges::any_of(evidence.checks, has_failed);
}

std::string evidence_text(const Evidence& evidence, bool color) {
    std::string line;
    const auto add = [&](std::string_view what, const std::string& words) {
        if (!words.empty()) line += fmt::format("{}{}{}", line.empty() ? "seen: " : "; ", what, words);
    };
    // Of many checks the last ones tell the most.
    const std::span all_checks(evidence.checks);
    const auto last_checks = all_checks.last(std::min(all_checks.size(), k_most_others));
    add("changed ", listed(std::span(evidence.files), k_most_files, file_in_words));
    add("", listed(last_checks, k_most_others, check_in_words));
    add("", code_in_words(evidence));
    add("may have changed files, too: ",
        listed(std::span(evidence.commands), k_most_others, [](const std::string& c) { return shortened(c); }));
    add(evidence.denied.size() == 1 ? "1 step did not happen: "
                                    : fmt::format("{} steps did not happen: ", evidence.denied.size()),
        listed(std::span(evidence.denied), k_most_others, denied_in_words));
    add("still running: ", listed(std::span(evidence.running), k_most_others, task_in_words));
    if (line.empty()) return {};
    return inked(line, wants_attention(evidence) ? Ink::yellow : Ink::dim, color) + "\n";
}

} // namespace thoth
