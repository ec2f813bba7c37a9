#include "tools/line_part.h"

#include "tools/line_window.h"

#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {

using Part = std::tuple<std::string, int64_t, bool>; // text, total, altered

std::optional<Part> part(std::string_view text, int64_t line, int64_t column, int64_t most = 100,
                         size_t block = 1'000) {
    LinePartReader reader(line, column, most, 1'000);
    for (size_t at = 0; at < text.size(); at += block)
        reader.feed(text.substr(at, block));
    reader.finish();
    if (!reader.found()) return std::nullopt;
    return Part{reader.part().text, reader.part().total, reader.part().altered};
}

TEST(LinePart, KeepsSoManyCharactersFromTheColumnOn) {
    EXPECT_EQ(part("one\näöüßé\nthree", 2, 2, 3), (Part{"öüß", 5, false}));
    EXPECT_EQ(part("one\näöüßé\nthree", 3, 4), (Part{"ee", 5, false}));
    EXPECT_EQ(part("one\n", 1, 4), (Part{"", 3, false})); // past the end
    EXPECT_EQ(part("\n", 1, 1), (Part{"", 0, false}));
    EXPECT_EQ(part("\n", 2, 1), std::nullopt);
    EXPECT_EQ(part("", 1, 1), std::nullopt);
}

TEST(LinePart, CountsWhatIsShown) {
    EXPECT_EQ(part("\xEF\xBB\xBFone\r\n\xEF\xBB\xBF", 1, 1), (Part{"one", 3, false}));
    EXPECT_EQ(part("\xEF\xBB\xBFone\r\n\xEF\xBB\xBF", 2, 1), (Part{"\xEF\xBB\xBF", 1, false}));
    EXPECT_EQ(part("a\r\r\n", 1, 1), (Part{"a\r", 2, false}));
    EXPECT_EQ(part("a\r", 1, 1), (Part{"a\r", 2, false}));
    EXPECT_EQ(part(std::string("a\0b\xE2\x98\n", 6), 1, 1), (Part{"a\uFFFDb\uFFFD", 4, true}));
}

TEST(LinePart, BeginsInTheMiddleOfAFile) {
    LinePartReader reader(12, 1, 100, 1'000);
    reader.begin_after(10);
    reader.feed("the end of line 11\ntwelve\nthirteen\n");
    EXPECT_TRUE(reader.done());
    reader.finish();
    EXPECT_EQ(reader.part().text, "twelve");
}

TEST(LinePart, GivesUpOnAnEndlessLine) {
    LinePartReader reader(1, 1, 10, 100);
    reader.feed(std::string(100, '\xFF'));
    EXPECT_FALSE(reader.done());
    reader.feed("x");
    EXPECT_TRUE(reader.done() && reader.too_long());
}

TEST(LinePart, IsTheSameForEveryBlockSizeAndAgreesWithTheWindow) {
    std::mt19937 random(11);
    const std::string_view letters[] = {"a",    "\n",           "\r\n", "\r", "☃",
                                        "\xff", "\xEF\xBB\xBF", "long", "é",  std::string_view("\0", 1)};
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (auto i = random() % 40; i > 0; --i)
            text += letters[random() % std::size(letters)];
        const auto expected = part(text, 2, 1);
        for (const size_t block : {1, 2, 3, 7})
            EXPECT_EQ(part(text, 2, 1, 100, block), expected) << text;
        LineWindow window(2, 1, 1'000);
        window.feed(text);
        window.finish();
        ASSERT_EQ(window.lines().empty(), !expected.has_value()) << text;
        if (!expected) continue;
        const WindowLine& line = window.lines().front();
        EXPECT_EQ((Part{line.text, line.characters, line.altered}), *expected) << text;
    }
}

} // namespace
} // namespace thoth
