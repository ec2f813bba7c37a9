#include "permission/policy.h"

#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Decision = Verdict::Decision;
using Keys = std::vector<std::string>;
constexpr std::array k_all_modes{Mode::manual, Mode::accept_edits, Mode::automatic};

// A project in <home>/p and what was granted in it.
struct Bench {
    TempDirectory home;
    Path root;
    Workspace workspace;
    Grants grants = Grants::unsaved();

    explicit Bench(const Path& project = "p") : root(home / project), workspace(open(root)) {}
    static Workspace open(const Path& root) {
        std::filesystem::create_directories(root);
        return *Workspace::open(PosixFileSystem(), root);
    }
    Bench& grant(const std::string& key) {
        EXPECT_TRUE(grants.add(std::array{key}, ManualClock()));
        return *this;
    }
    Verdict judge(const Access& access, Mode mode = Mode::manual) const {
        return Policy(workspace, home.path()).judge(access, mode, grants);
    }
    Decision change(const Path& path, Mode mode = Mode::manual) const {
        return judge(ChangeAccess{path}, mode).decision;
    }
};
} // namespace

TEST(Policy, P01LooksInsideTheProjectAreFree) {
    const Bench bench;
    for (const Mode mode : k_all_modes) {
        EXPECT_EQ(bench.judge(NoAccess{}, mode).decision, Decision::allow);
        EXPECT_EQ(bench.judge(ReadAccess{bench.root / "src/a.c"}, mode).decision, Decision::allow);
        EXPECT_EQ(bench.judge(ReadAccess{bench.root, ReadAccess::Extent::tree}, mode).decision, Decision::allow);
    }
}

TEST(Policy, OurOwnTemporaryFilesMayBeReadAndNothingBesideThem) {
    Bench bench;
    const Policy policy(bench.workspace, bench.home.path(), "/tmp/thoth-1");
    const auto decision = [&](const Access& access) {
        return policy.judge(access, Mode::manual, bench.grants).decision;
    };
    EXPECT_EQ(decision(ReadAccess{"/tmp/thoth-1/shell-1.log"}), Decision::allow);
    EXPECT_EQ(decision(ReadAccess{"/tmp/thoth-1", ReadAccess::Extent::tree}), Decision::allow);
    EXPECT_EQ(decision(ReadAccess{"/tmp/thoth-12/shell-1.log"}), Decision::ask);
    EXPECT_EQ(decision(ReadAccess{"/tmp/thoth-1/.env"}), Decision::ask);
    EXPECT_EQ(decision(ChangeAccess{"/tmp/thoth-1/shell-1.log"}), Decision::ask);
}

TEST(Policy, ReadingOutsideAsksForTheDirectory) {
    Bench bench;
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(ReadAccess{"/data/x/a.txt"}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{"read:/data/x"});
        EXPECT_EQ(verdict.reasons, Keys{"it lies outside of the project"});
    }
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x", ReadAccess::Extent::directory}).keys, Keys{"read:/data/x"});
    EXPECT_EQ(bench.judge(ReadAccess{Path(bench.root.string() + "-evil/a")}).decision, Decision::ask);
}

TEST(Policy, AGrantToReadCoversOneDirectoryAndNothingBelow) {
    Bench bench;
    bench.grant("read:/data/x");
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x/a.txt"}).decision, Decision::allow);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x", ReadAccess::Extent::directory}).decision, Decision::allow);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x/y/a.txt"}).decision, Decision::ask);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x/y", ReadAccess::Extent::directory}).decision, Decision::ask);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/a.txt"}).decision, Decision::ask);
    const Verdict tree = bench.judge(ReadAccess{"/data/x", ReadAccess::Extent::tree});
    EXPECT_EQ(tree.decision, Decision::ask);
    EXPECT_EQ(tree.keys, Keys{});
    EXPECT_EQ(bench.change("/data/x/a.txt"), Decision::ask);
}

TEST(Policy, P03SecretsAskEveryTimeInEveryMode) {
    Bench bench;
    bench.grant("edit:./").grant("read:/data").grant("edit:/data");
    for (const Mode mode : k_all_modes)
        for (const Path& path : {bench.root / ".env", bench.root / "a/id_rsa", Path("/data/server.pem")})
            for (const Access& access : {Access(ReadAccess{path}), Access(ChangeAccess{path})}) {
                const Verdict verdict = bench.judge(access, mode);
                EXPECT_EQ(verdict.decision, Decision::ask) << path;
                EXPECT_EQ(verdict.keys, Keys{}) << path;
                EXPECT_EQ(verdict.reasons, Keys{"its name says that it holds secrets"}) << path;
            }
}

