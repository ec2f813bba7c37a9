#pragma once
#include "search/find_files.h"
#include "search/grep.h"

#include <string>
#include <string_view>

namespace thoth {

// "1 file", "2 files".
std::string counted(size_t count, std::string_view noun);

// What a search of a tree left out; zeros are not mentioned.
struct LeftOut {
    size_t binary = 0;              // files
    size_t large = 0;               // files
    size_t ignored_files = 0;       // by the project's ignore rules
    size_t ignored_directories = 0; // the same
    size_t unreadable = 0;          // files and folders
    bool rules_set_aside = false;   // the rules left nothing: all of it was searched
    bool partial = false;           // the tree has more entries than a search looks at
};
LeftOut left_out_of(const GrepOutcome& outcome);
LeftOut left_out_of(const FindOutcome& outcome);

// "the expression needs too many steps on 2 lines, the first a.c:3, ..."; empty: it does on none.
std::string describe_given_up(const GrepOutcome& outcome);

// "; skipped 2 binary files, 1 ignored folder (...)", or nothing.
std::string describe_left_out(const LeftOut& left_out);

} // namespace thoth
