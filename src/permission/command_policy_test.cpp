#include "permission/policy.h"

#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Decision = Verdict::Decision;
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;
using Texts = std::vector<std::string>;

// What was found in "make && git push": two programs, the second asked about each time.
CommandFacts make_and_push() {
    CommandFacts facts;
    facts.keys = {"shell:git", "shell:make"};
    facts.commands = {{"make"}, {"git", "push"}};
    facts.keys_of = {{"shell:make"}, {"shell:git"}};
    facts.every_time = {{"git push changes something elsewhere", 1}};
    facts.reaches_out = {"git would change something elsewhere"};
    return facts;
}

CommandFacts make() {
    CommandFacts facts;
    facts.keys = {"shell:make"};
    facts.commands = {{"make"}};
    facts.keys_of = {{"shell:make"}};
    return facts;
}

struct Bench {
    MemoryFileSystem files = with_project();
    Workspace workspace = Workspace::open(files, "/p").value();
    Grants grants = Grants::unsaved();
    std::vector<PermissionRule> rules;

    static MemoryFileSystem with_project() {
        MemoryFileSystem memory;
        memory.put("/p/a.c", "");
        return memory;
    }
    Bench& grant(const std::string& key, const Grants::Pins& pins = {}) {
        EXPECT_TRUE(grants.add(std::array{key}, ManualClock(), pins));
        return *this;
    }
    Bench& rule(Effect effect, const std::string& pattern) {
        rules.push_back({effect, Subject::shell, pattern, "", {}, {}, "c:1"});
        return *this;
    }
    Verdict judge(const CommandFacts& facts, Mode mode = Mode::manual, Confinement confinement = Confinement::full,
                  const CommandAccess& access = {}) const {
        return Policy(workspace, "/h", {}, Rules(rules, "/p", "/h"))
            .judge_command(facts, access, mode, grants, confinement);
    }
};
} // namespace

TEST(CommandPolicy, ALineRunsWhenEveryKeyIsGranted) {
    Bench bench;
    EXPECT_EQ(bench.judge(make()).decision, Decision::ask);
    EXPECT_EQ(bench.judge(make()).keys, Texts{"shell:make"});
    bench.grant("shell:make");
    const Verdict verdict = bench.judge(make());
    EXPECT_EQ(verdict.decision, Decision::allow);
    EXPECT_TRUE(verdict.by_person);
}

TEST(CommandPolicy, OnlyTheKeysThatAreMissingAreAskedFor) {
    Bench bench;
    CommandFacts facts = make_and_push();
    facts.every_time.clear();
    EXPECT_EQ(bench.grant("shell:make").judge(facts).keys, Texts{"shell:git"});
}

TEST(CommandPolicy, WhatIsAskedEveryTimeIsNeverGranted) {
    Bench bench;
    const Verdict verdict = bench.grant("shell:make").grant("shell:git").judge(make_and_push());
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.keys, Texts{});
    EXPECT_EQ(verdict.reasons, Texts{"git push changes something elsewhere"});
}

TEST(CommandPolicy, AGrantOfAFileCountsForItsContentOnly) {
    Bench bench;
    CommandFacts facts = make();
    facts.keys = {"shell:./b.sh"};
    facts.keys_of = {{"shell:./b.sh"}};
    facts.pins = {{"shell:./b.sh", {"/p/b.sh", "aa"}}};
    bench.grant("shell:./b.sh", facts.pins);
    EXPECT_EQ(bench.judge(facts).decision, Decision::allow);
    facts.pins["shell:./b.sh"].sha256 = "bb";
    EXPECT_EQ(bench.judge(facts).decision, Decision::ask);
    facts.pins.clear(); // it cannot be read any more
    EXPECT_EQ(bench.judge(facts).decision, Decision::ask);
    facts.pins = {{"shell:./b.sh", {"/p/b.sh", "aa"}}};
    facts.not_kept = {"shell:./b.sh"}; // something earlier on the line could replace it
    EXPECT_EQ(bench.judge(facts).decision, Decision::ask);
}

TEST(CommandPolicy, P07AcceptEditsAsksForCommandsLikeManual) {
    EXPECT_EQ(Bench().judge(make(), Mode::accept_edits).decision, Decision::ask);
}

TEST(CommandPolicy, P07AutoAsksOnlyForWhatReachesOut) {
    const Bench bench;
    EXPECT_EQ(bench.judge(make(), Mode::automatic).decision, Decision::allow);
    EXPECT_FALSE(bench.judge(make(), Mode::automatic).by_person);
    CommandFacts removes = make();
    removes.every_time = {{"rm is asked about every time", 0}};
    EXPECT_EQ(bench.judge(removes, Mode::automatic).decision, Decision::allow);
    const Verdict push = bench.judge(make_and_push(), Mode::automatic);
    EXPECT_EQ(push.decision, Decision::ask);
    EXPECT_EQ(push.keys, Texts{});
    EXPECT_EQ(push.reasons, Texts{"git would change something elsewhere"});
}

