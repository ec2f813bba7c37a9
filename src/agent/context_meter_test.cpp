#include "agent/context_meter.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

Usage counted(int64_t tokens) {
    Usage usage;
    usage.input = tokens;
    return usage;
}

struct Request {
    std::string system;
    std::vector<Message> messages;
    ModelRequest value() const { return {system, messages, {}}; }
};

TEST(ContextMeter, EstimatesByBytesUntilAServerCounted) {
    const ContextMeter meter;
    const Request request{std::string(3'500 - 48, 's'), {UserMessage{""}}};
    EXPECT_EQ(bytes_of(request.value()), 3'500u);
    EXPECT_EQ(meter.tokens_of(request.value()), 1'000);
    EXPECT_EQ(meter.bytes_in(1'000), 3'500u);
}

TEST(ContextMeter, TakesWhatTheServerCountedAndEstimatesOnlyWhatIsNew) {
    ContextMeter meter;
    Request request{std::string(2'000 - 48, 's'), {UserMessage{""}}};
    meter.counted(request.value(), counted(1'000)); // two bytes a token
    EXPECT_EQ(meter.tokens_of(request.value()), 1'000);
    request.messages.emplace_back(ToolResult{"id", "t", std::string(1'000 - 24, 'x')});
    EXPECT_EQ(meter.tokens_of(request.value()), 1'500);
    request.messages.clear(); // a shorter history
    EXPECT_EQ(meter.tokens_of(request.value()), static_cast<int64_t>(bytes_of(request.value()) / 2));
}

TEST(ContextMeter, AServerThatCutThePromptDoesNotMakeATokenLookLikeAPage) {
    ContextMeter meter;
    const Request request{std::string(60'000, 's'), {}};
    meter.counted(request.value(), counted(100));
    EXPECT_EQ(meter.tokens_in(6'000), 1'000);
}

TEST(ContextMeter, LearnsNothingFromAnEstimateOfItsOwn) {
    ContextMeter meter;
    const Request request{std::string(1'000, 's'), {}};
    Usage usage = counted(1'000);
    usage.estimated = true;
    meter.counted(request.value(), usage);
    EXPECT_EQ(meter.tokens_in(3'500), 1'000);
}

} // namespace
} // namespace thoth
