#include "search/line_pieces.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
    LinePieces pieces([&](char* to, size_t room) -> Result<size_t> {
        const size_t size = text.copy(to, room);
        text.remove_prefix(size);
        return size;
    });
    std::vector<std::string> lines;
    for (;;) {
        const auto piece = pieces.next();
        if (!piece || !*piece) return lines;
        const LinePiece& p = **piece;
        if (p.starts_line) lines.emplace_back();
        const size_t end = p.ends_line ? p.text.size() : p.end_start;
        lines.back() += p.text.substr(p.first_start, end - p.first_start);
    }
}

using Lines = std::vector<std::string>;

TEST(LinePieces, CutsAtBothLineEndings) {
    EXPECT_EQ(lines_of("a\nb\r\n\nlone\rcr\nlast"), (Lines{"a", "b", "", "lone\rcr", "last"}));
    EXPECT_EQ(lines_of(""), Lines{});
    EXPECT_EQ(lines_of("\n"), Lines{""});
}

TEST(LinePieces, RangesOfALongLineJoinWithoutGapOrOverlap) {
    for (const size_t size : {LinePieces::k_window - 1, LinePieces::k_window, LinePieces::k_window + 1,
                              LinePieces::k_window + LinePieces::k_margin, LinePieces::k_block + 7}) {
        std::string line;
        for (int i = 0; line.size() < size; ++i)
            line += std::to_string(i);
        line.resize(size);
        EXPECT_EQ(lines_of("first\n" + line + "\nlast\n"), (Lines{"first", line, "last"})) << size;
        EXPECT_EQ(lines_of(line), Lines{line}) << size;
    }
}

TEST(LinePieces, LinesAcrossBlocksStayWhole) {
    std::string text;
    Lines expected;
    for (int i = 0; text.size() < 2 * LinePieces::k_block; ++i) {
        expected.push_back("line number " + std::to_string(i) + std::string(static_cast<size_t>(i % 5000), 'x'));
        text += expected.back() + "\n";
    }
    EXPECT_EQ(lines_of(text), expected);
}

TEST(LinePieces, GivesBackWhatIsBehindALine) {
    LinePieces pieces([](char*, size_t) -> Result<size_t> { return 0; }, "one\ntwo\nthree");
    EXPECT_EQ((*pieces.next())->text, "one");
    EXPECT_EQ(pieces.rest(), "two\nthree");
}

} // namespace
} // namespace thoth
