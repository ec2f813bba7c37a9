#include "tools/line_window.h"

#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {

using Row = std::tuple<int64_t, std::string, int64_t, bool>;

std::pair<std::vector<Row>, int64_t> window(std::string_view text, int first, int count, size_t block,
                                            size_t most = 5) {
    LineWindow lines(first, count, most);
    for (size_t at = 0; at < text.size(); at += block)
        lines.feed(text.substr(at, block));
    lines.finish();
    std::vector<Row> rows;
    for (const WindowLine& line : lines.lines())
        rows.emplace_back(line.number, line.text, line.characters, line.cut);
    return {rows, lines.total_lines()};
}

TEST(LineWindow, KeepsTheLinesAskedForAndCountsAll) {
    EXPECT_EQ(window("a\nbc\r\nd\n", 2, 1, 100), (std::pair{std::vector<Row>{{2, "bc", 2, false}}, int64_t{3}}));
    EXPECT_EQ(window("a\nbc", 2, 9, 100), (std::pair{std::vector<Row>{{2, "bc", 2, false}}, int64_t{2}}));
    EXPECT_EQ(window("", 1, 9, 100), (std::pair{std::vector<Row>{}, int64_t{0}}));
    EXPECT_EQ(window("\n", 1, 9, 100), (std::pair{std::vector<Row>{{1, "", 0, false}}, int64_t{1}}));
}

TEST(LineWindow, CutsByCodePointsNotBytes) {
    EXPECT_EQ(window("äöüßé\näöüßéx\n", 1, 9, 3).first,
              (std::vector<Row>{{1, "äöüßé", 5, false}, {2, "äöüßé", 6, true}}));
    EXPECT_EQ(window(std::string(1'000, 'x') + "\r\n", 1, 1, 7).first,
              (std::vector<Row>{{1, "xxxxx", 1'000, true}}));
}

TEST(LineWindow, IsTheSameForEveryBlockSize) {
    std::mt19937 random(7);
    const std::string_view letters[] = {"a", "\n", "\r\n", "\r", "☃", "\xff", "long line here ", "\xEF\xBB\xBF"};
    for (int round = 0; round < 200; ++round) {
        std::string text;
        for (auto i = random() % 60; i > 0; --i)
            text += letters[random() % std::size(letters)];
        const auto expected = window(text, 2, 4, text.size() + 1);
        for (const size_t block : {1, 2, 3, 7})
            EXPECT_EQ(window(text, 2, 4, block), expected) << text;
    }
}

} // namespace
} // namespace thoth
