#include "ui/tui/markdown_entity.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(MarkdownEntity, StandsForItsCharacter) {
    EXPECT_EQ(entity_text("&amp;"), "&");
    EXPECT_EQ(entity_text("&hellip;"), "…");
    EXPECT_EQ(entity_text("&#65;"), "A");
    EXPECT_EQ(entity_text("&#x4F60;"), "你");
    EXPECT_EQ(entity_text("&#X1F600;"), "😀");
}

TEST(MarkdownEntity, WhatIsUnknownStaysAsItIs) {
    for (const char* text : {"&unknown;", "&#;", "&#x;", "&#xg;", "&#99999999999;", "&#12", "&", ""})
        EXPECT_EQ(entity_text(text), text);
}

TEST(MarkdownEntity, NamesNothingThatATerminalWouldObey) { // G19
    for (const char* text : {"&#27;", "&#x1b;", "&#0;", "&#7;", "&#x9b;", "&#x202e;", "&#x2066;"})
        EXPECT_EQ(entity_text(text), "") << text;
    EXPECT_EQ(entity_text("&#10;"), " ");
    EXPECT_EQ(entity_text("&#xd800;"), "\uFFFD"); // half of a character
}

} // namespace thoth
