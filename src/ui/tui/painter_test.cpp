#include "ui/tui/painter.h"

#include "fakes/terminal_emulator.h"

#include <gtest/gtest.h>
#include <random>

namespace thoth {

namespace {
StyledLine line(std::string text, Role role = Role::plain) {
    StyledLine result;
    if (!text.empty()) result.spans.push_back({std::move(text), role});
    return result;
}

Frame frame(const std::vector<std::string>& rows, int cursor_row = 0, int cursor_column = 0) {
    Frame result;
    for (const std::string& row : rows)
        result.rows.push_back(line(row));
    result.cursor_row = cursor_row;
    result.cursor_column = cursor_column;
    return result;
}

struct PainterBench {
    explicit PainterBench(TerminalSize size, Reflow reflow = Reflow::cuts)
        : terminal(size),
          painter([](Role role) -> std::string_view { return role == Role::plain ? "" : "\x1b[2m"; }, size,
                  reflow) {
        terminal.feed("\x1b[?7l");
    }
    std::string paint(const StyledLines& finished, const Frame& next) {
        std::string bytes = painter.paint(finished, next);
        terminal.feed(bytes);
        return bytes;
    }
    TerminalEmulator terminal;
    Painter painter;
};
} // namespace

TEST(Painter, WritesNothingWhenNothingChanged) { // B71
    PainterBench bench({20, 6});
    bench.paint({line("hello")}, frame({"", "> ", "status"}, 1, 2));
    EXPECT_EQ(bench.terminal.text(), "hello\n\n>\nstatus");
    EXPECT_EQ(bench.terminal.cursor_row(), 2);
    EXPECT_EQ(bench.terminal.cursor_column(), 2);
    EXPECT_EQ(bench.paint({}, frame({"", "> ", "status"}, 1, 2)), "");
}

TEST(Painter, AKeyCostsAFewBytes) { // B71
    PainterBench bench({80, 24});
    bench.paint({}, frame({"", "> ", "status"}, 1, 2));
    EXPECT_EQ(bench.paint({}, frame({"", "> a", "status"}, 1, 3)), "a");
    EXPECT_EQ(bench.paint({}, frame({"", "> ab", "status"}, 1, 4)), "b");
}

TEST(Painter, AWordThatStreamsCostsLittleMore) { // B71
    PainterBench bench({80, 24});
    bench.paint({}, frame({"It is", "", "working 1 s", "", "> ", "manual  model"}, 4, 2));
    const std::string bytes =
        bench.paint({}, frame({"It is so", "", "working 1 s", "", "> ", "manual  model"}, 4, 2));
    EXPECT_LT(bytes.size(), 25U) << bytes.substr(1);
    EXPECT_EQ(bench.terminal.text(), "It is so\n\nworking 1 s\n\n>\nmanual  model");
    // A further row moves the others.
    const std::string more =
        bench.paint({}, frame({"It is so", "and", "", "working 1 s", "", "> ", "manual  model"}, 5, 2));
    EXPECT_LT(more.size(), 40U);
    EXPECT_EQ(bench.terminal.text(), "It is so\nand\n\nworking 1 s\n\n>\nmanual  model");
}

TEST(Painter, FinishedLinesGoToTheScrollbackOnce) { // B71
    PainterBench bench({20, 5});
    std::vector<std::string> all;
    for (int i = 0; i < 40; ++i) {
        const std::string text = "line " + std::to_string(i);
        all.push_back(text);
        bench.paint({line(text)}, frame({"tail", "> ", "status"}, 1, 2));
    }
    std::vector<std::string> seen = bench.terminal.scrolled();
    for (const std::string& row : bench.terminal.screen())
        seen.push_back(row);
    all.insert(all.end(), {"tail", ">", "status"});
    EXPECT_EQ(seen, all);
}

TEST(Painter, MoreFinishedLinesThanTheScreenHasRowsComeThrough) {
    PainterBench bench({20, 4});
    bench.paint({}, frame({"> ", "status"}, 0, 2));
    StyledLines many;
    std::vector<std::string> expected;
    for (int i = 0; i < 30; ++i) {
        many.push_back(line("n" + std::to_string(i)));
        expected.push_back("n" + std::to_string(i));
    }
    bench.paint(many, frame({"> ", "status"}, 0, 2));
    std::vector<std::string> seen = bench.terminal.scrolled();
    for (const std::string& row : bench.terminal.screen())
        seen.push_back(row);
    expected.insert(expected.end(), {">", "status"});
    EXPECT_EQ(seen, expected);
}

TEST(Painter, WideCharactersStandWhereTheyBelong) { // B74
    PainterBench bench({10, 5});
    bench.paint({}, frame({"你好，ab", "e\u0301x"}, 0, 8));
    EXPECT_EQ(bench.terminal.text(), "你好，ab\ne\u0301x");
    EXPECT_EQ(bench.terminal.cursor_column(), 8);
    bench.paint({}, frame({"a你好b", "e\u0301y"}, 0, 6));
    EXPECT_EQ(bench.terminal.text(), "a你好b\ne\u0301y");
    bench.paint({}, frame({"ab", "y"}, 0, 2));
    EXPECT_EQ(bench.terminal.text(), "ab\ny");
}

TEST(Painter, AFrameThatIsTooHighKeepsItsLastRows) {
    PainterBench bench({10, 3});
    bench.paint({}, frame({"a", "b", "c", "d", "e"}, 4, 1));
    EXPECT_EQ(bench.terminal.text(), "c\nd\ne");
    EXPECT_TRUE(bench.terminal.scrolled().empty());
}

TEST(Painter, LeavingTakesTheLiveRowsAway) { // B75
    PainterBench bench({10, 6});
    bench.paint({line("said")}, frame({"tail", "> x", "status"}, 1, 3));
    bench.terminal.feed(bench.painter.leave());
    EXPECT_EQ(bench.terminal.text(), "said");
    EXPECT_EQ(bench.terminal.cursor_row(), 1);
    bench.paint({line("more")}, frame({"> ", "status"}, 0, 2));
    EXPECT_EQ(bench.terminal.text(), "said\nmore\n>\nstatus");
}

// Frames at random: the screen always shows the last one, and above it everything that was finished.
TEST(Painter, AnyFrameBehindAnyOtherIsDrawnRight) {
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const std::vector<std::string> words{"", "a", "one two", "你好", "wide 你 row", "x y z", "0123456789ab", "é"};
    for (int run = 0; run < 60; ++run) {
        PainterBench bench({12, 8});
        std::vector<std::string> written{"start"};
        bench.paint({line("start")}, {});
        for (int step = 0; step < 40; ++step) {
            StyledLines finished;
            for (int i = below(3) == 0 ? below(5) : 0; i > 0; --i) {
                const std::string& word = words[static_cast<size_t>(below(static_cast<int>(words.size())))];
                finished.push_back(line(word, below(2) == 0 ? Role::plain : Role::dim));
                written.push_back(word);
            }
            std::vector<std::string> rows;
            for (int i = 1 + below(7); i > 0; --i)
                rows.push_back(words[static_cast<size_t>(below(static_cast<int>(words.size())))]);
            const int cursor_row = below(static_cast<int>(rows.size()));
            const std::string bytes = bench.paint(finished, frame(rows, cursor_row, below(12)));
            std::vector<std::string> seen = bench.terminal.scrolled();
            for (const std::string& row : bench.terminal.screen())
                seen.push_back(row);
            std::vector<std::string> expected = written;
            expected.insert(expected.end(), rows.begin(), rows.end());
            while (!expected.empty() && expected.back().empty())
                expected.pop_back();
            while (!seen.empty() && seen.back().empty())
                seen.pop_back();
            ASSERT_EQ(seen, expected) << "run " << run << " step " << step << " "
                                      << ::testing::PrintToString(bytes);
            ASSERT_EQ(bench.terminal.cursor_row() + static_cast<int>(bench.terminal.scrolled().size()),
                      static_cast<int>(written.size()) + cursor_row);
        }
    }
}

// Where the first live row is when it is drawn next: so many rows above the cursor.
std::string way_up(Painter& painter) {
    const std::string bytes = painter.paint({}, frame({"new"}, 0, 0));
    return bytes.substr(0, bytes.find("\x1b[J"));
}

TEST(Painter, RowsThatWereWrappedAndAreWideAgainAreCountedOnce) { // B71
    const auto drawn = [] {
        Painter painter([](Role) { return std::string_view(); }, {20, 8}, Reflow::wraps);
        painter.paint({}, frame({"a row of 18 columns", "another", "> abc"}, 2, 5));
        return painter;
    };
    Painter narrow = drawn();
    narrow.resize({10, 8}, true);
    EXPECT_EQ(way_up(narrow), "\x1b[3A\r\r");
    Painter wide_again = drawn();
    wide_again.resize({10, 8}, true);
    wide_again.resize({30, 8}, true);
    EXPECT_EQ(way_up(wide_again), "\x1b[2A\r\r");
    Painter in_doubt = drawn(); // when nobody knows whether they were wrapped, none is taken that may not be ours
    in_doubt.resize({15, 8}, false);
    in_doubt.resize({10, 8}, true);
    EXPECT_EQ(way_up(in_doubt), "\x1b[2A\r\r");
}

TEST(Painter, AfterTheSizeChangedEachFinishedLineIsThereOnce) { // B71
    PainterBench bench({20, 8});
    bench.paint({line("first"), line("second")}, frame({"a tail of 18 chars", "working", "> abc", "status"}, 2, 5));
    for (const TerminalSize size : {TerminalSize{10, 8}, {10, 5}, {30, 5}, {30, 12}, {20, 8}}) {
        bench.terminal.resize(size);
        bench.painter.resize(size, true);
        bench.paint({}, frame({"tail", "working", "> abc", "status"}, 2, 5));
    }
    std::vector<std::string> seen = bench.terminal.scrolled();
    for (const std::string& row : bench.terminal.screen())
        seen.push_back(row);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), "first"), 1);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), "second"), 1);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), "status"), 1);
}

} // namespace thoth
