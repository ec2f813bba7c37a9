#include "tools/file_text.h"

#include "fakes/tool_bench.h"
#include "tools/line_window.h"

#include <fmt/format.h>

namespace thoth {
namespace {

// Just above 64 MB: lines of one megabyte, then short ones.
constexpr int k_long_lines = 65;
constexpr int k_short_lines = 1'000;

std::string large_file() {
    std::string text;
    for (int i = 0; i < k_long_lines; ++i)
        text += std::string(1'048'575, 'x') + '\n';
    for (int i = 1; i <= k_short_lines; ++i)
        text += fmt::format("short {}\n", i);
    return text;
}

std::string read(ToolBench& bench, int offset, int limit) {
    const auto result = bench.call("read_file", Json{{"path", "big"}, {"offset", offset}, {"limit", limit}});
    return result ? *result : describe(result.error());
}

// F06: the second call goes through the index, and finds the same.
TEST(FileText, AWindowDeepInALargeFileIsTheSameWithAndWithoutItsIndex) {
    ToolBench bench;
    bench.files.put("big", large_file());
    const std::string first = read(bench, k_long_lines + 500, 2);
    EXPECT_EQ(first, "   565\tshort 500\n   566\tshort 501\n[lines 565-566 of 1065; go on with offset=567]\n"
                     "[larger than 64 MB: can be read and searched, not changed]\n");
    const Path path = "/project/big";
    const SparseLineIndex index = bench.line_indexes.find(bench.memory, path, bench.memory.status(path).value());
    EXPECT_EQ(index.before(k_long_lines + 500).offset, 65u * 1'048'576);
    EXPECT_EQ(read(bench, k_long_lines + 500, 2), first);
    EXPECT_EQ(read(bench, k_long_lines, 2).substr(0, 20), "    65\txxxxxxxxxxxxx");
    EXPECT_EQ(read(bench, 1'066, 1), "read_file: \"offset\" 1066 is past the end: \"big\" has 1065 lines (use an "
                                     "offset from 1 to 1065)");

    ASSERT_TRUE(bench.memory.open_append(path, 0644).value()->append("grown\nmore", Durability::buffered));
    EXPECT_EQ(read(bench, 1'065, 5), "  1065\tshort 1000\n  1066\tgrown\n  1067\tmore\n"
                                     "[lines 1065-1067 of 1067, the end of the file]\n"
                                     "[larger than 64 MB: can be read and searched, not changed]\n");
    EXPECT_LE(bench.memory.largest_read(), SparseLineIndex::k_block_bytes);
    EXPECT_EQ(bench.ledger.coverage(path, hash_of("")), Coverage::unseen); // what is not hashed is not known
}

TEST(FileText, StopsWhenCancelledAndNamesTheTool) {
    ToolBench bench{{"a.txt", "x\n"}};
    std::stop_source stop;
    stop.request_stop();
    const TargetFile target = look_up_regular("read_file", "a.txt", bench.context).value();
    LineWindow window(1, 1, 100);
    EXPECT_EQ(error_text(read_lines("read_file", target, 1, window, bench.context, stop.get_token())),
              "read_file: cancelled by user");
}

TEST(FileText, TellsSizeLinesAndHash) {
    ToolBench bench{{"a.txt", "x\ny"}};
    const TargetFile target = look_up_regular("read_file", "a.txt", bench.context).value();
    LineWindow window(1, 1, 100);
    const FileFacts facts = read_lines("read_file", target, 1, window, bench.context, {}).value();
    EXPECT_EQ(facts.size, 3u);
    EXPECT_EQ(facts.total_lines, 2);
    EXPECT_EQ(facts.content, hash_of("x\ny"));
    EXPECT_FALSE(facts.utf16);
}

} // namespace
} // namespace thoth