TEST(Policy, ProtectedFilesAskEveryTimeInEveryMode) {
    Bench bench;
    bench.grant("edit:./").grant("edit:/data");
    for (const Mode mode : k_all_modes)
        for (const Path& path :
             {bench.root / ".vscode/tasks.json", bench.root / "a/AGENTS.md", Path("/data/.bashrc")}) {
            const Verdict verdict = bench.judge(ChangeAccess{path}, mode);
            EXPECT_EQ(verdict.decision, Decision::ask) << path;
            EXPECT_EQ(verdict.keys, Keys{}) << path;
            EXPECT_EQ(verdict.reasons, Keys{"it steers programs that run later"}) << path;
        }
    EXPECT_EQ(bench.judge(ReadAccess{bench.root / ".git/config"}).decision, Decision::allow);
}

TEST(Policy, P07ChangesInsideFollowTheMode) {
    Bench bench;
    const Verdict verdict = bench.judge(ChangeAccess{bench.root / "a.c"});
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.keys, Keys{"edit:./"});
    EXPECT_EQ(bench.change(bench.root / "a.c", Mode::accept_edits), Decision::allow);
    EXPECT_EQ(bench.change(bench.root / "a.c", Mode::automatic), Decision::allow);
    bench.grant("edit:./");
    EXPECT_EQ(bench.change(bench.root / "deep/er/a.c"), Decision::allow);
    EXPECT_EQ(bench.change("/data/a.c"), Decision::ask);
}

TEST(Policy, ChangesOutsideAskInEveryModeUnlessGranted) {
    Bench bench;
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(ChangeAccess{"/data/x/a.c"}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{"edit:/data/x"});
    }
    bench.grant("edit:/data/x");
    EXPECT_EQ(bench.change("/data/x/a.c"), Decision::allow);
    EXPECT_EQ(bench.change("/data/x/y/a.c", Mode::automatic), Decision::ask);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/x/a.c"}).decision, Decision::ask);
}

TEST(Policy, AFileWithMoreThanOneNameAsksEveryTimeInEveryMode) {
    Bench bench;
    bench.grant("edit:./");
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(ChangeAccess{bench.root / "a.c", true}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{});
        EXPECT_EQ(verdict.reasons, Keys{"the file has another name elsewhere, which would change with it"});
    }
}

TEST(Policy, AFileThatItsOwnerMayNotWriteAsksEveryTimeInEveryMode) {
    Bench bench;
    bench.grant("edit:./");
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(ChangeAccess{bench.root / "a.c", false, true}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{});
        EXPECT_EQ(verdict.reasons, Keys{"the file is marked as read-only"});
    }
}

TEST(Policy, NamesInsideAreJudgedBelowTheRootOnly) {
    const Bench bench(".vscode/.ssh/p");
    EXPECT_EQ(bench.change(bench.root / "a.c", Mode::accept_edits), Decision::allow);
    EXPECT_EQ(bench.judge(ReadAccess{bench.root / "a.c"}).decision, Decision::allow);
    EXPECT_EQ(bench.judge(ReadAccess{bench.root.parent_path() / "config"}).keys, Keys{});
    EXPECT_EQ(bench.change(bench.root / ".vscode/x", Mode::accept_edits), Decision::ask);
}

TEST(Policy, InTheHomeDirectoryOrAboveItAllChangesAsk) {
    Bench at_home("");
    at_home.grant("edit:./");
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = at_home.judge(ChangeAccess{at_home.home / "a.c"}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{});
        EXPECT_EQ(verdict.reasons, Keys{"the project is the home directory or lies above it"});
    }
    const Policy above(at_home.workspace, at_home.home / "deeper/home");
    EXPECT_EQ(above.judge(ChangeAccess{at_home.home / "a.c"}, Mode::automatic, at_home.grants).decision,
              Decision::ask);
}

TEST(Policy, DirectoriesThatAreNotUtf8HaveNoKey) {
    const Bench bench;
    EXPECT_EQ(bench.judge(ReadAccess{"/data/\xff/a.txt"}).decision, Decision::ask);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/\xff/a.txt"}).keys, Keys{});
    EXPECT_EQ(bench.judge(ChangeAccess{"/data/\xff/a.txt"}).keys, Keys{});
}

TEST(Policy, F02PlanRefusesEveryChange) {
    const Bench bench;
    for (const auto kind : {ChangeAccess::Kind::write, ChangeAccess::Kind::move, ChangeAccess::Kind::remove}) {
        const Verdict verdict = bench.judge(ChangeAccess{bench.root / "a.c", false, false, kind}, Mode::plan);
        EXPECT_EQ(verdict.decision, Decision::refuse);
        EXPECT_EQ(verdict.reasons, Keys{"plan mode changes nothing: describe the change instead; the user decides "
                                        "whether it is carried out"});
    }
    EXPECT_EQ(bench.judge(ReadAccess{bench.root / "a.c"}, Mode::plan).decision, Decision::allow);
    EXPECT_EQ(bench.judge(ReadAccess{"/data/a.c"}, Mode::plan).decision, Decision::ask);
}

TEST(Policy, FileToolsNeverWriteInsideOfGit) {
    const Bench bench;
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(ChangeAccess{bench.root / "sub/.git/hooks/x"}, mode);
        EXPECT_EQ(verdict.decision, Decision::refuse);
        EXPECT_EQ(verdict.reasons, Keys{"file tools change nothing inside of .git; git commands do that"});
    }
    ChangeAccess move{bench.root / "a", false, false, ChangeAccess::Kind::move};
    move.moved_to = bench.root / ".git/config";
    EXPECT_EQ(bench.judge(move).decision, Decision::refuse);
}

