#include "tools/read_line.h"

#include "fakes/tool_bench.h"
#include "text/unicode.h"

namespace thoth {
namespace {

std::string read(ToolBench& bench, const Json& arguments) {
    const auto result = bench.call("read_file", arguments);
    return result ? *result : describe(result.error());
}

Coverage coverage(const ToolBench& bench, const std::string& name) {
    return bench.ledger.coverage("/project/" + name, hash_of(bench.files.text(name)));
}

std::string letters(size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i)
        out += static_cast<char>('a' + i % 26);
    return out;
}

// T11, B18
TEST(ReadLine, ReadsOnWhereALineWasCut) {
    ToolBench bench{{"min.js", letters(10'000)}};
    bench.context.budget.result_chars = 4'000;
    EXPECT_NE(read(bench, {{"path", "min.js"}}).find("go on with offset=1 column=501]"), std::string::npos);
    std::string text;
    for (int column = 501, calls = 0; column != 0 && calls < 9; ++calls) {
        const std::string answer = read(bench, {{"path", "min.js"}, {"offset", 1}, {"column", column}});
        ASSERT_LE(utf8_length(answer), 4'000u);
        text += answer.substr(7, answer.find('\n') - 7);
        const size_t next = answer.find("column=");
        column = next == std::string::npos ? 0 : std::stoi(answer.substr(next + 7));
    }
    EXPECT_EQ(text, letters(10'000).substr(500));
    EXPECT_EQ(coverage(bench, "min.js"), Coverage::partial);
}

TEST(ReadLine, TheFooterNamesLineCharactersTotalAndNextColumn) {
    ToolBench bench{{"a.txt", "one\n" + letters(5'000) + "\nlast\n"}};
    bench.context.budget.result_chars = 1'308;
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"offset", 2}, {"column", 27}}),
              "     2\t" + letters(1'000) +
                  "\n[line 2: characters 27-1026 of 5000; go on with offset=2 column=1027]\n");
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"offset", 2}, {"column", 4'999}}),
              "     2\t" + letters(5'000).substr(4'998) +
                  "\n[line 2: characters 4999-5000 of 5000; the end of the line]\n");
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"column", 0}}),
              "     1\tone\n[line 1: characters 1-3 of 3; the end of the line]\n");
}

// G01
TEST(ReadLine, CountsAsReadWhenItIsShownWhole) {
    ToolBench bench{{"a.txt", letters(2'000) + "\n"}};
    ASSERT_TRUE(bench.call("read_file", {{"path", "a.txt"}, {"column", 2}}));
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::partial);
    ASSERT_TRUE(bench.call("read_file", {{"path", "a.txt"}, {"column", 1}}));
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::whole);
}

TEST(ReadLine, BytesThatAreNotTextDoNotCountAsRead) {
    ToolBench bench{{"a.txt", "caf\xe9"}};
    EXPECT_EQ(
        read(bench, {{"path", "a.txt"}, {"column", 1}}),
        "     1\tcaf\uFFFD\n[line 1: characters 1-4 of 4; the end of the line]\n"
        "[the line holds bytes that are not text; they are shown as U+FFFD, and it does not count as read]\n");
    EXPECT_EQ(coverage(bench, "a.txt"), Coverage::partial);
}

TEST(ReadLine, RefusesPlacesThatAreNone) {
    ToolBench bench{{"a.txt", "four\n\n"}, {"empty", ""}};
    EXPECT_EQ(
        read(bench, {{"path", "a.txt"}, {"column", 5}}),
        "read_file: \"column\" 5 is past the end: line 1 of \"a.txt\" has 4 characters (use a column from 1 to "
        "4)");
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"offset", 3}, {"column", 1}}),
              "read_file: \"offset\" 3 is past the end: \"a.txt\" has 2 lines (use an offset from 1 to 2)");
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"column", -1}}),
              "read_file: \"column\" is -1 (characters are counted from 1)");
    EXPECT_EQ(read(bench, {{"path", "a.txt"}, {"offset", 2}, {"column", 1}}), "     2\t\n[line 2 is empty]\n");
    EXPECT_EQ(read(bench, {{"path", "empty"}, {"column", 1}}), "(empty is empty)");
}

// F06
TEST(ReadLine, ReachesIntoFilesThatAreNotReadWhole) {
    ToolBench bench;
    bench.files.put("min.js", std::string(3'000'000, 'x') + "the end");
    EXPECT_EQ(read(bench, {{"path", "min.js"}, {"column", 3'000'001}}),
              "     1\tthe end\n[line 1: characters 3000001-3000007 of 3000007; the end of the line]\n");
    EXPECT_LE(bench.memory.largest_read(), 256u * 1024);
}

TEST(ReadLine, ColumnsOfUtf16AreCharactersToo) {
    ToolBench bench{{"w.txt", std::string("\xFF\xFE=\xD8\0\xDEx\0", 8)}};
    EXPECT_EQ(read(bench, {{"path", "w.txt"}, {"column", 2}}),
              "     1\tx\n[line 1: characters 2-2 of 2; the end of the line]\n"
              "[UTF-16 text; it cannot be changed with edit_file, multi_edit or write_file]\n");
}

} // namespace
} // namespace thoth
