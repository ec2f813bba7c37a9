#include "permission/shell/read_only.h"

#include "permission/shell/options.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_readers{"ls"sv, "pwd"sv,   "cat"sv,   "head"sv, "wc"sv, "stat"sv,
                               "du"sv, "uname"sv, "which"sv, "grep"sv, "rg"sv};
constexpr std::array k_git_readers{"status"sv, "log"sv, "diff"sv, "show"sv, "blame"sv, "ls-files"sv, "rev-parse"sv};

struct Exception {
    std::string_view program;
    std::string_view letters;
    std::string_view long_option;
};
// Options that make something else of a program.
constexpr std::array<Exception, 3> k_exceptions{
    {{"tail", "fF", "follow"}, {"file", "C", "compile"}, {"date", "s", "set"}}};
} // namespace

bool is_read_only(std::string_view program, std::span<const Word> arguments) {
    if (std::ranges::find(k_readers, program) != k_readers.end()) return true;
    if (program == "git") {
        const auto is_option = [](const Word& word) { return word.text.starts_with('-'); };
        const auto command = std::ranges::find_if_not(arguments, is_option);
        // -C DIR looks elsewhere.
        if (command == arguments.end() ||
            std::ranges::any_of(arguments.begin(), command, [](const Word& word) { return word.text == "-C"; }))
            return false;
        return std::ranges::find(k_git_readers, command->text) != k_git_readers.end();
    }
    const auto exception = std::ranges::find(k_exceptions, program, &Exception::program);
    if (exception == k_exceptions.end()) return false;
    return std::ranges::none_of(arguments, [&](const Word& word) {
        return has_letter(word.text, exception->letters, "") || is_long_option(word.text, exception->long_option);
    });
}

} // namespace thoth::shell
