#include "workspace/line_index_cache.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

constexpr uint64_t k_block = SparseLineIndex::k_block_bytes;
const Path k_log = "/big.log";

// Each line fills a block.
std::string lines(uint64_t blocks, char letter = 'x') {
    std::string text;
    for (uint64_t i = 0; i < blocks; ++i)
        text += std::string(k_block - 1, letter) + '\n';
    return text;
}

SparseLineIndex index_of(std::string_view text) {
    SparseLineIndex index;
    for (uint64_t at = k_block; at < text.size(); at += k_block)
        index.add({at, static_cast<int64_t>(at / k_block)});
    return index;
}

void remember(LineIndexCache& cache, const MemoryFileSystem& files, const Path& path = k_log) {
    cache.store(files, path, files.status(path).value(), index_of(files.text(path).value()));
}
uint64_t known_bytes(LineIndexCache& cache, const MemoryFileSystem& files, const Path& path = k_log) {
    return cache.find(files, path, files.status(path).value()).last().offset;
}

TEST(SparseLineIndex, FindsTheBlockBeforeALine) {
    SparseLineIndex index;
    EXPECT_EQ(index.before(7), (LineMark{0, 0}));
    index.add({k_block, 3});
    index.add({2 * k_block, 3}); // one long line
    index.add({3 * k_block, 9});
    EXPECT_EQ(index.before(1), (LineMark{0, 0}));
    EXPECT_EQ(index.before(3), (LineMark{0, 0}));
    EXPECT_EQ(index.before(4), (LineMark{0, 0})); // line end 3 comes before the mark
    EXPECT_EQ(index.before(5), (LineMark{2 * k_block, 3}));
    EXPECT_EQ(index.before(10), (LineMark{2 * k_block, 3}));
    EXPECT_EQ(index.before(11), (LineMark{3 * k_block, 9}));
    EXPECT_EQ(index.before(1'000'000), index.last());
}

TEST(SparseLineIndex, TakesNothingButTheNextBlock) {
    SparseLineIndex index;
    index.add({0, 0});
    index.add({2 * k_block, 5});
    EXPECT_EQ(index.last(), (LineMark{0, 0}));
    index.add({k_block, 2});
    index.add({k_block, 3});
    EXPECT_EQ(index.last(), (LineMark{k_block, 2}));
}

TEST(LineIndexCache, KnowsAFileThatIsStillTheSame) {
    MemoryFileSystem files;
    files.put(k_log, lines(3) + "tail");
    LineIndexCache cache;
    EXPECT_EQ(known_bytes(cache, files), 0u);
    remember(cache, files);
    EXPECT_EQ(known_bytes(cache, files), 3 * k_block);
    EXPECT_EQ(cache.find(files, k_log, files.status(k_log).value()).before(4), (LineMark{2 * k_block, 2}));
}

TEST(LineIndexCache, KeepsTheMarksOfAFileThatGrew) {
    MemoryFileSystem files;
    files.put(k_log, lines(2) + "tail");
    LineIndexCache cache;
    remember(cache, files);
    ASSERT_TRUE(files.open_append(k_log, 0644).value()->append(lines(2), Durability::buffered));
    EXPECT_EQ(known_bytes(cache, files), 2 * k_block);
}

TEST(LineIndexCache, ForgetsAFileThatChangedOtherwise) {
    MemoryFileSystem files;
    LineIndexCache cache;
    const std::string before = lines(3) + "tail";
    const auto known_after = [&](const auto& change) {
        files.put(k_log, before);
        remember(cache, files);
        change();
        return known_bytes(cache, files);
    };
    const auto rewritten = [&](const std::string& bytes) {
        return [&files, bytes] { ASSERT_TRUE(files.write(k_log, bytes, 0644, Durability::buffered)); };
    };
    EXPECT_EQ(known_after([] {}), 3 * k_block);
    EXPECT_EQ(known_after(rewritten(lines(1))), 0u);                                // shorter
    EXPECT_EQ(known_after(rewritten(lines(4, 'y'))), 0u);                           // longer, but another
    EXPECT_EQ(known_after(rewritten(lines(2) + lines(1, 'y') + "tail")), 0u);       // the same size
    EXPECT_EQ(known_after(rewritten(lines(2) + lines(1, 'y') + "tail, more")), 0u); // not only at its end
    EXPECT_EQ(known_after([&] { files.put(k_log, before + before); }), 0u);         // renamed into its place
    EXPECT_EQ(known_after([&] { files.put(k_log, ""); }), 0u);
}

TEST(LineIndexCache, KeepsTheFilesThatWereUsedLast) {
    MemoryFileSystem files;
    LineIndexCache cache;
    const auto name = [](size_t i) { return Path("/log" + std::to_string(i)); };
    for (size_t i = 0; i <= LineIndexCache::k_max_files; ++i)
        files.put(name(i), lines(1) + "tail");
    for (size_t i = 0; i < LineIndexCache::k_max_files; ++i)
        remember(cache, files, name(i));
    EXPECT_EQ(known_bytes(cache, files, name(0)), k_block);
    remember(cache, files, name(LineIndexCache::k_max_files));
    EXPECT_EQ(known_bytes(cache, files, name(0)), k_block);
    EXPECT_EQ(known_bytes(cache, files, name(1)), 0u);
}

} // namespace
} // namespace thoth
