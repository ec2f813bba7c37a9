#include "ui/headless/run_result.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
RequestFinished ended(RequestEnd end) {
    RequestFinished finished;
    finished.end = end;
    return finished;
}

CheckRun check(int exit_code, bool is_newest, bool exit_tells = true) {
    return {{"make test", {CommandEnd::How::exited, exit_code}, true, false, exit_tells}, is_newest};
}

Evidence changed_with(std::vector<CheckRun> checks) {
    Evidence evidence;
    evidence.files = {{"a.c", ObservedFile::How::changed, {}, {}}};
    evidence.checks = std::move(checks);
    return evidence;
}
} // namespace

TEST(RunResult, EachEndHasAnOutcome) {
    const std::pair<RequestEnd, RunOutcome> cases[] = {
        {RequestEnd::done, RunOutcome::success},         {RequestEnd::stopped, RunOutcome::stopped},
        {RequestEnd::limit, RunOutcome::max_turns},      {RequestEnd::budget, RunOutcome::budget},
        {RequestEnd::wrong_answer, RunOutcome::schema},  {RequestEnd::model_failed, RunOutcome::failed},
        {RequestEnd::cancelled, RunOutcome::interrupted}};
    for (const auto& [end, outcome] : cases)
        EXPECT_EQ(outcome_of(ended(end), {}), outcome);
    EXPECT_EQ(outcome_of(ended(RequestEnd::cancelled), {0, true, false}), RunOutcome::timeout);
    EXPECT_EQ(outcome_of(ended(RequestEnd::done), {0, true, false}), RunOutcome::success); // it was in time
    EXPECT_EQ(outcome_of(ended(RequestEnd::cancelled), {15, true, false}), RunOutcome::interrupted);
    EXPECT_EQ(outcome_of(ended(RequestEnd::done), {2, false, false}), RunOutcome::interrupted);
}

TEST(RunResult, ARequiredCheckHasToSucceedAfterTheLastChange) {
    EXPECT_TRUE(is_checked({}));
    EXPECT_FALSE(is_checked(changed_with({})));
    EXPECT_TRUE(is_checked(changed_with({check(0, true)})));
    EXPECT_FALSE(is_checked(changed_with({check(1, true)})));
    EXPECT_FALSE(is_checked(changed_with({check(0, true), check(1, true)})));
    EXPECT_FALSE(is_checked(changed_with({check(0, false)})));
    EXPECT_TRUE(is_checked(changed_with({check(1, false), check(0, true)})));
    EXPECT_FALSE(is_checked(changed_with({check(0, true, false)}))); // make test | tail
    RequestFinished finished = ended(RequestEnd::done);
    finished.evidence = changed_with({});
    EXPECT_EQ(outcome_of(finished, {0, false, true}), RunOutcome::unchecked);
    EXPECT_EQ(outcome_of(finished, {0, false, false}), RunOutcome::success);
    finished.end = RequestEnd::limit;
    EXPECT_EQ(outcome_of(finished, {0, false, true}), RunOutcome::max_turns);
}

TEST(RunResult, ExitCodesAreThoseOfTheContract) { // F08
    const std::pair<RunOutcome, int> cases[] = {{RunOutcome::success, 0},    {RunOutcome::stopped, 0},
                                                {RunOutcome::max_turns, 53}, {RunOutcome::timeout, 53},
                                                {RunOutcome::budget, 53},    {RunOutcome::failed, 1},
                                                {RunOutcome::schema, 1},     {RunOutcome::unchecked, 4},
                                                {RunOutcome::usage, 2},      {RunOutcome::interrupted, 130}};
    for (const auto& [outcome, code] : cases) {
        EXPECT_EQ(exit_code_of(outcome, 0, false), code);
        EXPECT_EQ(exit_code_of(outcome, 0, true), code == 0 ? 3 : code);
    }
    EXPECT_EQ(exit_code_of(RunOutcome::interrupted, 15, true), 143);
}

TEST(RunResult, OfSeveralExitCodesTheGravestCounts) {
    const int by_gravity[] = {143, 2, 1, 53, 4, 3, 0};
    for (size_t i = 0; i < std::size(by_gravity); ++i)
        for (size_t j = i; j < std::size(by_gravity); ++j) {
            EXPECT_EQ(graver(by_gravity[i], by_gravity[j]), by_gravity[i]);
            EXPECT_EQ(graver(by_gravity[j], by_gravity[i]), by_gravity[i]);
        }
}

} // namespace thoth
