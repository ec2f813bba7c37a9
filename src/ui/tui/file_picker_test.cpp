#include "ui/tui/file_picker.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <condition_variable>
#include <gtest/gtest.h>

namespace thoth {

namespace {
// A picker whose names are all there.
class CollectedNames {
public:
    explicit CollectedNames(const TempDirectory& root)
        : m_picker(m_files, m_environment, root.path(), [this] { came(); }) {
        collect();
    }
    void collect() {
        m_picker.begin();
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_came; }); // the last piece: these trees are small
        m_came = false;
    }
    FilePicker& picker() { return m_picker; }

private:
    void came() {
        const std::lock_guard lock(m_mutex);
        m_came = true;
        m_changed.notify_one();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_came = false;
    PosixFileSystem m_files;
    FakeEnvironment m_environment;
    FilePicker m_picker;
};
} // namespace

TEST(FilePicker, TheBestComeFirst) { // V10
    TempDirectory root;
    for (const char* name : {"src/main.cpp", "src/domain/x.cpp", "docs/manual.md", ".git/main"})
        root.put(name, "");
    CollectedNames names(root);
    const auto found = names.picker().matches("main", 10);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front(), "src/main.cpp");
    EXPECT_EQ(names.picker().matches("srcmain", 1), std::vector<std::string>{"src/main.cpp"});
    EXPECT_EQ(names.picker().matches("zzz", 10), std::vector<std::string>{});
    EXPECT_EQ(names.picker().matches("", 2).size(), 2u);
}

TEST(FilePicker, NamesAreCollectedAnewForEachWord) { // V10
    TempDirectory root;
    root.put("one.txt", "");
    CollectedNames names(root);
    EXPECT_EQ(names.picker().matches("", 9), std::vector<std::string>{"one.txt"});
    EXPECT_TRUE(names.picker().has_more());
    EXPECT_FALSE(names.picker().has_more());
    root.put("two.txt", "");
    names.collect();
    EXPECT_EQ(names.picker().matches("", 9), (std::vector<std::string>{"one.txt", "two.txt"}));
}

TEST(FilePicker, WhatIsIgnoredIsNotThere) { // V10
    TempDirectory root;
    root.put(".gitignore", "build/\n");
    for (const char* name : {"build/one.o", "src/one.c"})
        root.put(name, "");
    CollectedNames names(root);
    EXPECT_EQ(names.picker().matches("one", 9), std::vector<std::string>{"src/one.c"});
}

TEST(FuzzyScore, CharactersComeInTheirOrderAndSmallLettersMeanBoth) {
    EXPECT_GT(fuzzy_score("fp", "src/FilePicker.h"), 0);
    EXPECT_EQ(fuzzy_score("FP", "src/file_picker.h"), 0);
    EXPECT_EQ(fuzzy_score("ba", "ab"), 0);
    EXPECT_GT(fuzzy_score("picker", "ui/picker.h"), fuzzy_score("picker", "picker/list/other.h"));
}

} // namespace thoth
