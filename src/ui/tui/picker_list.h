#pragma once
#include "ui/tui/styled_line.h"

#include <string>
#include <vector>

namespace thoth {

struct PickerRow {
    std::string text;   // "/help", "src/main.cpp"; raw
    std::string note{}; // dim, behind it; goes first when there is no room
};

struct PickerList {
    std::vector<PickerRow> rows{};
    int chosen = 0;
    int more = 0;             // that are not among `rows`
    std::string empty_text{}; // where there are no rows: "no file of this name"
};

// At most `height` rows (at least 2) around the chosen one; the last says how many are below. Pure.
StyledLines picker_lines(const PickerList& list, int width, int height = 8);

} // namespace thoth
