#include "tools/search_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace thoth {

std::string counted(size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

LeftOut left_out_of(const GrepOutcome& outcome) {
    return {outcome.files_skipped_binary,
            outcome.files_skipped_large,
            outcome.files_ignored,
            outcome.directories_ignored,
            outcome.unreadable,
            outcome.rules_set_aside,
            outcome.partial};
}

LeftOut left_out_of(const FindOutcome& outcome) {
    LeftOut left_out;
    left_out.ignored_files = outcome.stats.ignored_files;
    left_out.ignored_directories = outcome.stats.ignored_directories;
    left_out.unreadable = outcome.stats.unreadable;
    left_out.rules_set_aside = outcome.rules_set_aside;
    left_out.partial = outcome.stats.partial;
    return left_out;
}

std::string describe_given_up(const GrepOutcome& outcome) {
    const auto& [lines, first] = outcome.given_up;
    if (lines == 0) return "";
    std::string where = lines == 1 ? first : fmt::format("{} lines, the first {}", lines, first);
    return fmt::format("the regular expression needs too many steps on {}: {} (it may repeat a repetition, as in "
                       "(a+)+; write it more plainly)",
                       where, outcome.gave_up ? "the search ended there" : "passed over");
}

std::string describe_left_out(const LeftOut& left_out) {
    std::vector<std::string> parts;
    if (left_out.binary > 0) parts.push_back(counted(left_out.binary, "binary file"));
    if (left_out.large > 0) parts.push_back(counted(left_out.large, "file") + " above 64 MB");
    if (left_out.ignored_files > 0) parts.push_back(counted(left_out.ignored_files, "ignored file"));
    if (left_out.ignored_directories > 0) parts.push_back(counted(left_out.ignored_directories, "ignored folder"));
    std::string text;
    if (!parts.empty()) text = fmt::format("; skipped {} (name one as path to search it)", fmt::join(parts, ", "));
    if (left_out.rules_set_aside)
        text += "; all of it is ignored by rules of the project, and was searched all the same";
    if (left_out.unreadable > 0) text += fmt::format("; {} could not be read", left_out.unreadable);
    if (left_out.partial)
        text +=
            fmt::format("; stopped after {} directory entries, so some were not looked at", k_max_walked_entries);
    return text;
}

} // namespace thoth
