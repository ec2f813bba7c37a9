#include "tools/shell_environment.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {
using Variables = std::map<std::string, std::string>;

Variables environment_from(const Variables& ours, const Path& project = "/project",
                           ShellEnvironment kind = ShellEnvironment::inherited) {
    const auto pairs = shell_environment(FakeEnvironment(ours), PosixFileSystem(), project, kind);
    return {pairs.begin(), pairs.end()};
}

TEST(ShellEnvironment, AddsWhatKeepsProgramsFromAsking) { // B38
    EXPECT_EQ(environment_from({{"PATH", "/usr/bin:/bin"}, {"HOME", "/home/x"}, {"TERM", "xterm"}}),
              (Variables{{"AI_AGENT", "thoth"},
                         {"DEBIAN_FRONTEND", "noninteractive"},
                         {"GIT_EDITOR", "true"},
                         {"GIT_PAGER", "cat"},
                         {"GIT_TERMINAL_PROMPT", "0"},
                         {"HOME", "/home/x"},
                         {"MANPAGER", "cat"},
                         {"NO_COLOR", "1"},
                         {"PAGER", "cat"},
                         {"PATH", "/usr/bin:/bin"},
                         {"PIP_NO_INPUT", "1"},
                         {"SSH_ASKPASS_REQUIRE", "never"},
                         {"TERM", "dumb"},
                         {"THOTH", "1"}}));
}

TEST(ShellEnvironment, TheUsersOwnSettingsWin) { // B38
    const Variables variables = environment_from({{"PAGER", "less"}, {"GIT_TERMINAL_PROMPT", ""}});
    EXPECT_EQ(variables.at("PAGER"), "less");
    EXPECT_EQ(variables.at("GIT_TERMINAL_PROMPT"), "");
}

TEST(ShellEnvironment, HidesProviderKeysAndWhatChangesTheShell) {
    const Variables plain = environment_from({});
    for (const char* name : {"ANTHROPIC_API_KEY", "THOTH_API_KEY", "HF_TOKEN", "ENV", "BASH_ENV", "SHELLOPTS",
                             "BASHOPTS", "PS4", "IFS", "CDPATH", "BASH_FUNC_ls%%", "GITHUB_TOKEN", "ACME_API_KEY",
                             "CLIENT_SECRET", "DB_PASSWORD", "npm_config_auth_token"})
        EXPECT_EQ(environment_from({{name, "x"}}), plain) << name;
    for (const char* name : {"TOKEN_COUNT", "PASSWORD_STORE_DIR", "MONKEY"})
        EXPECT_EQ(environment_from({{name, "x"}}).at(name), "x") << name;
}

TEST(ShellEnvironment, AProxyComesWithoutItsPassword) { // B80
    const Variables variables =
        environment_from({{"HTTPS_PROXY", "http://me:pass@box:3128"}, {"no_proxy", ".corp,10.0.0.0/8"}});
    EXPECT_EQ(variables.at("HTTPS_PROXY"), "http://box:3128");
    EXPECT_EQ(variables.at("no_proxy"), ".corp,10.0.0.0/8");
}

TEST(ShellEnvironment, TheMinimalOneHasOnlyWhatProgramsCannotDoWithout) {
    const auto minimal = [](const Variables& ours) {
        return environment_from(ours, "/project", ShellEnvironment::minimal);
    };
    Variables expected = minimal({});
    for (const char* name : {"HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_TIME", "TZ", "TMPDIR", "SHELL", "CI"})
        expected[name] = "x";
    Variables ours = expected;
    ours["SSH_AUTH_SOCK"] = ours["XDG_RUNTIME_DIR"] = ours["GITHUB_TOKEN"] = ours["EDITOR"] = "x";
    EXPECT_EQ(minimal(ours), expected);
}

TEST(ShellEnvironment, PathHasNoEntryThatTheProjectCouldFill) {
    TempDirectory directory;
    const Path project = directory / "project";
    std::filesystem::create_directories(project / "bin");
    std::filesystem::create_symlink(project / "bin", directory / "link");
    const std::string outside = (directory / "project-tools").string();
    const auto path = [&](const std::string& text) {
        return environment_from({{"PATH", text}}, project).at("PATH");
    };
    EXPECT_EQ(path(":/usr/bin::bin:./x:" + project.string() + "/bin:" + outside + ":" + project.string() + ":" +
                   (directory / "link").string() + ":"),
              "/usr/bin:" + outside);
    EXPECT_EQ(path("."), "/usr/local/bin:/usr/bin:/bin");
}

} // namespace
} // namespace thoth
