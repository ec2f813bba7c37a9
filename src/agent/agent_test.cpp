#include "fakes/agent_bench.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
ToolCall read_call(std::string id, const char* path) {
    return {std::move(id), "read_file", std::string(R"({"path":")") + path + "\"}", {}};
}

std::vector<std::string> call_ids_without_result(const std::vector<Message>& history) {
    std::vector<std::string> open;
    for (const Message& message : history) {
        if (const auto* assistant = std::get_if<AssistantMessage>(&message))
            for (const ToolCall& call : assistant->calls)
                open.push_back(call.id);
        if (const auto* result = std::get_if<ToolResult>(&message)) std::erase(open, result->call_id);
    }
    return open;
}
} // namespace

TEST(Agent, GoesRoundBetweenModelAndToolsUntilThereIsAnAnswer) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({read_call("c1", "a.txt")}, "I will look.");
    bench.model.says("It says one.");
    const RequestFinished finished = bench.ask("what is in a.txt?");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.answer, "It says one.");
    EXPECT_EQ(finished.turns, 2);
    const std::vector<Message> expected{
        UserMessage{"what is in a.txt?"},
        AssistantMessage{"I will look.", {}, {read_call("c1", "a.txt")}, {}},
        ToolResult{"c1", "read_file", "     1\tone\n", false},
    };
    EXPECT_EQ(bench.last_request(), expected);
}

TEST(Agent, StopsAtTheTurnLimitAndTheNextPromptGoesOn) { // L01
    AgentBench bench{{"a.txt", "one\n"}};
    bench.settings.max_turns = 3;
    for (int i = 0; i < 4; ++i)
        bench.model.calls({read_call("c" + std::to_string(i), "a.txt")});
    EXPECT_EQ(bench.ask("go").end, RequestEnd::limit);
    EXPECT_EQ(bench.model.requests.size(), 3u);
    EXPECT_EQ(bench.ask("continue").end, RequestEnd::done);
    EXPECT_TRUE(call_ids_without_result(bench.last_request()).empty());
}

TEST(Agent, CancellingAStreamKeepsWhatWasSaid) { // L09
    AgentBench bench;
    bench.model.does([](ReplySink& sink, std::stop_token stop) {
        sink.on_text("Half an");
        Channel<int>().pop(stop);
        return ScriptedModel::reply("Half an", {}, Finish::cancelled);
    });
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<TextDelta>(event)) bench.stop.request_stop();
    };
    EXPECT_EQ(bench.ask("talk").end, RequestEnd::cancelled);
    bench.ask("go on");
    const std::vector<Message> expected{UserMessage{"talk"},
                                        AssistantMessage{"Half an\n(interrupted by the user)", {}, {}, {}},
                                        UserMessage{"go on"}};
    EXPECT_EQ(bench.last_request(), expected);
}

TEST(Agent, CancellingDuringAToolAnswersTheCallsThatDidNotStart) { // T09, B56, B77
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({{"c1", "endless", "{}", {}}, read_call("c2", "a.txt")});
    bench.on_event = [&](const Event& event) {
        if (std::holds_alternative<ToolStarted>(event)) bench.stop.request_stop();
    };
    EXPECT_EQ(bench.ask("work").end, RequestEnd::cancelled);
    EXPECT_EQ(bench.results(), (std::vector<std::string>{"cancelled by user", "cancelled by user"}));
    bench.ask("go on");
    EXPECT_TRUE(call_ids_without_result(bench.last_request()).empty());
}

TEST(Agent, AModelErrorEndsTheRequestAndKeepsTheHistoryValid) {
    AgentBench bench;
    bench.model.does([](ReplySink&, std::stop_token) {
        Reply reply;
        reply.finish = Finish::error;
        reply.error = ReplyError{ReplyErrorKind::auth, "HTTP 401", "check the key", false, {}, {}, {}};
        return reply;
    });
    const RequestFinished finished = bench.ask("first");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_EQ(finished.error, "HTTP 401\ncheck the key");
    bench.ask("second");
    EXPECT_EQ(bench.last_request(),
              std::vector<Message>{UserMessage{"first\n\nsecond"}}); // no neighbours of one role
}

