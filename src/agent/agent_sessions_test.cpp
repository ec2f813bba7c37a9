#include "fakes/agent_bench.h"
#include "fakes/session_text.h"
#include "session/recap.h"
#include "session/session_list.h"

#include <gtest/gtest.h>

// What an agent does with sessions, on a file system in memory.

namespace thoth {

namespace {
using Texts = std::vector<std::string>;

ToolCall call(std::string id, const char* tool, const Json& arguments) {
    return {std::move(id), tool, dump_json(arguments), {}};
}

struct SessionsBench : AgentBench {
    explicit SessionsBench(std::initializer_list<ToolBench::Given> given = {}) : AgentBench(given) {
        settings.sessions = {"/home/u/.thoth", "/state", true};
        settings.interactive = true;
        settings.model = "scripted";
        new_log = [this](std::string_view model_name) {
            return SessionLog::create(memory, "/state", clock, "/project", model_name);
        };
    }
    RequestFinished say(const std::string& prompt, const std::string& reply) {
        model.says(reply);
        clock.advance(std::chrono::seconds(10));
        return ask(prompt);
    }
    // Writes `content` to `path` on the way.
    void write(const std::string& prompt, const char* path, const char* content) {
        model.calls({call("w" + prompt, "write_file", {{"path", path}, {"content", content}})});
        answers = {Answer::once};
        (void)say(prompt, "written");
    }
    // A session of an earlier run.
    std::string earlier(const std::string& prompt, const std::string& reply) {
        auto log = SessionLog::create(memory, "/state", clock, "/project", "scripted").value();
        EXPECT_TRUE(log->user({prompt}));
        if (!reply.empty()) {
            EXPECT_TRUE(log->assistant(said(reply).message, {}));
        }
        clock.advance(std::chrono::seconds(1));
        return log->id();
    }
    std::vector<std::string> prompts_back() const {
        std::vector<std::string> texts;
        for (const Event& event : events)
            if (const auto* back = std::get_if<PromptBack>(&event)) texts.push_back(back->text);
        return texts;
    }
    Path newest_session() { return list_sessions(memory, "/state")->front().path; }
};

std::vector<Message> talk(std::initializer_list<const char*> texts) {
    std::vector<Message> out;
    for (const char* text : texts)
        if (out.size() % 2 == 0)
            out.emplace_back(UserMessage{text});
        else
            out.emplace_back(AssistantMessage{text, {}, {}, {}});
    return out;
}
} // namespace

TEST(AgentSessions, GoesOverToAnEarlierSessionAndBack) {
    SessionsBench bench;
    const std::string id = bench.earlier("old question", "old answer");
    (void)bench.say("new question", "new answer");
    EXPECT_EQ(bench.command(ResumeSession{}), Texts{"  [1]  " + id.substr(17) +
                                                    "  just now, 1 prompt, 1 kB  old question\n"
                                                    "/resume N goes on with one of them; /resume WORDS searches"});
    EXPECT_EQ(bench.command(ResumeSession{"1"}), Texts{"going on with session " + id + " (2 messages)"});
    (void)bench.say("and now?", "yes");
    EXPECT_EQ(bench.last_request(), talk({"old question", "old answer", "and now?"}));
    EXPECT_EQ(read_session_file(bench.memory, "/state/sessions/" + id + ".jsonl")->history.size(), 4u);
    EXPECT_EQ(bench.command(ResumeSession{"new quest"}).size(), 1u);
    bench.command(ResumeSession{"1"});
    (void)bench.say("there?", "here");
    EXPECT_EQ(bench.last_request(), talk({"new question", "new answer", "there?"}));
}

TEST(AgentSessions, WhatIsNotFoundOrIsThisSessionIsSaid) {
    SessionsBench bench;
    (void)bench.say("q", "a");
    EXPECT_EQ(bench.command(ResumeSession{"zzz"}), Texts{"ERROR no session has these words"});
    const std::string own = bench.newest_session().stem().string();
    EXPECT_EQ(bench.command(ResumeSession{own}), Texts{"ERROR that is this session (/rewind goes back in it)"});
}

TEST(AgentSessions, APromptWithoutAnAnswerComesBackUntilSomethingIsSent) {
    SessionsBench bench;
    const std::string id = bench.earlier("never answered", "");
    bench.command(ResumeSession{id});
    EXPECT_EQ(bench.prompts_back(), Texts{"never answered"});
    bench.command(ClearConversation{});
    bench.clock.advance(std::chrono::seconds(1));
    bench.command(ResumeSession{id}); // nothing was sent, so it is still there
    EXPECT_EQ(bench.prompts_back(), Texts{"never answered"});
    (void)bench.say("something else", "fine");
    EXPECT_EQ(bench.last_request(), talk({"something else"}));
    const StoredSession stored = *read_session_file(bench.memory, "/state/sessions/" + id + ".jsonl");
    EXPECT_EQ(stored.history, talk({"something else", "fine"}));
    EXPECT_EQ(stored.unanswered, std::nullopt);
}

TEST(AgentSessions, ANameIsKeptAndShownInTheList) {
    SessionsBench bench;
    (void)bench.say("q", "a");
    EXPECT_EQ(bench.command(RenameSession{"the \x1b[31mparser"}),
              Texts{"this session is called \"the parser\" now"});
    EXPECT_EQ(summarize_session(bench.memory, list_sessions(bench.memory, "/state")->front()).title, "the parser");
    EXPECT_EQ(bench.command(RenameSession{}).front(),
              "session " + bench.newest_session().stem().string() + " is called \"the parser\"");
}

TEST(AgentSessions, AForkGoesOnAndTheOriginalStays) {
    SessionsBench bench;
    (void)bench.say("q", "a");
    const Path original = bench.newest_session();
    const std::string before = *bench.memory.text(original);
    bench.clock.advance(std::chrono::seconds(5));
    const Texts said = bench.command(ForkSession{});
    ASSERT_EQ(said.size(), 2u) << said.front();
    EXPECT_EQ(said[0], "session " + original.stem().string() + " stays as it is; this one is a copy of it");
    (void)bench.say("more", "yes");
    EXPECT_EQ(bench.last_request(), talk({"q", "a", "more"}));
    EXPECT_EQ(*bench.memory.text(original), before);
    EXPECT_EQ(read_session_file(bench.memory, bench.newest_session())->history.size(), 4u);
}

TEST(AgentSessions, ARewindOfTheConversationLeavesTheFiles) {
    SessionsBench bench;
    (void)bench.say("one", "1");
    bench.write("two", "a.txt", "new\n");
    (void)bench.say("three", "3");
    EXPECT_EQ(bench.command(RewindSession{}).front().substr(0, 40), "  [1]  2026-01-31T12:00  three\n  [2]  20");
    const Texts said = bench.command(RewindSession{"2 conversation", {}});
    EXPECT_EQ(said, (Texts{"back to before message 2, \"two\":\n"
                           "conversation: 2 of your messages and all that came of them would be taken back\n"
                           "files, as they would be then:\nremoved     a.txt",
                           "the conversation goes on from before that message (2 messages are left)"}));
    EXPECT_EQ(bench.prompts_back(), Texts{"two"});
    EXPECT_EQ(bench.files.text("a.txt"), "new\n");
    (void)bench.say("other", "yes");
    EXPECT_EQ(bench.last_request(), talk({"one", "1", "other"}));
    EXPECT_EQ(read_session_file(bench.memory, bench.newest_session())->history, talk({"one", "1", "other", "yes"}));
}

TEST(AgentSessions, ARewindOfBothIsAskedAboutAndPutsTheFilesBack) {
    SessionsBench bench{{"b.txt", "old\n"}};
    (void)bench.say("one", "1");
    bench.write("two", "a.txt", "new\n");
    bench.model.calls({call("r", "read_file", {{"path", "b.txt"}})});
    bench.model.calls({call("e", "edit_file", {{"path", "b.txt"}, {"old_string", "old"}, {"new_string", "new"}})});
    bench.answers = {Answer::once};
    (void)bench.say("three", "3");
    EXPECT_EQ(bench.files.text("b.txt"), "new\n");
    EXPECT_EQ(bench.command(RewindSession{"2", {}}).back(), "nothing was taken back"); // no choice
    EXPECT_EQ(bench.files.text("b.txt"), "new\n");
    bench.choice = {1};
    const Texts said = bench.command(RewindSession{"2", {}});
    ASSERT_EQ(said.size(), 3u);
    EXPECT_EQ(said[1], "put back    b.txt\nremoved     a.txt");
    EXPECT_EQ(bench.files.text("b.txt"), "old\n");
    EXPECT_FALSE(bench.files.exists("a.txt"));
    (void)bench.say("other", "yes");
    EXPECT_EQ(bench.last_request(), talk({"one", "1", "other"}));
}

TEST(AgentSessions, ARewindOfTheFilesIsToldToTheModel) {
    SessionsBench bench;
    bench.write("one", "a.txt", "new\n");
    EXPECT_EQ(bench.command(RewindSession{"1 files", {}}).back(), "removed     a.txt");
    (void)bench.say("go on", "yes");
    ASSERT_EQ(bench.last_request().size(), 5u);
    EXPECT_EQ(std::get<UserMessage>(bench.last_request().back()).text,
              "(The user took back file changes of earlier requests: a.txt. Read files again before you change "
              "them.)\n\ngo on");
}

TEST(AgentSessions, ARewindLeavesWhatSomeoneElseChanged) {
    SessionsBench bench;
    bench.write("one", "a.txt", "new\n");
    bench.files.put("a.txt", "by hand\n");
    const Texts said = bench.command(RewindSession{"1 both", {}});
    ASSERT_EQ(said.size(), 3u);
    EXPECT_TRUE(
        said[0].ends_with("files, as they would be then:\nLEFT ALONE  a.txt: it has another content by now"))
        << said[0];
    EXPECT_EQ(said[1], "LEFT ALONE  a.txt: it has another content by now");
    EXPECT_EQ(bench.files.text("a.txt"), "by hand\n");
}

TEST(AgentSessions, ARewindToWhatWasTypedMeanwhileTakesBackWhatCameBehindIt) { // M11
    SessionsBench bench;
    bench.on_event = [&bench](const Event& event) {
        if (!std::holds_alternative<ToolStarted>(event)) return;
        bench.link.typed_ahead.push("and b, too");
        bench.on_event = [](const Event&) {};
    };
    bench.model.calls({call("1", "write_file", {{"path", "a.txt"}, {"content", "a\n"}})});
    bench.model.calls({call("2", "write_file", {{"path", "b.txt"}, {"content", "b\n"}})});
    bench.answers = {Answer::once, Answer::once};
    (void)bench.say("write a", "done");
    EXPECT_EQ(bench.files.text("b.txt"), "b\n");
    const Texts said = bench.command(RewindSession{"1 both", {}});
    ASSERT_EQ(said.size(), 3u);
    EXPECT_TRUE(said[0].ends_with("files, as they would be then:\nremoved     b.txt")) << said[0];
    EXPECT_EQ(said[1], "removed     b.txt");
    EXPECT_EQ(bench.prompts_back(), Texts{"and b, too"});
    EXPECT_EQ(bench.command(RewindSession{"1 files", {}}).back(), "removed     a.txt");
    EXPECT_FALSE(bench.files.exists("a.txt"));
}

TEST(AgentSessions, AForkTakesBackWhatWasChangedBeforeItBegan) { // M08
    SessionsBench bench;
    bench.write("one", "a.txt", "new\n");
    (void)bench.say("two", "2");
    const std::string original = bench.newest_session().stem().string();
    bench.command(RewindSession{"1 conversation", {}});
    bench.clock.advance(std::chrono::seconds(5));
    bench.command(ForkSession{});
    bench.write("three", "b.txt", "more\n");
    const Texts said = bench.command(RewindSession{"2 files", {}});
    ASSERT_EQ(said.size(), 2u);
    EXPECT_TRUE(
        said[0].ends_with("removed     b.txt\nremoved     a.txt\n(1 of these requests was made in session " +
                          original + ", which this one began as a copy of)"))
        << said[0];
    EXPECT_EQ(said[1], "removed     b.txt\nremoved     a.txt");
    EXPECT_FALSE(bench.files.exists("a.txt"));
}

TEST(AgentSessions, WhatWasReadBehindTheRewindIsNotKnownAnyMore) {
    SessionsBench bench{{"b.txt", "old\n"}};
    (void)bench.say("one", "1");
    bench.model.calls({call("r", "read_file", {{"path", "b.txt"}})});
    (void)bench.say("two", "2");
    bench.command(RewindSession{"1 conversation", {}});
    EXPECT_TRUE(bench.ledger.files().empty());
}

TEST(AgentSessions, ARewindSaysWhatItDoesNotUnderstand) {
    SessionsBench bench;
    EXPECT_EQ(bench.command(RewindSession{}), Texts{"ERROR there is no message to go back to"});
    (void)bench.say("one", "1");
    const std::string usage =
        " (/rewind lists your messages; /rewind N [both|conversation|files] goes back to before "
        "one of them)";
    EXPECT_EQ(bench.command(RewindSession{"2", {}}),
              Texts{"ERROR there is no message \"2\"; they go from 1 to 1" + usage});
    EXPECT_EQ(bench.command(RewindSession{"1 all", {}}), Texts{"ERROR rewind does not understand \"all\"" + usage});
}

TEST(AgentSessions, AnUnsavedSessionCannotGoBack) {
    SessionsBench bench;
    bench.new_log = [](std::string_view) { return SessionLog::none(); };
    (void)bench.say("one", "1");
    EXPECT_EQ(bench.command(RewindSession{"1", {}}),
              Texts{"ERROR this session is not saved, so there is nothing to go back to"});
    EXPECT_EQ(bench.command(ForkSession{}), Texts{"ERROR this session is not saved, so there is nothing to copy"});
    EXPECT_EQ(bench.command(RenameSession{"x"}), Texts{"ERROR this session is not saved, so it has no name"});
}

TEST(AgentSessions, AFileThatSomeoneElseChangedIsToldOnceWithTheNextPrompt) { // F12
    SessionsBench bench{{"a.txt", "old\n"}, {"b.txt", "same\n"}};
    bench.model.calls({call("r1", "read_file", {{"path", "a.txt"}}), call("r2", "read_file", {{"path", "b.txt"}})});
    (void)bench.say("read", "ok");
    bench.files.put("a.txt", "by another session\n");
    (void)bench.say("next", "ok");
    EXPECT_EQ(
        std::get<UserMessage>(bench.last_request().back()).text,
        "next\n\n(Changed since you read it, and not by your edits: a.txt. Read it again before you rely on it.)");
    EXPECT_EQ(std::get<Notice>(bench.events[1]).text, "changed since the model read it: a.txt");
    (void)bench.say("and then", "ok");
    EXPECT_EQ(std::get<UserMessage>(bench.last_request().back()).text, "and then");
}

TEST(AgentSessions, TheRecapGoesIntoTheConversation) { // M05
    SessionsBench bench;
    EXPECT_EQ(bench.command(RecapSession{}).front().substr(0, 62),
              "ERROR there is no summary of earlier work in this project yet ");
    ASSERT_TRUE(write_recap(bench.memory, "/state", "We fixed the parser."));
    bench.command(RecapSession{});
    (void)bench.say("go on", "yes");
    EXPECT_EQ(bench.last_request(),
              talk({"(What was last worked on in this project, as it was summed up then:)\n<recap>\nWe fixed the "
                    "parser.\n</recap>\n\ngo on"}));
}

TEST(AgentSessions, ASessionKeepsTheSystemPromptThatItBeganWith) {
    SessionsBench bench;
    bench.settings.prompt = {"prompt of today", "basis", "2026-01-31"};
    bench.settings.system_prompt = "prompt of today";
    auto log = SessionLog::create(bench.memory, "/state", bench.clock, "/project", "scripted").value();
    ASSERT_TRUE(log->system({"prompt of then", "basis", "2026-01-30"}) && log->user({"q"}) &&
                log->assistant(said("a").message, {}));
    const std::string same = log->id();
    bench.clock.advance(std::chrono::seconds(1));
    log = SessionLog::create(bench.memory, "/state", bench.clock, "/project", "scripted").value();
    ASSERT_TRUE(log->system({"other instructions", "other", "2026-01-30"}) && log->user({"q"}) &&
                log->assistant(said("a").message, {}));
    const std::string other = log->id();
    log.reset();

    bench.command(ResumeSession{same});
    (void)bench.say("go on", "yes");
    EXPECT_EQ(bench.model.system_prompts.back(), "prompt of then");
    EXPECT_EQ(std::get<UserMessage>(bench.last_request().back()).text, "go on\n\n(The date is 2026-01-31 by now.)");
    bench.command(ResumeSession{other});
    (void)bench.say("go on", "yes");
    EXPECT_EQ(bench.model.system_prompts.back(), "prompt of then"); // what is new fits both
    EXPECT_EQ(read_session_file(bench.memory, "/state/sessions/" + other + ".jsonl")->system->basis, "basis");
}

} // namespace thoth
