#include "web/page_cache.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(PageCache, KeepsTheNewestPages) {
    PageCache cache;
    cache.add({.asked = "a", .found = "a", .text = std::string(9 * 1024 * 1024, 'x')});
    cache.add({.asked = "b", .found = "b", .text = std::string(6 * 1024 * 1024, 'x')});
    EXPECT_NE(cache.find("a"), nullptr);
    cache.add({.asked = "c", .found = "c", .text = std::string(2 * 1024 * 1024, 'x')});
    EXPECT_EQ(cache.find("a"), nullptr);
    EXPECT_NE(cache.find("b"), nullptr);
    cache.add({.asked = "b", .found = "b", .text = "new"});
    EXPECT_EQ(cache.find("b")->text, "new");
    for (int i = 0; i < 40; ++i)
        cache.add({.asked = std::to_string(i), .found = "", .text = "t"});
    EXPECT_EQ(cache.find("b"), nullptr);
    EXPECT_NE(cache.find("39"), nullptr);
}

} // namespace thoth
