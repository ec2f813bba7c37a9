#include "search/find_files.h"

#include "fakes/temp_directory.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {
using Names = std::vector<std::string>;

Names found(const TempDirectory& root, std::string pattern, size_t most = SIZE_MAX) {
    FindQuery query{root.path(), std::move(pattern)};
    query.max_files = most;
    return find_files(query, {}).files;
}

TEST(FindFiles, MatchesPathsBelowTheStart) {
    TempDirectory root;
    for (const char* name : {"src/a.h", "src/ui/b.h", "srcs/c.h", "d.h", "src/e.c"})
        root.put(name, "");
    EXPECT_EQ(found(root, "*.h"), (Names{"d.h", "src/a.h", "src/ui/b.h", "srcs/c.h"}));
    EXPECT_EQ(found(root, "src/*.h"), (Names{"src/a.h", "src/ui/b.h"}));
    EXPECT_EQ(found(root, "src/**/b.h"), Names{"src/ui/b.h"});
    EXPECT_EQ(found(root, "**/d.h"), Names{"d.h"});
    EXPECT_EQ(found(root, "src/e.c"), Names{"src/e.c"});
}

TEST(FindFiles, EntersOnlyWhatLeadsToThePattern) {
    TempDirectory root;
    for (const char* name : {"src/a.h", "lib/b.h", "src.h"})
        root.put(name, "");
    const FindOutcome outcome = find_files({root.path(), "src/*"}, {});
    EXPECT_EQ(outcome.files, Names{"src/a.h"});
    EXPECT_EQ(outcome.stats.files, 1u);
}

TEST(FindFiles, StopsInOrder) {
    TempDirectory root;
    for (const char* name : {"a/1", "b/1", "c/1", "d"})
        root.put(name, "");
    FindQuery query{root.path(), "*"};
    query.max_files = 2;
    const FindOutcome outcome = find_files(query, {});
    EXPECT_EQ(outcome.files, (Names{"a/1", "b/1"}));
    EXPECT_TRUE(outcome.more);
    query.max_files = 4;
    EXPECT_FALSE(find_files(query, {}).more);
}

} // namespace
} // namespace thoth
