#include "ui/tui/theme.h"

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>

namespace thoth {

TEST(Theme, SetsColoursOnlyWhereTheyAreWanted) {
    EXPECT_EQ(Theme(true).attributes(Role::added), "\x1b[32m");
    EXPECT_EQ(Theme(true).attributes(Role::plain), "");
    for (int role = 0; role <= static_cast<int>(Role::chosen); ++role) { // NO_COLOR
        const std::string_view attributes = Theme(false).attributes(static_cast<Role>(role));
        EXPECT_EQ(attributes.find("3"), attributes == "\x1b[3m" ? 2 : std::string_view::npos) << role;
    }
}

// Each of the sixteen colours that are used is seen on a dark and on a light background; black and white are each
// unseen on one of them, and a background would need a colour to go with it.
TEST(Theme, IsReadableOnDarkAndLight) {
    const std::set<std::string> good{"1", "2", "3", "4", "7", "31", "32", "33", "34", "36"};
    for (int role = 0; role <= static_cast<int>(Role::chosen); ++role) {
        std::string attributes(Theme(true).attributes(static_cast<Role>(role)));
        if (attributes.empty()) continue;
        ASSERT_TRUE(attributes.starts_with("\x1b[") && attributes.ends_with("m"));
        std::istringstream numbers(attributes.substr(2, attributes.size() - 3));
        for (std::string number; std::getline(numbers, number, ';');)
            EXPECT_TRUE(good.contains(number)) << role << " " << number;
    }
}

TEST(Theme, ResetsBehindWhatItSet) {
    EXPECT_EQ(drawn({{{"a", Role::plain}, {"b", Role::strong}}}, Theme(true)), "a\x1b[1mb\x1b[0m");
}

} // namespace thoth
