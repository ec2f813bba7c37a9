#include "sandbox/protected_state.h"

#include "fakes/temp_directory.h"

#include <gmock/gmock.h>

namespace thoth {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

struct StateBench {
    TempDirectory root;
    Path quarantine = root / "state/quarantine";
};

TEST(ProtectedState, SaysNothingWhenNothingChanged) {
    StateBench bench;
    bench.root.put("p/.git/hooks/pre-commit", "#!/bin/sh\n");
    const auto before = ProtectedState::look({bench.root / "p/.git/hooks", bench.root / "p/.thoth"});
    EXPECT_THAT(before.put_right(bench.quarantine), ElementsAre());
    EXPECT_FALSE(fs::exists(bench.quarantine));
}

TEST(ProtectedState, MovesAwayWhatAppeared) {
    StateBench bench;
    const auto before = ProtectedState::look({bench.root / "p/.thoth", bench.root / "p/AGENTS.md"});
    bench.root.put("p/.thoth/config", "evil");
    bench.root.put("p/AGENTS.md", "evil");
    EXPECT_THAT(before.put_right(bench.quarantine), ElementsAre(HasSubstr("created"), HasSubstr("created")));
    EXPECT_FALSE(fs::exists(bench.root / "p/.thoth"));
    EXPECT_FALSE(fs::exists(bench.root / "p/AGENTS.md"));
    EXPECT_EQ(bench.root.text("state/quarantine/.thoth-1/config"), "evil");
    EXPECT_EQ(bench.root.text("state/quarantine/AGENTS.md-1"), "evil");
}

TEST(ProtectedState, KeepsEverythingInQuarantine) {
    StateBench bench;
    for (const char* text : {"first", "second"}) {
        const auto before = ProtectedState::look({bench.root / "p/AGENTS.md"});
        bench.root.put("p/AGENTS.md", text);
        before.put_right(bench.quarantine);
    }
    EXPECT_EQ(bench.root.text("state/quarantine/AGENTS.md-1"), "first");
    EXPECT_EQ(bench.root.text("state/quarantine/AGENTS.md-2"), "second");
}

TEST(ProtectedState, PutsTheOldBackWithItsMode) {
    StateBench bench;
    const Path config = bench.root.put("p/config", "old");
    fs::permissions(config, fs::perms{0640});
    const auto before = ProtectedState::look({config});
    bench.root.put("p/config", "new");
    EXPECT_THAT(before.put_right(bench.quarantine), ElementsAre(HasSubstr("the old is back")));
    EXPECT_EQ(bench.root.text("p/config"), "old");
    EXPECT_EQ(fs::status(config).permissions(), fs::perms{0640});
    EXPECT_EQ(bench.root.text("state/quarantine/config-1"), "new");
}

TEST(ProtectedState, RestoresADirectoryEntryByEntry) {
    StateBench bench;
    bench.root.put("p/hooks/a", "a");
    bench.root.put("p/hooks/b", "b");
    const auto before = ProtectedState::look({bench.root / "p/hooks"});
    fs::remove(bench.root / "p/hooks/a");
    bench.root.put("p/hooks/b", "changed");
    bench.root.put("p/hooks/c", "new");
    EXPECT_EQ(before.put_right(bench.quarantine).size(), 3u);
    EXPECT_EQ(bench.root.text("p/hooks/a"), "a");
    EXPECT_EQ(bench.root.text("p/hooks/b"), "b");
    EXPECT_FALSE(fs::exists(bench.root / "p/hooks/c"));
}

TEST(ProtectedState, BringsBackADirectoryThatIsGone) {
    StateBench bench;
    bench.root.put("p/.vscode/settings.json", "{}");
    const auto before = ProtectedState::look({bench.root / "p/.vscode"});
    fs::remove_all(bench.root / "p/.vscode");
    before.put_right(bench.quarantine);
    EXPECT_EQ(bench.root.text("p/.vscode/settings.json"), "{}");
}

TEST(ProtectedState, NeverWritesThroughALinkOfTheCommand) {
    StateBench bench;
    const Path config = bench.root.put("p/config", "old");
    const Path outside = bench.root.put("outside", "mine");
    const auto before = ProtectedState::look({config});
    fs::remove(config);
    fs::create_symlink(outside, config);
    before.put_right(bench.quarantine);
    EXPECT_EQ(bench.root.text("outside"), "mine");
    EXPECT_EQ(bench.root.text("p/config"), "old");
    EXPECT_FALSE(fs::is_symlink(config));
}

TEST(ProtectedState, NeverActsBehindALinkOnTheWay) {
    StateBench bench;
    bench.root.put("p/sub/config", "evil");
    bench.root.put("outside/config", "mine");
    bench.root.put("outside/hooks/a", "mine");
    const auto before = ProtectedState::look({bench.root / "p/sub/config", bench.root / "p/sub/hooks"});
    fs::rename(bench.root / "p/sub", bench.root / "p/elsewhere");
    fs::create_directory_symlink(bench.root / "outside", bench.root / "p/sub");
    EXPECT_THAT(before.put_right(bench.quarantine),
                ElementsAre(HasSubstr("not where it was"), HasSubstr("not where it was")));
    EXPECT_EQ(bench.root.text("outside/config"), "mine");
    EXPECT_EQ(bench.root.text("outside/hooks/a"), "mine");
}

TEST(ProtectedState, SaysWhenWhatIsTooLargeChanged) {
    StateBench bench;
    const Path config = bench.root.put("p/config", std::string(ProtectedState::k_max_file_bytes + 1, 'x'));
    const auto before = ProtectedState::look({config});
    EXPECT_THAT(before.put_right(bench.quarantine), ElementsAre());
    bench.root.put("p/config", "small");
    EXPECT_THAT(before.put_right(bench.quarantine), ElementsAre(HasSubstr("could NOT be put back")));
}

} // namespace
} // namespace thoth
