#include "search/path_pattern.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(PathPattern, IsRelativeHoweverItIsWritten) {
    for (const char* pattern : {"src/*.c", "./src/*.c", ".//./src/*.c", "/p/q/src/*.c", "/p/q/./src/*.c"})
        EXPECT_EQ(pattern_below("/p/q", pattern), "src/*.c") << pattern;
    EXPECT_EQ(pattern_below("/", "/src/*.c"), "src/*.c");
    for (const char* pattern : {"*", "../x", "/p/qq/x", "/x", ".a", "..", "", "a/./b", "/p/q"})
        EXPECT_EQ(pattern_below("/p/q", pattern), pattern);
}

TEST(PathPattern, AFolderIsAllThatIsInIt) {
    EXPECT_EQ(pattern_below("/p", "src/"), "src/**");
    EXPECT_EQ(pattern_below("/p", "/p/"), "**");
    EXPECT_EQ(pattern_below("/p", "./"), "**");
}

} // namespace thoth
