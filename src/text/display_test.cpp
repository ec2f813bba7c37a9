#include "text/display.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace thoth {

TEST(Display, PlainTextOfAnyScriptPasses) {
    for (const std::string_view text :
         {"", "two\nlines\n", "Gr\u00FC\u00DFe, \u4F60\u597D, \u0645\u0631\u062D\u0628\u0627", "na\u0308ive",
          "\U0001F600", "\u2192 \u2502 \u2500", "caf\u00E9 \uE0B0"})
        EXPECT_EQ(display_text(text), text);
}

TEST(Display, CsiSequencesGo) {
    EXPECT_EQ(display_text("\x1b[31mred\x1b[0m \x1b[?25l\x1b[2J\x1b[1;2H\x1b[>0q\x1b[!pend"), "red end");
    EXPECT_EQ(display_text("\u009B31mred\u009B0m"), "red");
}

TEST(Display, StringSequencesGoWithTheirText) {
    EXPECT_EQ(display_text("a\x1b]0;title\ab"), "ab");
    EXPECT_EQ(display_text("a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b"), "alinkb");
    EXPECT_EQ(display_text("a\u009D52;c;AAAA\u009Cb"), "ab");
    EXPECT_EQ(display_text("a\x1bPq#0\a~~\x1b\\b"), "ab");
    EXPECT_EQ(display_text("a\x1bXsos\x1b\\b\x1b^pm\x1b\\c\x1b_apc\x1b\\d"), "abcd");
    EXPECT_EQ(display_text("a\u0090dcs\u009Cb\u0098sos\u009Cc\u009Epm\u009Cd\u009Fapc\u009Ce"), "abcde");
    EXPECT_EQ(display_text("a\x1bPtmux;\x1b\x1b]52;c;AA\a\x1b\\b"), "ab");
    EXPECT_EQ(display_text("a\x1b]0;cancelled\x18"
                           "b\x1b]0;x\x1a"
                           "c"),
              "abc");
}

TEST(Display, ShortEscapesGo) {
    EXPECT_EQ(display_text("a\x1b"
                           "cb\x1b(Bc\x1b#8d\x1b=e\x1b%Gf"),
              "abcdef");
    EXPECT_EQ(display_text("a\u0084b\u0085c\u0099d"), "abcd");
}

TEST(Display, AnUnfinishedSequenceHidesNothingThatFollows) {
    EXPECT_EQ(display_text("a\x1b]0;title\nrm -rf\n"), "a\nrm -rf\n");
    EXPECT_EQ(display_text("a\x1bPdata\nb"), "a\nb");
    EXPECT_EQ(display_text("a\x1b[3\u00E9m"), "a\u00E9m");
    EXPECT_EQ(display_text("a\x1b[3\nm"), "a\nm");
    EXPECT_EQ(display_text("a\x1b\nb"), "a\nb");
    EXPECT_EQ(display_text("a\x1b[12\x1b[1mb"), "ab");
}

TEST(Display, AnUnfinishedSequenceAtTheEndGoes) {
    for (const std::string_view end :
         {"\x1b", "\x1b[", "\x1b[1;", "\x1b]0;ti", "\x1b]0;ti\x1b", "\x1b(", "\x1bP1", "\u009B", "\u009D0;"})
        EXPECT_EQ(display_text("text" + std::string(end)), "text");
}

TEST(Display, ControlCharactersGoAndTabsBecomeSpaces) {
    EXPECT_EQ(display_text(std::string_view("a\0b\ac\bd\x7f"
                                            "e\x0e\x0f\v\f",
                                            13)),
              "abcde");
    EXPECT_EQ(display_text("a\tb\r\nc\rd"), "a    b\ncd");
}

TEST(Display, BytesThatAreNotUtf8AreShownAsReplacements) {
    EXPECT_EQ(display_text("a\xFF"
                           "b\x9B"
                           "31mc\xE2\x82"),
              "a\uFFFDb\uFFFD31mc\uFFFD");
}

TEST(Display, OverridesAndHiddenCharactersGo) {
    EXPECT_EQ(display_text("a\u202Eb\u202Ac\u2066d\u2069e\u200Ef\u200Fg\u061Ch"), "abcdefgh");
    EXPECT_EQ(display_text("\uFEFFa\u200Bb\u2060c\u00ADd\u2064e\u180Ef\uFFF9g"), "abcdefg");
    EXPECT_EQ(display_text("a\U000E0041\U000E0042\U000E0100b\uFE00c"), "abc");
    EXPECT_EQ(display_text("pass\u200Dwo\u200Crd\u200D"), "password");
}

