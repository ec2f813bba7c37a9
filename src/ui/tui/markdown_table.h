#pragma once
#include "ui/tui/styled_line.h"

#include <cstdint>
#include <vector>

namespace thoth {

struct MarkdownTable {
    enum class Align : std::uint8_t { left, center, right };
    std::vector<Align> columns{};
    std::vector<std::vector<StyledLine>> rows{}; // the first is the header; missing cells are empty
};

// In columns with two blanks between them, a rule below the header. Where it is too wide, the widest columns are
// wrapped; where even that does not fit, each row becomes lines of "header: text". Pure.
StyledLines table_rows(const MarkdownTable& table, int width);

} // namespace thoth
