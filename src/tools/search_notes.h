#pragma once
#include <string>
#include <string_view>

namespace thoth {

// "1 file", "2 files".
std::string counted(int count, std::string_view noun);

// What a search of a tree left out; zeros are not mentioned.
struct LeftOut {
    int binary = 0;       // files
    int large = 0;        // files
    int unreadable = 0;   // files and folders
    int directories = 0;  // by their names
    bool partial = false; // the tree has more entries than a search looks at
};

// "; skipped 2 binary files, 1 folder (hidden, ...)", or nothing.
std::string describe_left_out(const LeftOut& left_out);

} // namespace thoth