TEST(Policy, F16RulesDecideOnFilesDenyFirst) {
    Bench bench;
    const auto judge = [&](const std::string& file, Mode mode) {
        using Rule = PermissionRule;
        const std::vector<Rule> rules{
            {Rule::Effect::allow, Rule::Subject::edit, "src/**", "", {}, {}, "c:1"},
            {Rule::Effect::ask, Rule::Subject::edit, "src/api/**", "", {}, {}, "c:2"},
            {Rule::Effect::deny, Rule::Subject::edit, "vendor/**", "not ours", {}, {}, "c:3"}};
        return Policy(bench.workspace, bench.home.path(), {}, Rules(rules, bench.root, bench.home.path()))
            .judge(ChangeAccess{bench.root / file}, mode, bench.grants);
    };
    EXPECT_EQ(judge("src/a.c", Mode::manual).decision, Decision::allow);
    EXPECT_EQ(judge("src/.env", Mode::manual).decision, Decision::ask);
    EXPECT_EQ(judge("a.c", Mode::manual).decision, Decision::ask);
    for (const Mode mode : {Mode::manual, Mode::accept_edits, Mode::automatic}) {
        EXPECT_EQ(judge("src/api/a.c", mode).reasons, Keys{"the rule in c:2 (ask edit:src/api/**)"});
        EXPECT_EQ(judge("vendor/a.c", mode).decision, Decision::refuse);
    }
    EXPECT_EQ(judge("vendor/a.c", Mode::manual).reasons, Keys{"the rule in c:3 (deny edit:vendor/**): not ours"});
}

TEST(Policy, T52RememberingAsksInEveryModeUnlessItIsGranted) {
    Bench bench;
    const RememberAccess remember{bench.root / ".thoth/memory.md"};
    for (const Mode mode : {Mode::manual, Mode::accept_edits, Mode::automatic}) {
        EXPECT_EQ(bench.judge(remember, mode).decision, Decision::ask);
        EXPECT_EQ(bench.judge(remember, mode).keys, Keys{"remember"});
    }
    EXPECT_EQ(bench.judge(remember, Mode::plan).decision, Decision::refuse);
    const std::vector<PermissionRule> rules{
        {PermissionRule::Effect::deny, PermissionRule::Subject::edit, ".thoth/**", "", {}, {}, "c:1"}};
    EXPECT_EQ(Policy(bench.workspace, bench.home.path(), {}, Rules(rules, bench.root, bench.home.path()))
                  .judge(remember, Mode::manual, bench.grants)
                  .decision,
              Decision::refuse);
    bench.grant("remember");
    EXPECT_EQ(bench.judge(remember, Mode::manual).decision, Decision::allow);
    EXPECT_EQ(bench.judge(ChangeAccess{remember.file}, Mode::manual).decision, Decision::ask)
        << "the grant covers new facts, not changes of the file";
}

TEST(Policy, WebPagesAreAskedAboutHostByHost) { // T51, B104
    Bench bench;
    const WebAccess page{"https://docs.a.test/x", "docs.a.test"};
    for (const Mode mode : k_all_modes) {
        const Verdict verdict = bench.judge(page, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{"web:docs.a.test"});
    }
    bench.grant("web:docs.a.test");
    EXPECT_EQ(bench.judge(page).decision, Decision::allow);
    EXPECT_TRUE(bench.judge(page).by_person);
    for (const char* place : {"x.docs.a.test", "docs.a.test.evil", "a.test", "http://docs.a.test:80",
                              "https://docs.a.test:8443", "evil.test"})
        EXPECT_EQ(bench.judge(WebAccess{"", place}).decision, Decision::ask) << place;
}

TEST(Policy, PlacesThatAreNotPublicAreAskedAboutEachTime) { // B102
    Bench bench;
    bench.grant("web:http://a.test:80");
    for (const Mode mode : {Mode::manual, Mode::accept_edits, Mode::automatic, Mode::plan}) {
        const Verdict verdict =
            bench.judge(WebAccess{"http://a.test/", "http://a.test:80", {"10.0.0.1, a private network"}}, mode);
        EXPECT_EQ(verdict.decision, Decision::ask);
        EXPECT_EQ(verdict.keys, Keys{});
        EXPECT_EQ(verdict.reasons, std::vector<std::string>{"it is no public place: 10.0.0.1, a private network"});
    }
}

TEST(Policy, F02APlanAsksAboutEachPage) {
    Bench bench;
    bench.grant("web:a.test");
    const Verdict verdict = bench.judge(WebAccess{"https://a.test/", "a.test"}, Mode::plan);
    EXPECT_EQ(verdict.decision, Decision::ask);
    EXPECT_EQ(verdict.keys, Keys{});
}

} // namespace thoth
