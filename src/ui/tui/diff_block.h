#pragma once
#include "ui/shown_diff.h"
#include "ui/tui/styled_line.h"

#include <string_view>

namespace thoth {

enum class DiffTone {
    offered,   // what will be or was done
    no_effect, // it failed or was denied: dim, the signs stay
};

// A unified diff as rows: line numbers, a sign, the text with nothing hidden, and in lines that were changed in
// part the words that differ. The names of the first file are left out: the title has them. Pure.
StyledLines diff_block(std::string_view diff, int width, DiffTone tone = DiffTone::offered,
                       DiffLength length = DiffLength::bounded);

} // namespace thoth
