#include "agent/guards/repeated_text.h"

#include "fakes/agent_bench.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string times(std::string_view piece, int n) {
    std::string out;
    for (int i = 0; i < n; ++i)
        out += piece;
    return out;
}

const std::string k_words = "the same twenty words said over and over by a model that does not find "
                            "the way out of its circle again. ";

TEST(RepeatedText, FindsAPieceOfAnyLengthHoweverItIsSplit) { // B55
    for (const std::string& piece : {std::string("\n"), k_words, times("0123456789abcdef", 100) + "end"}) {
        for (const size_t step : {size_t{1}, size_t{7}, size_t{100'000}}) {
            RepeatedText repeated;
            const std::string text = "It begins well. " + times(piece, 20'000 / static_cast<int>(piece.size()) + 9);
            for (size_t i = 0; i < text.size(); i += step)
                repeated.feed(std::string_view(text).substr(i, step));
            EXPECT_TRUE(repeated.found()) << piece.size() << " in steps of " << step;
        }
    }
}

TEST(RepeatedText, IsNoticedWithinAFewKilobytes) {
    RepeatedText repeated;
    size_t said = 0;
    while (!repeated.feed(k_words) && said < 100'000)
        said += k_words.size();
    EXPECT_LT(said, 8'000u);
}

TEST(RepeatedText, TextThatOnlyLooksAlikeIsNoRepetition) {
    RepeatedText numbered;
    for (int i = 0; i < 2000; ++i)
        EXPECT_FALSE(numbered.feed(fmt::format("line {} of a table that goes on and on\n", i)));
    RepeatedText few;
    EXPECT_FALSE(few.feed(times("-", 4000) + "\n" + times("=", 3000)));
    RepeatedText seven; // long pieces, seven times
    EXPECT_FALSE(seven.feed(times(times("0123456789abcdef", 60) + "end", 7) + times("other text\n", 3)));
}

TEST(RepeatedText, LeavesOneOfThePieces) {
    RepeatedText repeated;
    const std::string text = "Well: " + times("na \u00e9", 2000);
    ASSERT_TRUE(repeated.feed(text));
    EXPECT_EQ(repeated.without_repetition(text), "Well: na \u00e9");
    EXPECT_EQ(repeated.without_repetition("x"), "x");
}

// --- in the loop ---

TEST(RepeatedText, AStreamThatRepeatsItselfIsCutOffAndSaid) { // B55
    AgentBench bench;
    int said = 0;
    bench.model.does([&](ReplySink& sink, std::stop_token stop) {
        std::string text;
        for (; said < 500 && !stop.stop_requested(); ++said) {
            sink.on_text(k_words);
            text += k_words;
        }
        return ScriptedModel::reply(text, {}, stop.stop_requested() ? Finish::cancelled : Finish::stop);
    });
    const RequestFinished finished = bench.ask("go");
    EXPECT_EQ(finished.end, RequestEnd::model_failed);
    EXPECT_EQ(finished.error, "the model said the same text over and over, so its reply was cut off\nask again in "
                              "other words; a repetition penalty in the settings of the server may help");
    EXPECT_LT(said, 100);
    bench.ask("again");
    EXPECT_EQ(std::get<AssistantMessage>(bench.last_request()[1]).text,
              k_words + "\n(cut off here: it went on with the same text)");
}

TEST(RepeatedText, ThinkingThatGoesInCirclesIsCutOffToo) {
    AgentBench bench;
    bench.model.does([&](ReplySink& sink, std::stop_token stop) {
        for (int i = 0; i < 500 && !stop.stop_requested(); ++i)
            sink.on_thinking(k_words);
        return ScriptedModel::reply("", {}, stop.stop_requested() ? Finish::cancelled : Finish::stop);
    });
    EXPECT_EQ(bench.ask("go").end, RequestEnd::model_failed);
}

TEST(RepeatedText, AnInterruptIsStillAnInterrupt) {
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
}

} // namespace
} // namespace thoth