TEST(CommandPolicy, AutoAsksForEverythingWhereCommandsCannotBeConfined) {
    const Bench bench;
    const Verdict verdict = bench.judge(make(), Mode::automatic, Confinement::partial);
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.reasons, Texts{"this machine cannot confine commands fully, so auto mode asks"});
    EXPECT_EQ(bench.judge(make(), Mode::automatic, Confinement::given_up).decision, Decision::allow);
    EXPECT_EQ(bench.judge(make_and_push(), Mode::automatic, Confinement::given_up).decision, Decision::ask);
}

TEST(CommandPolicy, AutoAsksForTheNetworkAndForPlacesOutside) {
    const Bench bench;
    EXPECT_EQ(bench.judge(make(), Mode::automatic, Confinement::full, {"make", true, {}}).reasons,
              Texts{"it asks for the network"});
    EXPECT_EQ(bench.judge(make(), Mode::automatic, Confinement::full, {"make", false, {"/x"}}).reasons,
              Texts{"it asks to write /x too"});
}

TEST(CommandPolicy, AWishToWriteOutsideIsAskedAboutDespiteAGrant) {
    Bench bench;
    bench.grant("shell:make");
    EXPECT_EQ(bench.judge(make(), Mode::manual, Confinement::full, {"make", false, {"/x"}}).decision,
              Decision::ask);
    EXPECT_EQ(bench.judge(make(), Mode::manual, Confinement::full, {"make", true, {}}).decision, Decision::allow);
}

TEST(CommandPolicy, F02PlanRunsOnlyWhatLooksEvenWithAGrant) {
    Bench bench;
    bench.grant("shell:make");
    EXPECT_EQ(bench.judge(make(), Mode::plan).decision, Decision::refuse);
    CommandFacts looks = make();
    looks.read_only = true;
    EXPECT_EQ(bench.judge(looks, Mode::plan).decision, Decision::allow);
    looks.keys = {"shell:cat"};
    looks.keys_of = {{"shell:cat"}};
    EXPECT_EQ(bench.judge(looks, Mode::plan, Confinement::partial).decision, Decision::ask);
}

TEST(CommandPolicy, PlanAsksAboutPlacesOutside) {
    CommandFacts looks = make();
    looks.read_only = true;
    looks.reaches_out = {"it names ../notes, which lies outside of the project"};
    const Verdict verdict = Bench().judge(looks, Mode::plan);
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.reasons, looks.reaches_out);
}

TEST(CommandPolicy, F16ADenyRuleBeatsGrantsAndModes) {
    Bench bench;
    bench.grant("shell:make").rule(Effect::deny, "make*");
    for (const Mode mode : {Mode::manual, Mode::accept_edits, Mode::automatic, Mode::plan}) {
        const Verdict verdict = bench.judge(make(), mode);
        EXPECT_EQ(verdict.decision, Decision::refuse) << name_of(mode);
        EXPECT_EQ(verdict.reasons, Texts{"the rule in c:1 (deny shell:make*)"}) << name_of(mode);
    }
}

TEST(CommandPolicy, F16WithADenyRuleALineThatIsNotUnderstoodIsRefused) {
    Bench bench;
    CommandFacts unclear = make();
    unclear.understood = false;
    unclear.commands.clear();
    unclear.keys_of.clear();
    unclear.keys = {"shell:?"};
    unclear.every_time = {{"it cannot be understood", std::nullopt}};
    EXPECT_EQ(bench.judge(unclear).decision, Decision::ask);
    EXPECT_EQ(bench.rule(Effect::deny, "curl *").judge(unclear).decision, Decision::refuse);
    CommandFacts piped = make();
    piped.keys = {"shell:cat", "shell:sh"};
    piped.commands = {{"cat", "x"}, {"sh"}};
    piped.keys_of = {{"shell:cat"}, {"shell:sh"}};
    EXPECT_EQ(bench.judge(piped).decision, Decision::refuse);
}

TEST(CommandPolicy, F16AnAskRuleAsksDespiteAGrantAndOffersNoAlways) {
    Bench bench;
    const Verdict verdict = bench.grant("shell:make").rule(Effect::ask, "make*").judge(make());
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.keys, Texts{});
    EXPECT_EQ(verdict.reasons, Texts{"the rule in c:1 (ask shell:make*)"});
}

TEST(CommandPolicy, F16AnAllowRuleCoversItsCommandAndItsEveryTime) {
    Bench bench;
    bench.rule(Effect::allow, "git push");
    EXPECT_EQ(bench.judge(make_and_push()).keys, Texts{"shell:make"});
    EXPECT_EQ(bench.grant("shell:make").judge(make_and_push()).decision, Decision::allow);
    CommandFacts with_secret = make_and_push();
    with_secret.every_time.push_back({"the line names .env", std::nullopt});
    EXPECT_EQ(bench.judge(with_secret).decision, Decision::ask);
}

TEST(CommandPolicy, AnExpansionThatCouldBecomeWhatIsDeniedIsAskedAbout) {
    Bench bench;
    CommandFacts facts = make();
    facts.commands = {{"make", std::nullopt}};
    bench.grant("shell:make").rule(Effect::deny, "make install");
    EXPECT_EQ(bench.judge(facts).reasons,
              Texts{"an expansion could turn it into what the rule in c:1 (deny shell:make install) denies"});
}

} // namespace thoth
