#include "ui/tui/row_moves.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::vector<CellRow> rows(std::string_view letters) { // a row for each letter; a blank one for '.'
    std::vector<CellRow> result;
    for (const char letter : letters)
        result.push_back(letter == '.' ? CellRow() : CellRow{{std::string(1, letter)}});
    return result;
}

struct Case {
    const char* before;
    const char* after;
    std::vector<RowRun> removed;
    std::vector<RowRun> inserted;
};
} // namespace

TEST(RowMoves, KeepWhatStays) {
    for (const Case& c : std::vector<Case>{
             {"abc", "abc", {}, {}},
             {"abc", "axc", {}, {}},        // written over where it is
             {"asi", "absi", {}, {{1, 1}}}, // text grows above the input
             {"absi", "asi", {{1, 1}}, {}},
             {"abcsi", "bcdsi", {{0, 1}}, {{2, 1}}}, // it scrolls
             {"s.i", "ls.i", {}, {{0, 1}}},
             {"si", "sipq", {}, {{2, 2}}}, // a list opens below
             {"sipq", "si", {{2, 2}}, {}},
             {"", "ab", {}, {{0, 2}}},
         }) {
        const RowMoves moves = row_moves(rows(c.before), rows(c.after));
        EXPECT_EQ(moves.removed, c.removed) << c.before << " " << c.after;
        EXPECT_EQ(moves.inserted, c.inserted) << c.before << " " << c.after;
    }
}

} // namespace thoth
