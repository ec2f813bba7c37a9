#include "text/clusters.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace thoth {

namespace {
std::vector<std::string> clusters(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t at = 0; at < text.size();) {
        const size_t end = next_cluster(text, at);
        parts.push_back(text.substr(at, end - at));
        at = end;
    }
    return parts;
}

std::vector<std::string> clusters_backwards(const std::string& text) {
    std::vector<std::string> parts;
    for (size_t at = text.size(); at > 0;) {
        const size_t start = previous_cluster(text, at);
        parts.insert(parts.begin(), text.substr(start, at - start));
        at = start;
    }
    return parts;
}

const std::string k_family = "👨\u200d👩\u200d👧";
} // namespace

TEST(Clusters, AreWhatPeopleSeeInBothDirections) { // B74
    const std::vector<std::string> expected{"a", "e\u0301", "你", k_family, "🇩🇪", "🇫🇷", "\n", "ｱ", "❤\ufe0f", "x"};
    std::string text;
    for (const std::string& part : expected)
        text += part;
    EXPECT_EQ(clusters(text), expected);
    EXPECT_EQ(clusters_backwards(text), expected);
}

TEST(Clusters, TakeTheColumnsThatATerminalGivesThem) { // B74
    EXPECT_EQ(text_width("abc"), 3);
    EXPECT_EQ(text_width("你好，ab"), 8);
    EXPECT_EQ(text_width("e\u0301"), 1);
    EXPECT_EQ(text_width(k_family), 2);
    EXPECT_EQ(text_width("🇩🇪"), 2);
    EXPECT_EQ(text_width("ｱ"), 1);
    EXPECT_EQ(text_width("❤\ufe0f"), 2);
    EXPECT_EQ(text_width("\x07"), 0);
}

TEST(Clusters, EndSomewhereInEndlessMarksAndBytes) {
    std::string marks = "a";
    for (int i = 0; i < 1'000; ++i)
        marks += "\u0301";
    EXPECT_LT(next_cluster(marks, 0), 300U);
    EXPECT_EQ(clusters("\xff\xfe"), (std::vector<std::string>{"\xff", "\xfe"}));
    EXPECT_EQ(clusters_backwards(std::string(600, '\xff')).size(), 600U);
}

} // namespace thoth
