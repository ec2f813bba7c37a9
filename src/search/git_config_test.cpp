#include "search/git_config.h"

#include <gtest/gtest.h>
#include <vector>

namespace thoth {
namespace {
using Read = std::vector<std::pair<std::string, std::string>>;

Read read(std::string_view text) {
    Read read;
    read_git_config(text, [&](std::string_view key, const std::string& value) { read.emplace_back(key, value); });
    return read;
}

TEST(GitConfig, SectionsKeysAndValues) {
    EXPECT_EQ(read("[Core]\n\tExcludesFile = ~/x y  ; note\n[remote \"a.B\"] url=u\n  bare\n# c\n"),
              (Read{{"core.excludesfile", "~/x y"}, {"remote.a.B.url", "u"}, {"remote.a.B.bare", "true"}}));
}

TEST(GitConfig, QuotesEscapesAndLinesThatGoOn) {
    EXPECT_EQ(read("[a]\nb = \" x # y \" z\\tq\\\n w\n"), (Read{{"a.b", " x # y  z\tq w"}}));
}

TEST(GitConfig, StopsWhereGitWouldRefuse) {
    EXPECT_EQ(read("[a]\nb = 1\nc = \"open\nd = 2\n"), (Read{{"a.b", "1"}}));
    EXPECT_EQ(read("[a\nb = 1\n"), Read{});
    EXPECT_EQ(read("[a]\nb \\= 1\n"), Read{});
}

TEST(GitConfig, KnowsWhatIsTrue) {
    for (const char* text : {"true", "YES", "On", "1"})
        EXPECT_TRUE(is_git_true(text)) << text;
    for (const char* text : {"false", "0", "", "maybe"})
        EXPECT_FALSE(is_git_true(text)) << text;
}

} // namespace
} // namespace thoth
