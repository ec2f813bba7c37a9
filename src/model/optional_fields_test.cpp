#include "model/optional_fields.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

ReplyError refusal(std::string message) {
    ReplyError error;
    error.kind = ReplyErrorKind::invalid_request;
    error.message = std::move(message);
    return error;
}

struct Bench {
    OptionalFields fields;
    // What a body for model "m" holds of the temperature and the limit.
    std::string body(std::string_view model = "m") {
        fields.begin(model);
        std::string out;
        if (fields.form({"temperature"})) out += "t";
        if (const auto form = fields.form({"max_tokens", "max_completion_tokens"}, 2)) out += std::to_string(*form);
        if (fields.form({"stream_options"}, 1, AskedBy::us)) out += "s";
        return out;
    }
};

TEST(OptionalFields, ARefusedFieldTakesItsNextFormAndIsLeftOutAfterTheLast) {
    Bench bench;
    EXPECT_EQ(bench.body(), "t0s");
    EXPECT_TRUE(bench.fields.learn(
        400, refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")));
    EXPECT_EQ(bench.body(), "t1s");
    EXPECT_TRUE(bench.fields.learn(422, refusal("max_completion_tokens: Extra inputs are not permitted")));
    EXPECT_EQ(bench.body(), "ts");
    EXPECT_FALSE(bench.fields.learn(400, refusal("unknown field max_tokens"))); // was not sent
}

TEST(OptionalFields, WhatWasLearntHoldsForTheModelOnly) {
    Bench bench;
    bench.body();
    EXPECT_TRUE(bench.fields.learn(400, refusal("`temperature` is not supported with this model")));
    EXPECT_EQ(bench.body(), "0s");
    EXPECT_EQ(bench.body("n"), "t0s");
}

TEST(OptionalFields, AComplaintAboutAValueIsForTheUser) {
    Bench bench;
    bench.body();
    EXPECT_FALSE(bench.fields.learn(400, refusal("temperature: must be at most 1")));
    EXPECT_TRUE(bench.fields.learn(400, refusal("stream_options?"))); // nobody asked for this one
    EXPECT_EQ(bench.body(), "t0");
}

TEST(OptionalFields, OnlyARefusalThatNamesAFieldCounts) {
    Bench bench;
    bench.body();
    EXPECT_FALSE(bench.fields.learn(400, refusal("unknown field top_temperature")));
    EXPECT_FALSE(bench.fields.learn(400, refusal("unknown field temperature_2")));
    EXPECT_FALSE(bench.fields.learn(500, refusal("unknown field temperature")));
    ReplyError overflow = refusal("max_tokens is not supported: too long");
    overflow.kind = ReplyErrorKind::context_overflow;
    EXPECT_FALSE(bench.fields.learn(400, overflow));
    EXPECT_EQ(bench.body(), "t0s");
}

TEST(OptionalFields, OfTwoThatAreNamedTheFirstIsMeant) {
    OptionalFields fields;
    fields.begin("m");
    fields.form({"thinking"});
    fields.form({"temperature"});
    EXPECT_TRUE(fields.learn(400, refusal("`temperature` may only be set to 1 when thinking is enabled")));
    EXPECT_TRUE(fields.form({"thinking"}));
    EXPECT_FALSE(fields.form({"temperature"}));
}

} // namespace
} // namespace thoth
