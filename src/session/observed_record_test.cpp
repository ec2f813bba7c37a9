#include "session/observed_record.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
Observed read(std::string_view text) {
    return observed_from(parse_json(text).value());
}
} // namespace

TEST(ObservedRecord, WhatWasSeenOfACallComesBack) {
    using How = ObservedFile::How;
    Observed change;
    change.files = {{"src/a.c", How::created, hash_of("a"), {}},
                    {"b", How::moved, hash_of("b"), "old/b"},
                    {"c", How::deleted, {}, {}},
                    {"d", How::changed, {}, {}}};
    EXPECT_EQ(observed_from(observed_json(change)), change);

    for (const CommandEnd end : {CommandEnd{CommandEnd::How::exited, 0}, CommandEnd{CommandEnd::How::exited, 101},
                                 CommandEnd{CommandEnd::How::signalled, 9}, CommandEnd{CommandEnd::How::timed_out},
                                 CommandEnd{CommandEnd::How::cancelled}, CommandEnd{CommandEnd::How::goes_on}}) {
        Observed command;
        command.command = ObservedCommand{"make test", end, true, false};
        EXPECT_EQ(observed_from(observed_json(command)), command);
        command.command = ObservedCommand{"ls", end, false, true};
        EXPECT_EQ(observed_from(observed_json(command)), command);
    }
    for (const Denial why :
         {Denial::skipped, Denial::stopped, Denial::not_reached, Denial::refused, Denial::withdrawn}) {
        const Observed denied{why, "Write a.c", {}, {}};
        EXPECT_EQ(observed_from(observed_json(denied)), denied);
    }
    Observed page;
    page.origin = "example.org";
    EXPECT_EQ(observed_from(observed_json(page)), page);
}

TEST(ObservedRecord, IsSpelledAsTheDocumentSays) {
    Observed observed{Denial::refused, "rm x", {{"b", ObservedFile::How::moved, {}, "a"}}, {}};
    EXPECT_EQ(dump_json(observed_json(observed)),
              R"({"denial":"refused","denied":"rm x","files":[{"path":"b","how":"moved","from":"a"}]})");
    observed = {};
    observed.command = ObservedCommand{"make", {CommandEnd::How::exited, 2}, true, false};
    EXPECT_EQ(dump_json(observed_json(observed)),
              R"({"command":{"line":"make","end":"exited","number":2,"check":true}})");
    EXPECT_EQ(dump_json(observed_json({})), "{}");
}

TEST(ObservedRecord, WhatCannotBeReadWasNotSeen) {
    for (const char* text : {"1", "[]", "{}", R"({"denial":"of a later version","files":7,"command":"make"})",
                             R"({"files":[3,{"path":"a"},{"how":"changed"}],"command":{"line":"make","end":"?"}})",
                             R"({"command":{"end":"exited"}})"})
        EXPECT_EQ(read(text), Observed{}) << text;
    EXPECT_EQ(read(R"({"command":{"line":"make","end":"exited","number":99999999999}})").command,
              (ObservedCommand{"make", {CommandEnd::How::exited, 0}, false, false}));
}

} // namespace thoth
