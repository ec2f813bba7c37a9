#include "text/terminal_text.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string shown(std::string_view bytes, size_t piece = std::string_view::npos) {
    TerminalText text;
    std::string out;
    for (size_t at = 0; at < bytes.size(); at += std::min(piece, bytes.size() - at))
        out += text.feed(bytes.substr(at, piece));
    return out + text.finish();
}

TEST(TerminalText, KeepsTheLastFrameOfALine) { // B37
    std::string progress;
    for (int i = 1; i <= 1000; ++i)
        progress += "\r" + std::to_string(i) + "%";
    EXPECT_EQ(terminal_text(progress), "1000%");
    const std::string bytes = progress + "\n\033[31mred\033[0m\b\n";
    EXPECT_EQ(shown(bytes), "1000%\nred\n");
    EXPECT_EQ(shown(bytes, 1), "1000%\nred\n");
}

TEST(TerminalText, ACarriageReturnAtTheEndOfALineErasesNothing) {
    EXPECT_EQ(shown("one\r\ntwo\r\r\nthree\r"), "one\ntwo\nthree");
    EXPECT_EQ(shown("10%\r20%\r\n"), "20%\n");
    EXPECT_EQ(shown("working\r\033[K\ndone\n"), "\ndone\n");
}

TEST(TerminalText, AnyBytesBecomeText) {
    EXPECT_EQ(shown(std::string_view("a\xFF\0b\n", 5)), "a\uFFFDb\n");
    EXPECT_EQ(shown("\xC3\xA9", 1), "é");
}

TEST(TerminalText, AnEndlessLinePassesThrough) {
    const std::string line(200'000, 'x');
    EXPECT_EQ(shown(line + "\rnext\n", 1000), line + "\nnext\n");
}

} // namespace
} // namespace thoth