TEST(Agent, TellsOfRetriesAndOfWaiting) { // F09
    AgentBench bench;
    bench.model.does([](ReplySink& sink, std::stop_token) {
        sink.on_wait({WaitingForModel::For::more, std::chrono::seconds(10)});
        sink.on_retry({"why", 2, 5, std::chrono::seconds(4), true});
        sink.on_text("done");
        return ScriptedModel::reply("done", {}, Finish::stop);
    });
    bench.ask("q");
    std::string seen;
    for (const Event& event : bench.events) {
        if (const auto* waiting = std::get_if<WaitingForModel>(&event))
            seen += fmt::format("waiting {} ", waiting->so_far.count());
        if (const auto* retry = std::get_if<RetryScheduled>(&event))
            seen += fmt::format("{} {} of {} in {} {} ", retry->reason, retry->attempt, retry->of,
                                retry->wait.count(), retry->discards);
    }
    EXPECT_EQ(seen, "waiting 10000 why 2 of 5 in 4000 true ");
}

TEST(Agent, WhatAServerDoesNotCountIsToldAsAnEstimate) { // B114, L12
    AgentBench bench;
    bench.model.does([](ReplySink&, std::stop_token) {
        Reply reply = ScriptedModel::reply("four tokens or so", {}, Finish::stop);
        reply.request_bytes = 4000;
        return reply;
    });
    EXPECT_EQ(bench.ask("go").usage, (Usage{1000, 0, 0, 4, 0, {}, true}));
}

TEST(Agent, AReplyThatAFilterStoppedIsSaidToBeOne) { // B93
    for (const auto& [finish, note] :
         {std::pair{Finish::content_filter, "the server's content filter stopped the reply"},
          std::pair{Finish::refusal, "the model refused to go on"}}) {
        AgentBench bench;
        bench.model.does([finish](ReplySink& sink, std::stop_token) {
            sink.on_text("I can");
            return ScriptedModel::reply("I can", {}, finish);
        });
        EXPECT_EQ(bench.ask("go").end, RequestEnd::done);
        const bool told = std::ranges::any_of(bench.events, [&](const Event& event) {
            const auto* notice = std::get_if<Notice>(&event);
            return notice && notice->text == note;
        });
        EXPECT_TRUE(told) << note;
    }
}

namespace {
void replies(AgentBench& bench, int times, const std::string& text, Finish finish) {
    for (int i = 0; i < times; ++i)
        bench.model.does([=](ReplySink&, std::stop_token) { return ScriptedModel::reply(text, {}, finish); });
}

const std::string k_empty_words =
    "(Your reply was empty: no text, and no tool call. Answer, or make the next tool call.)";
} // namespace

TEST(Agent, AnEmptyReplyIsAskedForAgainTwiceAndThenSaid) { // L06, B93
    AgentBench bench;
    replies(bench, 4, "\n", Finish::stop);
    const RequestFinished finished = bench.ask("hello");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_EQ(finished.error, "the model returned an empty reply (finish: stop)");
    EXPECT_EQ(bench.model.requests.size(), 3u);
    EXPECT_EQ(bench.last_request(),
              std::vector<Message>{UserMessage{"hello\n\n" + k_empty_words + "\n\n" + k_empty_words}});
}

TEST(Agent, AnAnswerAfterAnEmptyReplyIsTheAnswer) { // L06
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({read_call("c1", "a.txt")});
    replies(bench, 2, "", Finish::stop);
    bench.model.calls({read_call("c2", "a.txt")}); // something happened, so the count starts anew
    replies(bench, 2, "", Finish::stop);
    bench.model.says("It says one.");
    const RequestFinished finished = bench.ask("hello");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.answer, "It says one.");
}

TEST(Agent, WhatTheServerKeepsBackIsNamedAndNotAskedForAgain) { // B93
    for (const Finish finish : {Finish::content_filter, Finish::refusal}) {
        AgentBench bench;
        replies(bench, 1, "", finish);
        const RequestFinished finished = bench.ask("hello");
        EXPECT_EQ(finished.end, RequestEnd::model_failed);
        EXPECT_EQ(finished.error, fmt::format("the model returned an empty reply (finish: {})", name_of(finish)));
        EXPECT_EQ(bench.model.requests.size(), 1u);
    }
}