TEST(Display, JoinersStayWhereEmojiAndScriptsNeedThem) {
    for (const std::string_view text :
         {"\U0001F468\u200D\U0001F469\u200D\U0001F467", "\u2764\uFE0F\u200D\U0001F525",
          "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", "\u0915\u094D\u200D\u0937", "1\uFE0F\u20E3"})
        EXPECT_EQ(display_text(text), text);
    EXPECT_EQ(display_text("\U0001F468\u200D\u200D\u200D\U0001F469"), "\U0001F468\u200D\U0001F469");
    EXPECT_EQ(display_text("\U0001F468\u200D x"), "\U0001F468 x");
    EXPECT_EQ(display_text("\u2764\uFE0F\uFE0F\uFE0E\uFE0F"), "\u2764\uFE0F");
}

TEST(Display, OneLineShowsLineEndsAsASpace) {
    EXPECT_EQ(display_line("a\r\nb\nc\rd\te"), "a b c d    e");
    EXPECT_EQ(display_line("\x1b[1mbold\x1b[0m\n"), "bold ");
}

TEST(Display, ACommandLineShowsEverything) {
    EXPECT_EQ(visible_text("ls -l\necho h\u00E9"), "ls -l\necho h\u00E9");
    EXPECT_EQ(visible_text("rm\t\x1b[8mx\r\x7f"), "rm\\x09\\x1b[8mx\\x0d\\x7f");
    EXPECT_EQ(visible_text(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(visible_text("a\u202Eb\u200Dc\u009Bd\u00A0e\U000E0041"),
              "a<U+202E>b<U+200D>c<U+009B>d<U+00A0>e<U+E0041>");
    EXPECT_EQ(visible_text("a\xE2\x82z\xFF"), "a\\xe2\\x82z\\xff");
    EXPECT_EQ(visible_line("a\r\nb\u200B"), "a\\x0d\\x0ab<U+200B>");
}

namespace {

// Pieces that together make every state of the filter likely.
std::string random_text(std::mt19937& random) {
    const std::vector<std::string> pieces = {
        "\x1b",   "[",      "]",    "P",      "\\",     "\a",     "\n",     "\r",     "\t",         "1;2",
        "m",      "(",      "text", "\u009B", "\u009D", "\u009C", "\u202E", "\u200D", "\U0001F468", "\uFE0F",
        "\u0645", "\u200C", "\xE2", "\x82",   "\xF0",   "\x9B",   "\u00E9", "\x18",   "_",          " "};
    std::string text;
    for (size_t count = random() % 14; count > 0; --count)
        text += pieces[random() % pieces.size()];
    return text;
}

} // namespace

TEST(Display, AStreamSplitAnywhereShowsTheSameAsTheWhole) {
    std::mt19937 random(7); // NOLINT: the same texts every time
    for (int round = 0; round < 300; ++round) {
        const std::string text = random_text(random);
        const std::string whole = display_text(text);
        DisplayFilter bytewise;
        std::string joined;
        for (const char byte : text)
            joined += bytewise.feed({&byte, 1});
        EXPECT_EQ(joined + bytewise.finish(), whole) << visible_text(text);
        for (size_t split = 0; split <= text.size(); ++split) {
            DisplayFilter filter;
            const std::string first = filter.feed(std::string_view(text).substr(0, split));
            const std::string second = filter.feed(std::string_view(text).substr(split));
            ASSERT_EQ(first + second + filter.finish(), whole) << split << ' ' << visible_text(text);
        }
    }
}

TEST(Display, WhatWasFilteredStaysAsItIs) {
    std::mt19937 random(11); // NOLINT: the same texts every time
    for (int round = 0; round < 600; ++round) {
        const std::string shown = display_text(random_text(random));
        ASSERT_EQ(display_text(shown), shown) << visible_text(shown);
        for (const char byte : shown)
            ASSERT_TRUE(byte == '\n' || (static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F));
    }
}

TEST(Display, AFilterStartsAfreshAfterFinish) {
    DisplayFilter filter;
    EXPECT_EQ(filter.feed("a\x1b]0;ti"), "a");
    EXPECT_EQ(filter.finish(), "");
    EXPECT_EQ(filter.feed("b"), "b");
}

} // namespace thoth
