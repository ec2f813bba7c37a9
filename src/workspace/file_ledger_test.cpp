#include "workspace/file_ledger.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

const ContentHash k_one = hash_of("one");
const ContentHash k_two = hash_of("two");

using Spans = std::vector<LineSpan>;

TEST(FileLedger, KnowsNothingOfAFileThatWasNotRead) {
    const FileLedger ledger;
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::unseen);
    EXPECT_EQ(ledger.missing("/p/a", k_one, 7), (Spans{{1, 7}}));
}

// G01
TEST(FileLedger, MergesRangesUntilTheWholeFileWasSeen) {
    FileLedger ledger;
    ledger.saw("/p/a", {5, 6}, 10, k_one);
    ledger.saw("/p/a", {1, 2}, 10, k_one);
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::partial);
    EXPECT_EQ(ledger.missing("/p/a", k_one, 10), (Spans{{3, 4}, {7, 10}}));
    ledger.saw("/p/a", {2, 5}, 10, k_one); // overlaps both
    EXPECT_EQ(ledger.missing("/p/a", k_one, 10), (Spans{{7, 10}}));
    ledger.saw("/p/a", {7, 10}, 10, k_one); // touches
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::whole);
    EXPECT_EQ(ledger.missing("/p/a", k_one, 10), Spans{});
}

TEST(FileLedger, FirstAndLastLineAreNotTheWholeFile) {
    FileLedger ledger;
    ledger.saw("/p/a", {1, 1}, 3, k_one);
    ledger.saw("/p/a", {3, 3}, 3, k_one);
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::partial);
    EXPECT_EQ(ledger.missing("/p/a", k_one, 3), (Spans{{2, 2}}));
}

// F05: the content decides, not the number of lines
TEST(FileLedger, IsStaleWhenTheBytesDiffer) {
    FileLedger ledger;
    ledger.saw("/p/a", {1, 3}, 3, k_one);
    EXPECT_EQ(ledger.coverage("/p/a", k_two), Coverage::stale);
    EXPECT_EQ(ledger.missing("/p/a", k_two, 3), (Spans{{1, 3}}));
    ledger.saw("/p/a", {1, 1}, 3, k_two); // what was seen of the old version is void
    EXPECT_EQ(ledger.missing("/p/a", k_two, 3), (Spans{{2, 3}}));
}

TEST(FileLedger, IgnoresLinesThatTheFileDoesNotHave) {
    FileLedger ledger;
    ledger.saw("/p/a", {-4, 1}, 3, k_one);
    ledger.saw("/p/a", {3, 99}, 3, k_one);
    ledger.saw("/p/a", {7, 6}, 3, k_one);
    EXPECT_EQ(ledger.missing("/p/a", k_one, 3), (Spans{{2, 2}}));
}

// T14
TEST(FileLedger, AnEmptyFileIsSeenWhole) {
    FileLedger ledger;
    ledger.saw("/p/a", {1, 0}, 0, k_one);
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::whole);
}

TEST(FileLedger, OwnChangeKeepsWholeWholeAndPartPart) {
    FileLedger ledger;
    ledger.saw_all("/p/whole", k_one);
    ledger.saw("/p/part", {1, 2}, 4, k_one);
    for (const char* file : {"/p/whole", "/p/part", "/p/unread"})
        ledger.changed(file, k_one, k_two);
    EXPECT_EQ(ledger.coverage("/p/whole", k_two), Coverage::whole);
    EXPECT_EQ(ledger.coverage("/p/part", k_two), Coverage::partial);
    EXPECT_EQ(ledger.missing("/p/part", k_two, 4), (Spans{{1, 4}})); // the lines moved
    EXPECT_EQ(ledger.coverage("/p/unread", k_two), Coverage::unseen);
    ledger.saw("/p/part", {1, 4}, 4, k_two);
    EXPECT_EQ(ledger.coverage("/p/part", k_two), Coverage::whole);
}

TEST(FileLedger, OwnChangeOfAnOutdatedVersionStaysStale) {
    FileLedger ledger;
    ledger.saw_all("/p/a", k_one);
    ledger.changed("/p/a", k_two, hash_of("three"));
    ledger.appended("/p/a", k_two, hash_of("three"), 1, 2);
    EXPECT_EQ(ledger.coverage("/p/a", hash_of("three")), Coverage::stale);
}

// G03
TEST(FileLedger, AnAppendKeepsWhatWasThereAndKnowsTheNewLines) {
    FileLedger ledger;
    ledger.saw("/p/a", {1, 2}, 4, k_one);
    ledger.appended("/p/a", k_one, k_two, 4, 6);
    EXPECT_EQ(ledger.missing("/p/a", k_two, 6), (Spans{{3, 4}}));
    ledger.appended("/p/unread", k_one, k_two, 4, 6);
    EXPECT_EQ(ledger.coverage("/p/unread", k_two), Coverage::unseen);
}

TEST(FileLedger, AMoveCarriesTheRecordAndForgetDropsIt) {
    FileLedger ledger;
    ledger.saw("/p/a", {1, 2}, 4, k_one);
    ledger.saw_all("/p/b", k_two);
    ledger.moved("/p/a", "/p/b");
    EXPECT_EQ(ledger.coverage("/p/a", k_one), Coverage::unseen);
    EXPECT_EQ(ledger.missing("/p/b", k_one, 4), (Spans{{3, 4}}));
    ledger.moved("/p/unread", "/p/b"); // what lay there is gone
    EXPECT_EQ(ledger.coverage("/p/b", k_one), Coverage::unseen);
    ledger.saw_all("/p/c", k_one);
    ledger.forget("/p/c");
    EXPECT_EQ(ledger.coverage("/p/c", k_one), Coverage::unseen);
}

} // namespace
} // namespace thoth
