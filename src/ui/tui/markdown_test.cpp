#include "ui/tui/markdown.h"

#include "fakes/drawn_rows.h"
#include "ui/tui/wrap.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
std::string rows_of(std::string_view text, int width = 40) {
    return rows_text(markdown_block(text, width));
}

constexpr std::string_view k_everything =
    "# A title\nText with **bold**, *slanted* and `code`.\nA second line.\n\n"
    "Setext\n------\n\n"
    "- one\n- two that is so long that it has to be wrapped\n  - below\n\n    more of it\n- [x] done\n\n"
    "1. first\n1. second\n```cpp\nint main() {\n    return 0;\n\n}\n```\n"
    "> quoted **text**\n> goes on\n>\n> and on\n\n"
    "| name | count |\n|------|------:|\n| a    |     1 |\n| 你好 |    20 |\n\n"
    "A [link](https://example.org/x) and <https://example.org>.\n***\n"
    "    indented\n\n    code\n\n"
    "~~~diff\n+added\n-removed\n~~~\nEnd &amp; &#27;[2J &unknown; \x1b[2Jdone";
} // namespace

TEST(Markdown, BlocksAreSetApart) { // V15
    EXPECT_EQ(rows_of(k_everything), "A title\n"
                                     "Text with bold, slanted and code.\n"
                                     "A second line.\n"
                                     "\n"
                                     "Setext\n"
                                     "• one\n"
                                     "• two that is so long that it has to be\n"
                                     "  wrapped\n"
                                     "  • below\n"
                                     "\n"
                                     "    more of it\n"
                                     "• [x] done\n"
                                     "\n"
                                     "1. first\n"
                                     "2. second\n"
                                     "\n"
                                     "─── cpp\n"
                                     "int main() {\n"
                                     "    return 0;\n"
                                     "\n"
                                     "}\n"
                                     "───\n"
                                     "\n"
                                     "│ quoted text\n"
                                     "│ goes on\n"
                                     "│ \n"
                                     "│ and on\n"
                                     "\n"
                                     "name  count\n"
                                     "────  ─────\n"
                                     "a         1\n"
                                     "你好     20\n"
                                     "\n"
                                     "A link (https://example.org/x) and\n"
                                     "https://example.org.\n"
                                     "\n"
                                     "────────────────────────────────────────\n"
                                     "\n"
                                     "  indented\n"
                                     "\n"
                                     "  code\n"
                                     "\n"
                                     "─── diff\n"
                                     "+added\n"
                                     "-removed\n"
                                     "───\n"
                                     "\n"
                                     "End & [2J &unknown; done\n");
}

TEST(Markdown, SplitAtEveryByteGivesTheSameAsTheWhole) {
    const StyledLines whole = markdown_block(k_everything, 40);
    for (size_t at = 0; at <= k_everything.size(); ++at) {
        MarkdownStream stream;
        StyledLines rows = stream.feed(k_everything.substr(0, at), 40);
        append(rows, stream.feed(k_everything.substr(at), 40));
        append(rows, stream.finish(40));
        ASSERT_EQ(rows, whole) << at;
    }
    MarkdownStream stream;
    StyledLines rows;
    for (const char byte : k_everything) {
        append(rows, stream.feed({&byte, 1}, 40));
        EXPECT_LE(widest_row(stream.tail(40)), 40);
    }
    append(rows, stream.finish(40));
    EXPECT_EQ(rows, whole);
}

TEST(Markdown, WhatIsFinishedAndTheTailAreTheWholeAtEveryLine) {
    for (size_t at = 0; at < k_everything.size(); ++at) {
        if (k_everything[at] != '\n') continue;
        MarkdownStream stream;
        StyledLines seen = stream.feed(k_everything.substr(0, at + 1), 40);
        append(seen, stream.tail(40));
        // A fence that is still open has no end yet.
        StyledLines whole = markdown_block(k_everything.substr(0, at + 1), 40);
        if (seen.size() < whole.size() && plain_text(whole.back()) == "───") whole.pop_back();
        EXPECT_EQ(rows_text(seen), rows_text(whole)) << k_everything.substr(0, at + 1);
    }
}

