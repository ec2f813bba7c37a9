#include "agent/conversation.h"

#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Conversation, JoinsNeighbouringUserMessagesOfAStoredSession) {
    const Conversation conversation(SessionLog::none(),
                                    {UserMessage{"a"}, UserMessage{"b"}, AssistantMessage{"c", {}, {}, {}}},
                                    [](std::string_view) { return SessionLog::none(); });
    const std::vector<Message> expected{UserMessage{"a\n\nb"}, AssistantMessage{"c", {}, {}, {}}};
    EXPECT_EQ(std::vector<Message>(conversation.messages().begin(), conversation.messages().end()), expected);
}

TEST(Conversation, APromptThatIsMissingInAStoredSessionIsNamedInItsPlace) { // M04
    const Conversation conversation(SessionLog::none(),
                                    {AssistantMessage{"a", {}, {}, {}}, AssistantMessage{"b", {}, {}, {}}},
                                    [](std::string_view) { return SessionLog::none(); });
    const UserMessage missing{"(A message of the user is missing here: it could not be saved.)"};
    const std::vector<Message> expected{missing, AssistantMessage{"a", {}, {}, {}}, missing,
                                        AssistantMessage{"b", {}, {}, {}}};
    EXPECT_EQ(std::vector<Message>(conversation.messages().begin(), conversation.messages().end()), expected);
}

TEST(Conversation, OpensTheNextSessionWithTheModelInForce) {
    std::string asked_for;
    Conversation conversation(SessionLog::none(), {}, [&](std::string_view model) {
        asked_for = model;
        return SessionLog::none();
    });
    conversation.clear("chosen");
    EXPECT_EQ(asked_for, "chosen");
}

TEST(Conversation, GoesOnUnsavedAndSaysSoWhenClearCannotOpenANewSession) {
    Conversation conversation(SessionLog::none(), {UserMessage{"old"}},
                              [](std::string_view) { return fail(Errc::io, "no space left"); });
    conversation.clear("m");
    EXPECT_EQ(conversation.take_log_error(), (Error{Errc::io, "no space left", {}}));
    EXPECT_TRUE(conversation.messages().empty());
    conversation.add(UserMessage{"new"});
    EXPECT_EQ(conversation.messages().size(), 1u);
    EXPECT_EQ(conversation.take_log_error(), std::nullopt);
}

TEST(Conversation, WritesTheSystemPromptOnceBeforeTheFirstMessageOfEachSession) {
    MemoryFileSystem files;
    ManualClock clock;
    const Conversation::NewLog new_log = [&](std::string_view model) {
        clock.advance(std::chrono::seconds(1));
        return SessionLog::create(files, "/s", clock, "/p", model);
    };
    Conversation conversation(new_log("m").value(), {}, new_log);
    conversation.set_system({"prompt", "b", "2026-01-31"}, false);
    const Path first = conversation.log().file();
    EXPECT_EQ(files.text(first)->find("system"), std::string::npos); // nothing was asked yet
    conversation.add_prompt("one", " and more");
    conversation.add_prompt("two", "");
    conversation.clear("m");
    const Path second = conversation.log().file();
    conversation.add(UserMessage{"(a note)"});
    for (const Path& file : {first, second}) {
        const std::string text = *files.text(file);
        const size_t at = text.find(R"("t":"system")");
        EXPECT_NE(at, std::string::npos);
        EXPECT_EQ(text.find(R"("t":"system")", at + 1), std::string::npos);
        EXPECT_LT(at, text.find(R"("t":"user")"));
    }
    EXPECT_NE(files.text(first)->find(R"("text":"one","more":" and more")"), std::string::npos);
    EXPECT_NE(files.text(second)->find(R"_("text":"(a note)","note":true)_"), std::string::npos);
}

} // namespace thoth
