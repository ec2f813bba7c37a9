#include "ui/typed_ahead.h"

#include <gtest/gtest.h>
#include <vector>

namespace thoth {

namespace {
struct Bench {
    Channel<std::string> to_agent;
    TypedAhead ahead{to_agent};

    std::vector<std::string> rest() {
        std::vector<std::string> lines;
        while (auto line = ahead.next())
            lines.push_back(std::move(*line));
        return lines;
    }
};
using Lines = std::vector<std::string>;
} // namespace

TEST(TypedAhead, APromptIsWithinTheAgentsReachAndComesBackInOrder) { // L13
    Bench bench;
    for (const char* line : {"one", "two", "three"})
        bench.ahead.add(line, true);
    EXPECT_EQ(bench.to_agent.try_pop(), "one");
    bench.ahead.take_back();
    EXPECT_EQ(bench.to_agent.try_pop(), std::nullopt);
    EXPECT_EQ(bench.rest(), (Lines{"two", "three"}));
}

TEST(TypedAhead, WhatStandsBehindACommandIsNoneOfTheAgentsYet) {
    Bench bench;
    bench.ahead.add("one", true);
    bench.ahead.add("/model other", false);
    bench.ahead.add("two", true);
    EXPECT_EQ(bench.to_agent.try_pop(), "one");
    EXPECT_EQ(bench.to_agent.try_pop(), std::nullopt);
    bench.ahead.take_back();
    EXPECT_EQ(bench.rest(), (Lines{"/model other", "two"}));
}

TEST(TypedAhead, NothingIsSentWhileItIsHeld) {
    Bench bench;
    bench.ahead.hold();
    EXPECT_FALSE(bench.ahead.is_held()) << "there is nothing to hold";
    bench.ahead.add("one", true);
    bench.ahead.take_back();
    bench.ahead.hold();
    EXPECT_EQ(bench.ahead.count(), 1u);
    EXPECT_EQ(bench.rest(), Lines{});
    bench.ahead.go_on();
    EXPECT_EQ(bench.rest(), Lines{"one"});
    bench.ahead.add("two", true);
    bench.ahead.take_back();
    bench.ahead.hold();
    bench.ahead.drop();
    EXPECT_FALSE(bench.ahead.is_held());
    EXPECT_EQ(bench.rest(), Lines{});
}

} // namespace thoth