TEST(Agent, AReplyThatWasCutShortIsGoneOnWithTwiceAndThenSaid) { // L05
    AgentBench bench;
    replies(bench, 3, "part", Finish::length);
    const RequestFinished finished = bench.ask("write");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_NE(finished.error.find("3 replies in a row were cut off at the token limit"), std::string::npos)
        << finished.error;
    EXPECT_EQ(bench.model.requests.size(), 3u);
    const UserMessage words{
        "(Your reply was cut off at the token limit. A tool call that it was about to make was not run. Go on from "
        "where it stopped, with less at a time: think less, and write a long file in sections.)"};
    const AssistantMessage part{"part", {}, {}, {}};
    EXPECT_EQ(bench.last_request(), (std::vector<Message>{UserMessage{"write"}, part, words, part, words}));
}

TEST(Agent, AllowListsTheGrantsAndResetTakesThemBack) { // P06
    AgentBench bench;
    ASSERT_TRUE(bench.grants.add(std::array<std::string, 1>{"edit:./"}, bench.clock));
    bench.link.commands.push(ListGrants{});
    bench.link.commands.push(ResetGrants{});
    bench.link.commands.push(ListGrants{});
    bench.ask("hello");
    std::vector<std::string> notices;
    for (const Event& event : bench.events)
        if (const auto* notice = std::get_if<Notice>(&event)) notices.push_back(notice->text);
    EXPECT_EQ(notices,
              (std::vector<std::string>{"always allowed in this project:\n  edit:./                      changes "
                                        "of files in this project (since 2026-01-31)",
                                        "all grants are gone", "nothing is always allowed in this project"}));
    EXPECT_FALSE(bench.grants.has("edit:./"));
}

