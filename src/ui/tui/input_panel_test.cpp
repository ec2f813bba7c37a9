#include "ui/tui/input_panel.h"

#include "fakes/fake_environment.h"
#include "fakes/memory_file_system.h"
#include "ui/tui/file_picker.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
constexpr int k_columns = 40;

struct InputBench {
    MemoryFileSystem files;
    InputHistory history{files, {}};
    FakeEnvironment environment;
    FilePicker picker{files, environment, "/p", [] {}};
    InputPanel input{history, picker};

    InputAction key(Key::Name name, bool shift = false) {
        return input.take({name, {}, false, false, shift}, k_columns);
    }
    InputAction ctrl(std::string_view letter) {
        return input.take({Key::Name::text, std::string(letter), true}, k_columns);
    }
    void type(std::string_view text) {
        for (const char character : text)
            input.take({Key::Name::text, std::string(1, character)}, k_columns);
    }
    std::vector<std::string> below() {
        std::vector<std::string> rows;
        for (const StyledLine& row : input.rows(k_columns, 5, 8).below)
            rows.push_back(plain_text(row));
        return rows;
    }
};
} // namespace

TEST(InputPanel, ADraftComesBackBehindTheHistory) { // V19
    InputBench bench;
    bench.history.add("one");
    bench.history.add("two");
    bench.type("draft");
    bench.key(Key::Name::up);
    EXPECT_EQ(bench.input.text(), "two");
    bench.key(Key::Name::up);
    EXPECT_EQ(bench.input.text(), "one");
    bench.key(Key::Name::down);
    bench.key(Key::Name::down);
    EXPECT_EQ(bench.input.text(), "draft");
}

TEST(InputPanel, UpAndDownGoByLinesFirst) { // V04
    InputBench bench;
    bench.history.add("earlier");
    bench.type("ab");
    bench.ctrl("j");
    bench.type("cd");
    bench.key(Key::Name::up);
    bench.type("X");
    EXPECT_EQ(bench.input.text(), "abX\ncd");
    bench.key(Key::Name::up);
    EXPECT_EQ(bench.input.text(), "earlier");
}

TEST(InputPanel, EnterSendsAndFourWaysMakeANewLine) { // V04
    InputBench bench;
    bench.type("a");
    EXPECT_EQ(bench.key(Key::Name::enter, true), InputAction::none);
    EXPECT_EQ(bench.input.take({Key::Name::enter, {}, false, true}, k_columns), InputAction::none);
    EXPECT_EQ(bench.ctrl("j"), InputAction::none);
    bench.type("\\");
    EXPECT_EQ(bench.key(Key::Name::enter), InputAction::none);
    EXPECT_EQ(bench.input.text(), "a\n\n\n\n");
    EXPECT_EQ(bench.key(Key::Name::enter), InputAction::submit);
}

TEST(InputPanel, TheListOfCommandsNarrowsAndClosesUntilTypingGoesOn) { // V08
    InputBench bench;
    bench.type("/s");
    EXPECT_EQ(bench.below().size(), 2u); // sessions is another name of /resume
    bench.type("ta");
    ASSERT_EQ(bench.below().size(), 1u);
    EXPECT_TRUE(bench.below().front().starts_with("› /status"));
    EXPECT_EQ(bench.key(Key::Name::escape), InputAction::none);
    EXPECT_TRUE(bench.below().empty());
    bench.type("t");
    EXPECT_EQ(bench.below().size(), 1u);
    EXPECT_EQ(bench.key(Key::Name::enter), InputAction::submit);
    EXPECT_EQ(bench.input.text(), "/status ");
}

TEST(InputPanel, ACommandThatIsTypedWholeIsTheOneThatIsMeant) { // V08
    InputBench bench;
    bench.type("/mode"); // /model comes before it
    EXPECT_EQ(bench.key(Key::Name::enter), InputAction::submit);
    EXPECT_EQ(bench.input.text(), "/mode ");
    bench.input.clear();
    bench.type("/new"); // another name of /clear
    EXPECT_EQ(bench.key(Key::Name::enter), InputAction::submit);
    EXPECT_EQ(bench.input.text(), "/clear ");
    bench.input.clear();
    bench.type("/");
    EXPECT_TRUE(bench.below().front().starts_with("› /help"));
}

TEST(InputPanel, ACommandWithAWordToComeWaitsForItOnTab) { // V08
    InputBench bench;
    bench.type("/ren");
    EXPECT_EQ(bench.key(Key::Name::tab), InputAction::none);
    EXPECT_EQ(bench.input.text(), "/rename ");
}

TEST(InputPanel, TheSearchShowsWhatItFindsAndGivesBackWhatWasThere) { // V19
    InputBench bench;
    for (const char* text : {"make test", "git log", "make all"})
        bench.history.add(text);
    bench.type("draft");
    bench.ctrl("r");
    bench.type("make");
    EXPECT_EQ(bench.input.text(), "make all");
    bench.ctrl("r");
    EXPECT_EQ(bench.input.text(), "make test");
    EXPECT_EQ(bench.below(), std::vector<std::string>{"search history: make"});
    bench.type("zzz");
    EXPECT_EQ(bench.below(), std::vector<std::string>{"search history: makezzz  (nothing)"});
    bench.key(Key::Name::escape);
    EXPECT_EQ(bench.input.text(), "draft");
}

} // namespace thoth
