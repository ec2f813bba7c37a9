#include "app/cli.h"

#include "fakes/test_data.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace thoth {

namespace {
Result<Invocation> parse(std::vector<std::string> arguments) {
    return parse_command_line(arguments);
}

Invocation parsed(std::vector<std::string> arguments) {
    auto invocation = parse(std::move(arguments));
    EXPECT_TRUE(invocation) << describe(invocation.error());
    return invocation ? std::move(*invocation) : Invocation{};
}

std::string error(std::vector<std::string> arguments) {
    const auto invocation = parse(std::move(arguments));
    return invocation ? "no error" : describe(invocation.error());
}

std::string contents(const char* name) {
    std::ifstream file(source_root() / name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The long flags that a text names: "--" and what may follow it in a flag.
std::set<std::string> flags_in(std::string_view text) {
    std::set<std::string> flags;
    for (size_t at = text.find("--"); at != std::string_view::npos; at = text.find("--", at + 2)) {
        size_t end = at + 2;
        while (end < text.size() && (std::isalpha(static_cast<unsigned char>(text[end])) || text[end] == '-'))
            ++end;
        if (end > at + 2 && text[at + 2] != '-') flags.emplace(text.substr(at, end - at));
        at = end - 2;
    }
    return flags;
}

// A manual page writes a dash as "\-".
std::string without_backslashes(std::string text) {
    std::erase(text, '\\');
    return text;
}
} // namespace

TEST(CommandLine, NoArgumentsAreASession) {
    const Invocation invocation = parsed({});
    EXPECT_FALSE(invocation.one_shot);
    EXPECT_EQ(invocation.prompt, std::nullopt);
    EXPECT_EQ(parsed({"fix", "the", "bug"}).prompt, "fix the bug");
    EXPECT_FALSE(parsed({"fix it"}).one_shot);
}

TEST(CommandLine, OneShotHasThreeForms) {
    EXPECT_TRUE(parsed({"-p"}).one_shot);
    EXPECT_EQ(parsed({"-p"}).prompt, std::nullopt);
    EXPECT_EQ(parsed({"-p", "-"}).prompt, "-");
    EXPECT_EQ(parsed({"-p", "do it", "-m", "x"}).prompt, "do it");
    EXPECT_EQ(parsed({"--prompt", "do it"}).prompt, "do it");
    EXPECT_EQ(parsed({"-p", "--model", "x", "do it"}).prompt, "do it");
    EXPECT_TRUE(parsed({"-p", "--model", "x", "do it"}).one_shot);
    EXPECT_EQ(parsed({"-p", "--model", "x"}).prompt, std::nullopt);
}

TEST(CommandLine, AnEmptyTextIsATextAndNotStandardInput) {
    EXPECT_EQ(parsed({"-p", ""}).prompt, "");
    EXPECT_EQ(parsed({"-p", "", "--model", "x"}).prompt, "");
    EXPECT_EQ(parsed({"-p", "--model", "x", ""}).prompt, "");
    EXPECT_EQ(parsed({"-p", "--", ""}).prompt, "");
    EXPECT_EQ(parsed({"-p=", "--model", "x"}).prompt, "");
    EXPECT_EQ(parsed({"--model", "x", "--prompt="}).prompt, "");
    EXPECT_EQ(parsed({"-p", "--", "-p="}).prompt, "-p=");
}

TEST(CommandLine, AfterTwoDashesEverythingIsThePrompt) {
    EXPECT_EQ(parsed({"--", "demo"}).prompt, "demo");
    EXPECT_EQ(parsed({"-p", "--", "--model is broken"}).prompt, "--model is broken");
}

TEST(CommandLine, ASessionToGoOnWithIsNamedOrChosen) {
    EXPECT_FALSE(parsed({}).resume);
    EXPECT_TRUE(parsed({"-r"}).resume);
    EXPECT_EQ(parsed({"-r"}).resume_id, "");
    EXPECT_EQ(parsed({"-r", "0123abcd", "-p", "go on"}).resume_id, "0123abcd");
    EXPECT_EQ(parsed({"-r", "0123abcd", "-p", "go on"}).prompt, "go on");
    EXPECT_EQ(parsed({"--resume=0123abcd"}).resume_id, "0123abcd");
    EXPECT_EQ(parsed({"-r", "-m", "x"}).resume_id, "");
    EXPECT_EQ(parsed({"-r=0123abcd"}).resume_id, "0123abcd");
    EXPECT_TRUE(parsed({"-c", "--fork-session"}).fork);
    EXPECT_EQ(error({"-r", "-p", "go"}),
              "-r without an id lets you choose, which -p cannot (thoth -r ID -p TEXT; thoth "
              "sessions list shows the ids; -c takes the last session)");
    EXPECT_EQ(error({"-c", "-r", "x"}), "-c and -r exclude each other (give one of them)");
    EXPECT_EQ(error({"--fork-session"}), "--fork-session needs a session to copy (give -c or -r ID)");
}

TEST(CommandLine, WhatFollowsTheIdOrCanBeNoneIsThePrompt) {
    for (const auto& arguments : {std::vector<std::string>{"-r", "20260131T120000Z-0123abcd", "go on"},
                                  {"-r", "20260131T120000Z-0123abcd", "go", "on"},
                                  {"--resume", "20260131T120000Z-0123abcd", "go on"},
                                  {"-p", "-r", "20260131T120000Z-0123abcd", "go on"}}) {
        EXPECT_EQ(parsed(arguments).resume_id, "20260131T120000Z-0123abcd");
        EXPECT_EQ(parsed(arguments).prompt, "go on");
    }
    EXPECT_TRUE(parsed({"-r", "go on"}).resume);
    EXPECT_EQ(parsed({"-r", "go on"}).resume_id, "");
    EXPECT_EQ(parsed({"-r", "go on"}).prompt, "go on");
    EXPECT_EQ(parsed({"-r", "go", "on"}).prompt, "go on");
    EXPECT_EQ(parsed({"--resume=go on"}).resume_id, "go on");
    EXPECT_TRUE(error({"-p", "-r", "go on"}).starts_with("-r without an id lets you choose, which -p cannot"));
    EXPECT_TRUE(error({"-p", "-r", "", "go on"}).starts_with("-r without an id lets you choose, which -p cannot"));
    EXPECT_EQ(parsed({"--append-system-prompt", "-r", "go on"}).prompt, "go on");
}

TEST(CommandLine, AValueMayStandBehindAnEqualsSignAndBeEmpty) {
    EXPECT_EQ(parsed({"--append-system-prompt=", "go on"}).append_system_prompt, "");
    EXPECT_EQ(parsed({"--append-system-prompt=", "go on"}).prompt, "go on");
    EXPECT_EQ(parsed({"--allowed-tools=", "go on"}).allowed_tools, std::vector<std::string>{""});
    EXPECT_EQ(parsed({"--allowed-tools", "grep", "go on"}).allowed_tools, std::vector<std::string>{"grep"});
    EXPECT_EQ(parsed({"-p", "--allowed-tools", "grep", "go on"}).prompt, "go on");
    EXPECT_EQ(parsed({"--disallowedTools", "grep", "go on"}).prompt, "go on");
    EXPECT_EQ(parsed({"--allowed-tools", "grep", "--allowedTools", "glob", "go on"}).allowed_tools,
              (std::vector<std::string>{"grep", "glob"}));
    EXPECT_EQ(parsed({"-m=x"}).overrides.model, "x");
    EXPECT_EQ(parsed({"-m==x"}).overrides.model, "=x");
    EXPECT_EQ(parsed({"-p=do it"}).prompt, "do it");
    EXPECT_EQ(parsed({"-p=-m"}).prompt, "-m");
}

TEST(CommandLine, C06TakesEveryFlag) {
    const Invocation invocation = parsed({"-c",
                                          "-P",
                                          "work",
                                          "-m",
                                          "m-1",
                                          "--base-url",
                                          "http://h/v1",
                                          "--api",
                                          "openai",
                                          "--api-key",
                                          "k",
                                          "--context-window",
                                          "8192",
                                          "--temperature=0.5",
                                          "--think",
                                          "off",
                                          "--effort",
                                          "low",
                                          "--max-turns",
                                          "3",
                                          "--first-byte-timeout",
                                          "4",
                                          "--idle-timeout",
                                          "5",
                                          "--mode",
                                          "auto",
                                          "--record",
                                          "r",
                                          "--plain"});
    EXPECT_TRUE(invocation.continue_last);
    EXPECT_TRUE(invocation.plain);
    EXPECT_EQ(invocation.mode, "auto");
    EXPECT_EQ(invocation.record, "r");
    EXPECT_EQ(parsed({"--replay", "r"}).replay, "r");
    const SettingOverrides& o = invocation.overrides;
    EXPECT_EQ(o.profile, "work");
    EXPECT_EQ(o.model, "m-1");
    EXPECT_EQ(o.base_url, "http://h/v1");
    EXPECT_EQ(o.api, "openai");
    EXPECT_EQ(o.api_key, "k");
    EXPECT_EQ(o.context_window, "8192");
    EXPECT_EQ(o.temperature, "0.5");
    EXPECT_EQ(o.think, "off");
    EXPECT_EQ(o.effort, "low");
    EXPECT_EQ(o.max_turns, "3");
    EXPECT_EQ(o.first_byte_timeout, "4");
    EXPECT_EQ(o.idle_timeout, "5");
    EXPECT_EQ(parsed({}).overrides.model, std::nullopt);
}

TEST(CommandLine, C06AnUnknownFlagIsNamedWithTheNearest) {
    const std::string hint = " (thoth --help lists the flags; -- before a prompt that begins with a dash)";
    EXPECT_EQ(error({"--modle", "x"}), "there is no flag --modle; did you mean --mode?" + hint);
    EXPECT_EQ(error({"-p", "hi", "--base-ur=http://h"}),
              "there is no flag --base-ur; did you mean --base-url?" + hint);
    EXPECT_EQ(error({"--frobnicate"}), "there is no flag --frobnicate" + hint);
    EXPECT_EQ(error({"-x"}), "there is no flag -x" + hint);
    EXPECT_EQ(parse({"-x"}).error().code, Errc::invalid_argument);
}

TEST(CommandLine, WhatCannotBeMeantIsAnError) {
    const std::string quotes = " (put it in quotes: thoth -p \"the whole prompt\")";
    EXPECT_EQ(error({"-p", "fix", "the", "bug"}),
              "the prompt of -p is one argument, and there are several" + quotes);
    EXPECT_EQ(error({"word", "-p", "text"}), "the prompt of -p is one argument, and there are several" + quotes);
    EXPECT_EQ(error({"--record", "a", "--replay", "b"}),
              "--record and --replay exclude each other (give one of them)");
    EXPECT_EQ(error({"--model"}), "--model needs a value (thoth --help lists the flags)");
    EXPECT_EQ(error({"-m", "a", "-m", "b"}), "--model is given more than once (give it once)");
}

// H01: what the program takes, its help and its manual page name the same flags.
TEST(CommandLine, HelpAndManualPageNameTheFlagsThereAre) {
    std::set<std::string> expected{"--version", "--help", "--yes", "--all", "--json"}; // of main and subcommands
    for (const std::string& flag : known_flags())
        expected.insert(flag);
    std::set<std::string> in_help = flags_in(contents("src/app/help.txt"));
    in_help.insert("--prompt"); // the help shows its short form
    EXPECT_EQ(in_help, expected);
    EXPECT_EQ(flags_in(without_backslashes(contents("docs/thoth.1"))), expected);
}

} // namespace thoth
