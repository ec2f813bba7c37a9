#pragma once
#include <functional>
#include <string_view>

namespace thoth {

// What a command line of a shell has to do with a check of the project. A guess by its words: it decides about
// reminders and what is told of a check, never about permissions.
struct CheckLine {
    bool has_check = false;  // one of its commands is one
    bool exit_tells = false; // and the line succeeds only if that did: "make | tail" says nothing of make
    bool operator==(const CheckLine&) const = default;
};

// `is_check`: whether one command, a program with its arguments, is a check by its words. A command whose program
// only shows or looks at things (echo, grep, git ...) is none.
CheckLine check_line(std::string_view line, const std::function<bool(std::string_view command)>& is_check);

} // namespace thoth
