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

} // namespace thoth
