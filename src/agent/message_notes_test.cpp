#include "agent/message_notes.h"

#include "fakes/agent_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct NotesBench {
    NotesBench() { files.put_directory("/p"); }
    MemoryFileSystem files;
    ManualClock clock;
    StackDetector stacks{files, "/p"};
    MessageNotes notes{clock, stacks};
};
constexpr const char* k_russian = "\n\n(Answer in the language of the user: Russian, by its script.)";
} // namespace

TEST(MessageNotes, NamesTheLanguageOnceAndAgainWhenItWasForgotten) { // L08
    NotesBench bench;
    EXPECT_EQ(bench.notes.notes_for("fix it"), "");
    EXPECT_EQ(bench.notes.notes_for("исправь это"), k_russian);
    EXPECT_EQ(bench.notes.notes_for("теперь тесты"), "");
    bench.notes.tell_again();
    EXPECT_EQ(bench.notes.notes_for("ok"), k_russian);
    EXPECT_EQ(bench.notes.notes_for("διόρθωσέ το"),
              "\n\n(Answer in the language of the user: Greek, by its script.)");
}

TEST(MessageNotes, TellsOfStacksThatCameSinceAlsoInTheMiddleOfARequest) {
    NotesBench bench;
    bench.files.put("/p/Cargo.toml", "");
    bench.stacks.look_while_unknown();
    EXPECT_EQ(bench.notes.notes_for("go on"),
              "\n\n(The project has Rust by now. A change is checked with: cargo check, cargo clippy (Rust).)");
    EXPECT_EQ(bench.notes.notes_for("go on"), "");
}

TEST(MessageNotes, TellsOfANewDay) {
    NotesBench bench;
    bench.clock.advance(std::chrono::hours(11));
    EXPECT_EQ(bench.notes.notes_for("go on"), "");
    bench.clock.advance(std::chrono::hours(1));
    EXPECT_EQ(bench.notes.notes_for("go on"), "\n\n(The date is 2026-02-01 by now.)");
    EXPECT_EQ(bench.notes.notes_for("go on"), "");
}

TEST(MessageNotes, GoWithTheMessageAndTheSystemPromptStaysAsItIs) { // L08
    AgentBench bench;
    bench.settings.system_prompt = "fixed";
    bench.model.says("Да.");
    bench.ask("исправь это");
    EXPECT_EQ(std::get<UserMessage>(bench.last_request().back()).text, std::string("исправь это") + k_russian);
}

} // namespace thoth
