#include "agent/model_turns.h"

#include "fakes/scripted_model.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

ModelInUse with_window(std::optional<int> tokens, std::vector<std::string> notes = {}) {
    ModelInUse in_use;
    in_use.window = tokens;
    in_use.notes = std::move(notes);
    return in_use;
}

struct Bench {
    ScriptedModel model;
    AgentLink link{[] {}};
    ModelTurns turns;
    explicit Bench(std::optional<int> window = {}) : turns(model, "m", with_window(window), {}, link.events) {}

    Reply next() {
        static constexpr std::string_view k_system = "s";
        const std::vector<Message> messages{UserMessage{"q"}};
        return turns.next({k_system, messages, {}}, {});
    }
    void overflows(std::optional<int64_t> limit) {
        model.does([limit](ReplySink&, std::stop_token) {
            Reply reply;
            reply.finish = Finish::error;
            reply.error.emplace();
            reply.error->kind = ReplyErrorKind::context_overflow;
            reply.error->limit = limit;
            return reply;
        });
    }
    std::vector<std::string> notices() {
        std::vector<std::string> texts;
        while (const auto event = link.events.try_pop())
            if (const auto* notice = std::get_if<Notice>(&*event)) texts.push_back(notice->text);
        return texts;
    }
};

TEST(ModelTurns, LearnsTheWindowFromARefusal) {
    Bench bench;
    bench.overflows(4096);
    bench.next();
    EXPECT_EQ(bench.turns.window(), 4096);
    EXPECT_EQ(bench.turns.in_use().window_origin, "a refused request");
    EXPECT_EQ(bench.notices(),
              (std::vector<std::string>{"the server's window is 4096 tokens; results are kept short "
                                        "enough for it from now on"}));
}

TEST(ModelTurns, ARefusalNeverMakesTheWindowLarger) {
    Bench bench(2048);
    bench.overflows(4096);
    bench.overflows({});
    bench.overflows(0);
    for (int i = 0; i < 3; ++i)
        bench.next();
    EXPECT_EQ(bench.turns.window(), 2048);
    EXPECT_EQ(bench.notices(), std::vector<std::string>{});
}

TEST(ModelTurns, AnotherModelHasAnotherWindow) {
    Bench bench(2048);
    bench.model.in_use = with_window(8192, {"it does not think"});
    bench.turns.change_model("n");
    EXPECT_EQ(bench.model.model, "n");
    EXPECT_EQ(bench.turns.model(), "n");
    EXPECT_EQ(bench.turns.window(), 8192);
    EXPECT_EQ(bench.notices(), std::vector<std::string>{"it does not think"});
}

TEST(ModelTurns, WarnsOfAServerThatCutsPrompts) {
    Bench bench;
    bench.model.does([](ReplySink&, std::stop_token) {
        Reply reply = ScriptedModel::reply("yes", {}, Finish::stop);
        reply.request_bytes = 400'000;
        reply.usage = Usage{4096, 0, 0, 1, 0, {}, false};
        return reply;
    });
    bench.next();
    const auto notices = bench.notices();
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_TRUE(notices[0].starts_with("the server counted only 4096 tokens")) << notices[0];
}

} // namespace
} // namespace thoth
