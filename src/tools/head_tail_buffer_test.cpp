#include "tools/head_tail_buffer.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

TEST(HeadTailBuffer, ShowsAllThatFits) {
    HeadTailBuffer buffer(10);
    EXPECT_EQ(buffer.text(10), "");
    buffer.add("12345");
    buffer.add("67890");
    EXPECT_EQ(buffer.text(10), "1234567890");
}

TEST(HeadTailBuffer, CountsWhatIsLeftOutBetweenWholeLines) {
    HeadTailBuffer buffer(24);
    for (int i = 1; i <= 1000; ++i)
        buffer.add(std::to_string(i) + "\n");
    // 3893 bytes; 8 for the beginning (four lines), 16 for the end (the LF before them is not theirs).
    EXPECT_EQ(buffer.text(24),
              "1\n2\n3\n4\n[... 3872 bytes with 993 line ends left out here ...]\n998\n999\n1000\n");
    EXPECT_EQ(buffer.size(), 3893u);
}

TEST(HeadTailBuffer, TextWithoutLinesIsCutBetweenCharacters) {
    HeadTailBuffer buffer(12);
    for (int i = 0; i < 50; ++i)
        buffer.add("é");
    EXPECT_EQ(buffer.text(12), "éé\n[... 88 bytes with 0 line ends left out here ...]\néééé");
}

TEST(HeadTailBuffer, OneLargePieceIsLikeManySmallOnes) {
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "line " + std::to_string(i) + "\n";
    HeadTailBuffer at_once(100);
    at_once.add(text);
    HeadTailBuffer in_pieces(100);
    for (const char c : text)
        in_pieces.add({&c, 1});
    EXPECT_EQ(at_once.text(90), in_pieces.text(90));
}

} // namespace
} // namespace thoth
