#include "ui/tui/history.h"

#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
const Path k_file = "/home/u/.thoth/history";
}

TEST(InputHistory, IsKeptForTheNextSessionWithoutCredentials) { // V19
    MemoryFileSystem files;
    files.put_directory(k_file.parent_path());
    {
        InputHistory history(files, k_file);
        history.add("one\nwith a line");
        history.add("export KEY=sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        EXPECT_EQ(history.count(), 2u);
    }
    EXPECT_EQ(files.tree(k_file),
              (std::map<std::string, std::string>{{k_file.string(), "384 \"one\\nwith a line\"\n"}}));
    InputHistory again(files, k_file);
    EXPECT_EQ(again.older(), "one\nwith a line");
    EXPECT_EQ(again.older(), std::nullopt);
}

TEST(InputHistory, RepeatsAreOneEntry) { // V19
    MemoryFileSystem files;
    InputHistory history(files, {});
    for (const char* text : {"a", "b", "a", "a"})
        history.add(text);
    EXPECT_EQ(history.older(), "a");
    EXPECT_EQ(history.older(), "b");
    EXPECT_EQ(history.older(), std::nullopt);
    EXPECT_EQ(history.newer(), "a");
    EXPECT_EQ(history.newer(), std::nullopt);
    EXPECT_FALSE(history.is_browsing());
}

TEST(InputHistory, FindsTheNewestWithTheWordsFirst) {
    MemoryFileSystem files;
    InputHistory history(files, {});
    for (const char* text : {"make test", "git log", "make all"})
        history.add(text);
    const auto newest = history.find("make", history.count());
    ASSERT_TRUE(newest);
    EXPECT_EQ(history.entry(*newest), "make all");
    const auto older = history.find("make", *newest);
    ASSERT_TRUE(older);
    EXPECT_EQ(history.entry(*older), "make test");
    EXPECT_EQ(history.find("make", *older), std::nullopt);
}

TEST(InputHistory, AFileThatIsNoneOfOursIsLeftAlone) {
    MemoryFileSystem files;
    files.put("/elsewhere", "secret");
    files.put_directory(k_file.parent_path());
    files.put_link(k_file, "/elsewhere");
    InputHistory history(files, k_file);
    history.add("one");
    EXPECT_EQ(files.tree("/elsewhere").at("/elsewhere"), "420 secret");
    EXPECT_EQ(history.older(), "one");
}

TEST(InputHistory, LinesThatAreNoTextArePassedOver) {
    MemoryFileSystem files;
    files.put(k_file, "\"one\"\nnot JSON\n{\"a\":1}\n\n\"two\"");
    InputHistory history(files, k_file);
    EXPECT_EQ(history.count(), 2u);
    EXPECT_EQ(history.older(), "two");
}

TEST(InputHistory, ALineThatWasNeverFinishedDoesNotSpoilTheNextOne) { // V19
    MemoryFileSystem files;
    files.put(k_file, "\"one\"\n\"cut o");
    InputHistory history(files, k_file);
    history.add("two");
    history.add("three");
    EXPECT_EQ(files.tree(k_file).at(k_file.string()), "420 \"one\"\n\"cut o\n\"two\"\n\"three\"\n");
}

} // namespace thoth
