#include "agent/conversation.h"

#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Conversation, JoinsNeighbouringUserMessagesOfAStoredSession) {
    const Conversation conversation(SessionLog::none(),
                                    {UserMessage{"a"}, UserMessage{"b"}, AssistantMessage{"c", {}, {}, {}}},
                                    [] { return SessionLog::none(); });
    const std::vector<Message> expected{UserMessage{"a\n\nb"}, AssistantMessage{"c", {}, {}, {}}};
    EXPECT_EQ(std::vector<Message>(conversation.messages().begin(), conversation.messages().end()), expected);
}

} // namespace thoth