TEST(Markdown, GivesOutWhatCannotChangeAnyMore) {
    MarkdownStream stream;
    EXPECT_EQ(rows_text(stream.feed("# Title\nA para", 40)), "Title\n");
    EXPECT_EQ(rows_text(stream.tail(40)), "A para\n");
    EXPECT_EQ(rows_text(stream.feed("graph\n\n- one\n", 40)), "A paragraph\n");
    EXPECT_EQ(rows_text(stream.feed("- two\n", 40)), "\n• one\n");
    EXPECT_EQ(rows_text(stream.feed("```\ncode\nmo", 40)), "• two\n\n───\ncode\n");
    EXPECT_EQ(rows_text(stream.tail(40)), "mo\n");
    EXPECT_EQ(rows_text(stream.finish(40)), "mo\n───\n");
    EXPECT_FALSE(stream.is_open());
}

TEST(Markdown, NumbersGoOnOverItemsThatWereGivenOut) {
    EXPECT_EQ(rows_of("3. a\n3. b\n\n   more\n3. c\n"), "3. a\n4. b\n\n   more\n5. c\n");
    EXPECT_EQ(rows_of("1. a\n\n- b\n"), "1. a\n\n• b\n");
    EXPECT_EQ(rows_of("1. a\n   ```\n   x\n   ```\n2. b\n"), "1. a\n\n   ───\n   x\n   ───\n2. b\n");
}

TEST(Markdown, MarksThatAreStillOpenDoNotShow) {
    MarkdownStream stream;
    const auto tail_of = [&](std::string_view text) {
        stream.finish(40);
        stream.feed(text, 40);
        return rows_text(stream.tail(40));
    };
    EXPECT_EQ(tail_of("some **bol"), "some bol\n");
    EXPECT_EQ(tail_of("some **bold*"), "some bold\n");
    EXPECT_EQ(tail_of("some `cod"), "some cod\n");
    EXPECT_EQ(tail_of("text\n-"), "text\n");
    EXPECT_EQ(tail_of("``"), "");
    EXPECT_EQ(tail_of("```\ncode\n``"), "");
}

TEST(Markdown, RolesSayWhatItIs) {
    const StyledLines rows = markdown_block("# T\n**b** *e* `c` [l](u)\n\n```diff\n+a\n-r\n```\n", 40);
    EXPECT_EQ(texts_of(rows, Role::heading), "T");
    EXPECT_EQ(texts_of(rows, Role::strong), "b");
    EXPECT_EQ(texts_of(rows, Role::emphasis), "e");
    EXPECT_EQ(texts_of(rows, Role::code), "c");
    EXPECT_EQ(texts_of(rows, Role::link), "l");
    EXPECT_EQ(texts_of(rows, Role::added), "+a");
    EXPECT_EQ(texts_of(rows, Role::removed), "-r");
}

TEST(Markdown, HtmlAndReferencesAreTextAndNothingIsRaw) { // G19
    EXPECT_EQ(rows_of("<b>x</b>\n"), "<b>x</b>\n");
    EXPECT_EQ(rows_of("a\x1b]0;t\x07"
                      "b\u202e&#x202e;c&#x9b;\n"),
              "abc\n");
    EXPECT_EQ(rows_of("[a\x1b[2J](b\x1b[2J)"), "a (b)\n");
}

TEST(Markdown, WideTablesAreWrappedAndThenBecomeLines) {
    constexpr std::string_view table = "|a|b|\n|---|---|\n|one two three four|five six seven|\n";
    EXPECT_EQ(rows_of(table, 24), "a            b\n"
                                  "───────────  ───────────\n"
                                  "one two      five six\n"
                                  "three four   seven\n");
    EXPECT_EQ(rows_of(table, 12), "a: one two\n  three four\nb: five six\n  seven\n");
}

TEST(Markdown, IsBoundedWhateverComes) {
    const std::string long_word(50'000, 'x');
    std::string columns = "|";
    for (int n = 0; n < 1'500; ++n)
        columns += "a|";
    std::string delimiters = "\n|";
    for (int n = 0; n < 1'500; ++n)
        delimiters += "---|";
    std::string rows;
    for (int n = 0; n < 1'500; ++n)
        rows += "\n|";
    for (const std::string& text :
         {long_word, "```\n" + long_word, std::string(20'000, '>'), std::string(20'000, '*'),
          std::string(20'000, '['), columns + delimiters + rows}) {
        MarkdownStream stream;
        StyledLines out;
        for (size_t at = 0; at < text.size(); at += 5'000)
            append(out, stream.feed(std::string_view(text).substr(at, 5'000), 40));
        EXPECT_LE(widest_row(stream.tail(40)), 40);
        append(out, stream.finish(40));
        EXPECT_LE(widest_row(out), 40);
        EXPECT_EQ(out, markdown_block(text, 40));
    }
}

} // namespace thoth
