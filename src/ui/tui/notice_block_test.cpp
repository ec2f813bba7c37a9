#include "ui/tui/notice_block.h"

#include "fakes/drawn_rows.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(NoticeBlock, SaysInWordsWhatItIs) {
    EXPECT_EQ(rows_text(notice_block({Notice::Level::error, "no model \x1b[2Jthere"}, 12)),
              "error: no\nmodel there\n");
    EXPECT_EQ(rows_text(notice_block({Notice::Level::info, "saved"}, 12)), "saved\n");
}

TEST(NoticeBlock, EvidenceStandsOutWhereItAsksForAttention) {
    Evidence evidence;
    EXPECT_TRUE(evidence_block(evidence, 80).empty());
    evidence.files = {{"a.c", ObservedFile::How::created}};
    EXPECT_EQ(texts_of(evidence_block(evidence, 80), Role::dim), "seen: changed a.c (new)");
    evidence.denied = {{"shell", "rm x", Denial::skipped}};
    EXPECT_EQ(texts_of(evidence_block(evidence, 80), Role::warning),
              "seen: changed a.c (new); 1 step did not happen: rm x");
}

TEST(NoticeBlock, LinesOfAListGoOnBelowTheirColumn) {
    EXPECT_EQ(rows_text(text_block("commands:\n  /undo  take back what was done\n    42  a\x1b[2J\n\n", 24)),
              "commands:\n  /undo  take back what\n         was done\n    42  a\n\n");
    EXPECT_EQ(rows_text(text_block("  a_long_first_column  x y", 24)), "  a_long_first_column  x\n  y\n");
}

TEST(NoticeBlock, WhatTheUserSaidKeepsItsLines) {
    EXPECT_EQ(rows_text(prompt_block("one\n  two three\n", 11)), "> one\n    two\n  three\n");
}

} // namespace thoth