TEST(Agent, ClearStartsANewConversationThatHasReadNothing) { // L11
    AgentBench bench{{"a.txt", "one\n"}};
    bench.model.calls({read_call("c1", "a.txt")});
    bench.model.says("one");
    bench.ask("read it");
    bench.link.commands.push(ClearConversation{});
    bench.answers = {Answer::once};
    bench.model.calls({{"c2", "edit_file", R"({"path":"a.txt","old_string":"one","new_string":"two"})", {}}});
    bench.ask("change it");
    EXPECT_EQ(std::get<UserMessage>(bench.last_request().front()).text, "change it");
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

namespace {
std::string sent_prompt(const AgentBench& bench) {
    return std::get<UserMessage>(bench.last_request().back()).text;
}
} // namespace

TEST(Agent, OnlyTheWordsThatTheUserTypedAttachFiles) {
    AgentBench bench{{"a.txt", "one\n"}};
    bench.ask("sum up @a.txt", "<stdin>\nlog @.env @a.txt @/etc/shadow\n</stdin>");
    EXPECT_EQ(sent_prompt(bench),
              "sum up @a.txt\n\n<attached_file path=\"a.txt\" truncated=\"false\">\none\n</attached_file>\n\n"
              "<stdin>\nlog @.env @a.txt @/etc/shadow\n</stdin>");
}

TEST(Agent, ASecretOrAFileOutsideIsAttachedAfterAYesOnly) {
    AgentBench bench{{".env", "KEY=1\n"}};
    bench.memory.put("/etc/motd", "hi\n");
    bench.answers = {Answer::skip, Answer::once};
    const RequestFinished finished = bench.ask("@.env @/etc/motd");
    EXPECT_EQ(finished.end, RequestEnd::done);
    EXPECT_EQ(finished.denied, 1);
    EXPECT_EQ(sent_prompt(bench),
              "@.env @/etc/motd\n\n<attached_file path=\"/etc/motd\" truncated=\"false\">\nhi\n</attached_file>");
    std::vector<std::string> questions;
    std::vector<std::string> notices;
    for (const Event& event : bench.events) {
        if (const auto* asked = std::get_if<QuestionAsked>(&event)) questions.push_back(asked->question.text);
        if (const auto* notice = std::get_if<Notice>(&event)) notices.push_back(notice->text);
    }
    EXPECT_EQ(questions, (std::vector<std::string>{"Read .env?", "Read /etc/motd?"}));
    EXPECT_EQ(notices, (std::vector<std::string>{
                           "attached .env (not attached: it asks for permission, and the answer was no)",
                           "attached /etc/motd"}));
}

TEST(Agent, ANoToAnAttachmentSendsNothing) {
    AgentBench bench{{".env", "KEY=1\n"}, {"key.pem", "x\n"}};
    bench.answers = {Answer::no, Answer::once};
    const RequestFinished finished = bench.ask("@.env @key.pem");
    EXPECT_EQ(finished.end, RequestEnd::stopped);
    EXPECT_TRUE(bench.model.requests.empty());
    EXPECT_EQ(bench.answers.size(), 1u) << "asked for a second file after the no";
}

namespace {
// A task that runs until it is stopped. Nobody has such a pid.
struct NobodysProcess final : RunningProcess {
    explicit NobodysProcess(bool& stopped) : is_stopped(stopped) {}
    ProcessMark mark() const override { return {INT32_MAX, 1}; }
    Result<std::optional<ProcessResult>> wait(std::chrono::milliseconds) override { return std::nullopt; }
    std::vector<ProcessName> processes() override {
        return is_stopped ? std::vector<ProcessName>{} : std::vector<ProcessName>{{mark(), "server"}};
    }
    int stop() override {
        is_stopped = true;
        return 0;
    }
    void keep() override {}
    void follow(OutputSink) override {}
    bool& is_stopped;
};

std::vector<int> pids_told(const std::vector<Event>& events) {
    std::vector<int> pids;
    for (const Event& event : events)
        if (const auto* running = std::get_if<TasksRunning>(&event))
            for (const Task& task : running->tasks)
                pids.push_back(task.pid);
    return pids;
}
} // namespace

TEST(Agent, TellsAtTheEndOfARequestWhatRunsInTheBackground) { // T46
    AgentBench bench;
    bool stopped = false;
    bench.ask("nothing runs");
    EXPECT_EQ(pids_told(bench.events), std::vector<int>{});
    const pid_t pid = bench.jobs.take(std::make_unique<NobodysProcess>(stopped), "serve", nullptr);
    bench.ask("it runs");
    EXPECT_EQ(pids_told(bench.events), std::vector<int>{pid});
    bench.link.commands.push(StopTask{pid});
    bench.ask("it was stopped");
    EXPECT_TRUE(stopped);
    EXPECT_EQ(pids_told(bench.events), std::vector<int>{});
}

TEST(Agent, MemoryShowsWhatWasLoadedAndClearEmptiesIt) { // M01, F13
    AgentBench bench{{".thoth/memory.md", "- a fact\n"}};
    bench.settings.instructions = "no instruction files";
    bench.link.commands.push(ShowMemory{});
    bench.link.commands.push(ClearMemory{});
    bench.link.commands.push(ShowMemory{});
    bench.ask("hello");
    std::vector<std::string> notices;
    for (const Event& event : bench.events)
        if (const auto* notice = std::get_if<Notice>(&event)) notices.push_back(notice->text);
    EXPECT_EQ(notices, (std::vector<std::string>{"no instruction files\n.thoth/memory.md:\n- a fact\n",
                                                 "the project's memory is empty; this session still knows it",
                                                 "no instruction files\n.thoth/memory.md is empty"}));
    EXPECT_FALSE(bench.files.exists(".thoth/memory.md"));
}

TEST(Agent, AFactOfTheUserIsRememberedOnce) { // M02
    AgentBench bench{{".thoth/memory.md", "- a fact\n"}};
    for (const char* fact : {"tests run with make check", "a fact", ""})
        bench.link.commands.push(RememberFact{fact});
    bench.ask("hello");
    std::vector<std::string> notices;
    for (const Event& event : bench.events)
        if (const auto* notice = std::get_if<Notice>(&event)) notices.push_back(notice->text);
    ASSERT_EQ(notices.size(), 3U);
    EXPECT_EQ(notices[0], "remembered in .thoth/memory.md");
    EXPECT_EQ(notices[1], ".thoth/memory.md has that already");
    EXPECT_EQ(bench.files.text(".thoth/memory.md"), "- a fact\n- tests run with make check\n");
}

} // namespace thoth
