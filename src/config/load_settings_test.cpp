#include "config/load_settings.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace thoth {
using namespace std::string_literals;

namespace {
// A state directory with a config.toml, and what the user typed.
struct Bench {
    TempDirectory home;
    PosixFileSystem files;
    FakeEnvironment environment;
    SettingOverrides flags;

    Bench() { environment.values["HOME"] = home.path().string(); }
    explicit Bench(std::string_view config) : Bench() {
        ::chmod(home.put(".thoth/config.toml", config).c_str(), 0600);
    }
    Path file() const { return home / ".thoth/config.toml"; }
    Result<LoadedSettings> load() const { return load_settings(files, home / ".thoth", environment, flags); }
    Settings settings() const {
        auto loaded = load();
        EXPECT_TRUE(loaded) << describe(loaded.error());
        return loaded ? loaded->settings : Settings{};
    }
    // With the long path of the file as "FILE".
    std::string error() const {
        const auto loaded = load();
        return loaded ? "no error" : shortened(describe(loaded.error()));
    }
    std::vector<std::string> warnings() const {
        auto loaded = load();
        EXPECT_TRUE(loaded) << describe(loaded.error());
        std::vector<std::string> out;
        if (loaded)
            for (auto& warning : loaded->warnings)
                out.push_back(shortened(warning));
        return out;
    }
    std::string shortened(std::string text) const {
        const std::string path = file().string();
        for (size_t at; (at = text.find(path)) != std::string::npos;)
            text.replace(at, path.size(), "FILE");
        return text;
    }
};

template <class T>
std::pair<T, std::string> both(const Setting<T>& setting) {
    return {setting.value, setting.origin};
}
using Text = std::pair<std::string, std::string>;
using Number = std::pair<std::optional<int>, std::string>;

std::string error_in_profile(std::string_view line) {
    return Bench("[profiles.a]\n" + std::string(line) + "\n").error();
}
} // namespace

TEST(LoadSettings, WithoutAFileEverythingIsDefault) {
    const Settings s = Bench().settings();
    EXPECT_EQ(both(s.profile), (Text{"", "default"}));
    EXPECT_EQ(both(s.base_url), (Text{"", "default"}));
    EXPECT_EQ(both(s.api), (std::pair{Api::automatic, std::string("default")}));
    EXPECT_EQ(both(s.max_turns), (std::pair{40, std::string("default")}));
    EXPECT_EQ(s.temperature.value, std::nullopt);
}

TEST(LoadSettings, C02ReadsEveryFieldOfAProfile) {
    const Settings s = Bench(R"(active = "work"
[profiles.work]
api = "openai"
base_url = "https://api.example.com/v1"
model = "m-1"
api_key = "k-1"
temperature = 1
max_turns = 12
num_ctx = 32768
max_tokens = 4096
think = true
effort = "high"
price_in = 3
price_out = 15.5
price_cached = 0.3
price_cache_write = 3.75
first_byte_timeout_s = 600
idle_timeout_s = 60
text_tool_calls = "all"
tool_calls = "guided"
[profiles.work.headers]
X-Title = "thoth"
A-First = "1"
[profiles.other]
)")
                           .settings();
    EXPECT_EQ(both(s.profile), (Text{"work", "config.toml:1"}));
    EXPECT_EQ(both(s.api), (std::pair{Api::openai, std::string("config.toml:3")}));
    EXPECT_EQ(both(s.base_url), (Text{"https://api.example.com/v1", "config.toml:4"}));
    EXPECT_EQ(both(s.model), (Text{"m-1", "config.toml:5"}));
    EXPECT_EQ(both(s.api_key), (Text{"k-1", "config.toml:6"}));
    EXPECT_EQ(both(s.temperature), (std::pair{std::optional(1.0), std::string("config.toml:7")}));
    EXPECT_EQ(both(s.max_turns), (std::pair{12, std::string("config.toml:8")}));
    EXPECT_EQ(both(s.context_window), (Number{32768, "config.toml:9"}));
    EXPECT_EQ(both(s.max_tokens), (Number{4096, "config.toml:10"}));
    EXPECT_EQ(both(s.think), (std::pair{std::optional(true), std::string("config.toml:11")}));
    EXPECT_EQ(both(s.effort), (Text{"high", "config.toml:12"}));
    EXPECT_EQ(s.price_in.value, 3);
    EXPECT_EQ(s.price_out.value, 15.5);
    EXPECT_EQ(s.price_cached.value, 0.3);
    EXPECT_EQ(s.price_cache_write.value, 3.75);
    EXPECT_EQ(both(s.first_byte_timeout_s), (Number{600, "config.toml:17"}));
    EXPECT_EQ(both(s.idle_timeout_s), (Number{60, "config.toml:18"}));
    EXPECT_EQ(both(s.text_tool_calls), (std::pair{TextCallsChoice::all, std::string("config.toml:19")}));
    EXPECT_EQ(both(s.tool_calls), (std::pair{ToolCallsChoice::guided, std::string("config.toml:20")}));
    const std::vector<std::pair<std::string, std::string>> headers{{"X-Title", "thoth"}, {"A-First", "1"}};
    EXPECT_EQ(s.headers.value, headers);
}

TEST(LoadSettings, ReadsHowAServerIsReached) { // X03, F09, B79
    const Settings s = Bench("[profiles.a]\nconnect_timeout_s = 4\nquiet_timeout_s = 900\nretries = 0\n"
                             "ca_file = \"~/corp.pem\"\n")
                           .settings();
    EXPECT_EQ(both(s.connect_timeout_s), (Number{4, "config.toml:2"}));
    EXPECT_EQ(both(s.quiet_timeout_s), (Number{900, "config.toml:3"}));
    EXPECT_EQ(both(s.retries), (Number{0, "config.toml:4"}));
    EXPECT_EQ(both(s.ca_file), (Text{"~/corp.pem", "config.toml:5"}));
    EXPECT_EQ(error_in_profile("retries = 21"),
              "FILE:2:11: retries is the number 21; allowed: a whole number from 0 to 20");
    EXPECT_EQ(error_in_profile("ca_file = \"corp.pem\""),
              "FILE:2:11: ca_file is the string \"corp.pem\"; allowed: a file, absolute or below ~/");
}

TEST(LoadSettings, ExtraBodyBecomesJsonInTheOrderOfTheFile) {
    const Settings s =
        Bench("[profiles.a]\nextra_body = { z = 1, a = [true, 0.5], m = { y = \"q\", b = 2 } }\n").settings();
    EXPECT_EQ(s.extra_body.value, R"({"z":1,"a":[true,0.5],"m":{"y":"q","b":2}})");
    EXPECT_EQ(
        error_in_profile("extra_body = { a = inf }"),
        "FILE:2:20: extra_body holds a number that is not finite, which JSON cannot say; write it as a string");
}

TEST(LoadSettings, C04FlagBeatsEnvironmentBeatsProfileBeatsDefault) {
    Bench bench("[profiles.a]\nmodel = \"file\"\ncontext_window = 2048\n");
    EXPECT_EQ(both(bench.settings().model), (Text{"file", "config.toml:2"}));
    bench.environment.values["THOTH_MODEL"] = "variable";
    EXPECT_EQ(both(bench.settings().model), (Text{"variable", "THOTH_MODEL"}));
    bench.flags.model = "flag";
    EXPECT_EQ(both(bench.settings().model), (Text{"flag", "--model"}));
}

TEST(LoadSettings, C05ReadsTheEnvironment) {
    Bench bench;
    bench.environment.values = {{"THOTH_BASE_URL", "http://localhost:1/v1"},
                                {"THOTH_API_KEY", "k"},
                                {"THOTH_TEMPERATURE", "0.5"},
                                {"THOTH_NUM_CTX", "4096"},
                                {"THOTH_THINK", "off"},
                                {"THOTH_EFFORT", "low"},
                                {"THOTH_MODEL", ""},
                                {"THOTH_HOME", "/nowhere"}};
    const Settings s = bench.settings();
    EXPECT_EQ(both(s.base_url), (Text{"http://localhost:1/v1", "THOTH_BASE_URL"}));
    EXPECT_EQ(both(s.api_key), (Text{"k", "THOTH_API_KEY"}));
    EXPECT_EQ(both(s.temperature), (std::pair{std::optional(0.5), std::string("THOTH_TEMPERATURE")}));
    EXPECT_EQ(both(s.context_window), (Number{4096, "THOTH_NUM_CTX"}));
    EXPECT_EQ(both(s.think), (std::pair{std::optional(false), std::string("THOTH_THINK")}));
    EXPECT_EQ(both(s.effort), (Text{"low", "THOTH_EFFORT"}));
    EXPECT_EQ(both(s.model), (Text{"", "default"})); // set and empty is not set
}

TEST(LoadSettings, C04ChoosesTheProfile) {
    Bench bench("active = \"b\"\n[profiles.a]\nmodel = \"ma\"\n[profiles.b]\nmodel = \"mb\"\n");
    EXPECT_EQ(bench.settings().model.value, "mb");
    bench.environment.values["THOTH_PROFILE"] = "a";
    EXPECT_EQ(both(bench.settings().profile), (Text{"a", "THOTH_PROFILE"}));
    bench.flags.profile = "b";
    EXPECT_EQ(both(bench.settings().profile), (Text{"b", "--profile"}));
    EXPECT_EQ(both(Bench("[profiles.only]\n").settings().profile), (Text{"only", "config.toml:1"}));
}

TEST(LoadSettings, C04AnUnknownProfileListsTheKnownOnes) {
    Bench bench("[profiles.work]\n[profiles.home]\n");
    bench.flags.profile = "wrok";
    EXPECT_EQ(bench.error(),
              "--profile names the profile \"wrok\", which does not exist; profiles: work, home; did "
              "you mean work? (profiles stand in config.toml as [profiles.NAME])");
    EXPECT_EQ(Bench("active = \"x\"\n[profiles.work]\n").error(),
              "FILE:1:10: active names the profile \"x\", which does not exist; profiles: work (profiles stand in "
              "config.toml as [profiles.NAME])");
}

TEST(LoadSettings, SeveralProfilesAndNoneChosenIsNotGuessed) {
    EXPECT_EQ(
        Bench("[profiles.a]\n[profiles.b]\n").error(),
        "FILE has 2 profiles and none is active: a, b (choose one with -P NAME, or write active = \"NAME\" at "
        "the top of the file)");
}

TEST(LoadSettings, C12ProfileNamesAreOneWord) {
    EXPECT_EQ(Bench("[profiles.\"a b\"]\n").error(),
              "FILE:1:11: a profile name is the string \"a b\"; allowed: one "
              "word without slash, backslash, dot or quotes");
    Bench bench("[profiles.a]\n");
    bench.flags.profile = "../a";
    EXPECT_EQ(bench.error(), "--profile is the string \"../a\"; allowed: one word without slash, backslash, dot or "
                             "quotes");
}

TEST(LoadSettings, B97AWrongValueNamesPlaceKeyAndWhatIsAllowed) {
    EXPECT_EQ(error_in_profile("api = \"olama\""), "FILE:2:7: api is the string \"olama\"; allowed: auto, openai, "
                                                   "ollama, anthropic; did you mean ollama?");
    EXPECT_EQ(error_in_profile("temperature = \"hot\""),
              "FILE:2:15: temperature is the string \"hot\"; allowed: a number from 0 to 2");
    EXPECT_EQ(error_in_profile("temperature = nan"),
              "FILE:2:15: temperature is the number nan; allowed: a number from 0 to 2");
    EXPECT_EQ(error_in_profile("context_window = \"32768\""),
              "FILE:2:18: context_window is the string \"32768\"; allowed: a whole number from 1024 to 100000000");
    EXPECT_EQ(error_in_profile("context_window = 100"),
              "FILE:2:18: context_window is the number 100; allowed: a whole number from 1024 to 100000000");
    EXPECT_EQ(error_in_profile("think = \"of\""),
              "FILE:2:9: think is the string \"of\"; allowed: on, off, true, false; did you mean off?");
    EXPECT_EQ(error_in_profile("effort = \"hihg\""), "FILE:2:10: effort is the string \"hihg\"; allowed: minimal, "
                                                     "low, medium, high, xhigh, max; did you mean high?");
    EXPECT_EQ(error_in_profile("text_tool_calls = \"on\""),
              "FILE:2:19: text_tool_calls is the string \"on\"; allowed: auto, all, off");
    EXPECT_EQ(error_in_profile("tool_calls = 1"),
              "FILE:2:14: tool_calls is the number 1; allowed: auto, native, guided");
    EXPECT_EQ(error_in_profile("model = [1]"), "FILE:2:9: model is a list; allowed: a string");
    EXPECT_EQ(error_in_profile("headers = \"x\""),
              "FILE:2:11: headers is not a table; allowed: a table such as { \"X-Title\" = \"thoth\" }");
    EXPECT_EQ(error_in_profile("num_ctx = 2048\ncontext_window = 4096"),
              "FILE:2:1: context_window and num_ctx are the same setting; leave one of them out");
    EXPECT_EQ(Bench("profiles = 3\n").error(),
              "FILE:1:12: profiles is the number 3; allowed: tables [profiles.NAME]");
    EXPECT_EQ(Bench("[profiles]\na = 3\n").error(),
              "FILE:2:5: profile a is the number 3; allowed: a table [profiles.a]");
}

TEST(LoadSettings, B97AWrongFlagOrVariableIsNamed) {
    Bench bench;
    bench.environment.values["THOTH_CONTEXT_WINDOW"] = "12abc";
    EXPECT_EQ(bench.error(), "THOTH_CONTEXT_WINDOW is the string \"12abc\"; allowed: a whole number from 1024 to "
                             "100000000");
    bench.flags.context_window = "99999999999999999999";
    EXPECT_EQ(bench.error(),
              "--context-window is the string \"99999999999999999999\"; allowed: a whole number from "
              "1024 to 100000000");
}

// Wrong usage and an unusable configuration have exit codes of their own.
TEST(LoadSettings, AWrongFlagIsToldFromAWrongFile) {
    Bench flag;
    flag.flags.temperature = "hot";
    EXPECT_EQ(flag.load().error().code, Errc::invalid_argument);
    Bench variable;
    variable.environment.values["THOTH_TEMPERATURE"] = "hot";
    EXPECT_EQ(variable.load().error().code, Errc::protocol);
    for (const char* text : {"x = [", "[profiles.a]\ntemperature = \"hot\"\n", "[profiles.a]\n[profiles.b]\n"})
        EXPECT_EQ(Bench(text).load().error().code, Errc::protocol) << text;
}

TEST(LoadSettings, SecretsAreNotRepeatedInErrors) {
    for (const char* line :
         {"api_key = \"secret \\n\"", "base_url = \"http://u:secret@h/v1\"", "headers = { A = \"secret\\n\" }"}) {
        const std::string error = error_in_profile(line);
        EXPECT_TRUE(error.starts_with("FILE:2:")) << error;
        EXPECT_EQ(error.find("secret"), std::string::npos) << error;
    }
}

TEST(LoadSettings, UnknownKeysOnlyWarn) {
    const Bench bench(
        "modle = 1\nprofile = 2\n[profiles.gpt-4.1]\nmodel = \"m\"\n[profiles.gpt-4]\ntemprature = 1\n");
    EXPECT_EQ(
        bench.warnings(),
        (std::vector<std::string>{
            "FILE:1:1: unknown key modle outside of a profile; it is ignored (settings stand below "
            "[profiles.NAME])",
            "FILE:2:1: unknown key profile outside of a profile; did you mean profiles?; it is ignored (settings "
            "stand below [profiles.NAME])",
            "FILE:3:17: unknown key 1 in profile gpt-4; it is ignored (a profile name has no dot)",
            "FILE:6:1: unknown key temprature in profile gpt-4; did you mean temperature?; it is ignored"}));
}

TEST(LoadSettings, B100AReadableFileWithAKeyIsReported) {
    const Bench bench("[profiles.a]\napi_key = \"k\"\n");
    EXPECT_EQ(bench.warnings(), std::vector<std::string>{});
    ::chmod(bench.file().c_str(), 0644);
    EXPECT_EQ(bench.warnings(),
              std::vector<std::string>{"FILE holds a key and other users may read it; run: chmod 600 FILE"});
    const Bench keyless("[profiles.a]\nmodel = \"m\"\n");
    ::chmod(keyless.file().c_str(), 0644);
    EXPECT_EQ(keyless.warnings(), std::vector<std::string>{});
}

TEST(LoadSettings, B99AKeyComesOnlyFromWhereTheUserSaid) {
    Bench bench("[profiles.a]\napi_key_env = \"MY_KEY\"\n");
    bench.environment.values["OPENAI_API_KEY"] = "theirs";
    bench.environment.values["ANTHROPIC_API_KEY"] = "theirs";
    EXPECT_EQ(bench.error(),
              "FILE:2:15: api_key_env names the variable \"MY_KEY\", which is not set (set it, or give "
              "the key with THOTH_API_KEY)");
    bench.environment.values["MY_KEY"] = "mine";
    EXPECT_EQ(both(bench.settings().api_key), (Text{"mine", "MY_KEY (config.toml:2)"}));
    bench.flags.api_key = "flag";
    EXPECT_EQ(both(bench.settings().api_key), (Text{"flag", "--api-key"}));
    EXPECT_EQ(error_in_profile("api_key = \"k\"\napi_key_env = \"V\""),
              "FILE:3:15: api_key and api_key_env are both there; leave one of them out");
    Bench none;
    none.environment.values["OPENAI_API_KEY"] = "theirs";
    EXPECT_EQ(both(none.settings().api_key), (Text{"", "default"}));
}

TEST(LoadSettings, B97SomethingElseThanAFileIsAnErrorAtOnce) {
    Bench directory;
    std::filesystem::create_directories(directory.file());
    EXPECT_NE(directory.error().find("is not a regular file"), std::string::npos) << directory.error();
    Bench fifo;
    std::filesystem::create_directories(fifo.home / ".thoth");
    ASSERT_EQ(::mkfifo(fifo.file().c_str(), 0600), 0);
    EXPECT_NE(fifo.error().find("is not a regular file"), std::string::npos) << fifo.error();
    Bench dangling;
    std::filesystem::create_directories(dangling.home / ".thoth");
    std::filesystem::create_symlink("/nowhere/at/all", dangling.file());
    EXPECT_NE(dangling.error(), "no error");
    EXPECT_NE(Bench(std::string(300 * 1024, '#')).error().find("larger than"), std::string::npos);
}

TEST(LoadSettings, C03TheOldFlatFileIsProfileDefault) {
    Bench bench("# nothing yet\n");
    bench.home.put(".config/thoth/config.toml", "model = \"old\"\n");
    const Settings s = bench.settings();
    EXPECT_EQ(s.profile.value, "default");
    EXPECT_EQ(both(s.model), (Text{"old", (bench.home / ".config/thoth/config.toml").string() + ":1"}));
    bench.environment.values["THOTH_HOME"] = "/somewhere";
    EXPECT_EQ(bench.settings().model.value, "");
}

TEST(StateDirectory, IsThothHomeOrBelowTheHome) {
    const auto in = [](std::map<std::string, std::string> values) {
        return state_directory(FakeEnvironment(std::move(values)));
    };
    EXPECT_EQ(in({{"HOME", "/home/u"}}), Path("/home/u/.thoth"));
    EXPECT_EQ(in({{"HOME", "/home/u"}, {"THOTH_HOME", "/s/../t"}}), Path("/t"));
    EXPECT_EQ(in({{"HOME", "/home/u"}, {"THOTH_HOME", ""}}), Path("/home/u/.thoth"));
    EXPECT_EQ(in({{"THOTH_HOME", "rel"}}).error(),
              (Error{Errc::invalid_argument, "THOTH_HOME is \"rel\"; allowed: an absolute path", ""}));
}

TEST(LoadSettings, TheEnvironmentOfCommandsIsASettingOfTheMachine) {
    EXPECT_EQ(both(Bench("").settings().shell_environment), std::pair(ShellEnvironment::inherited, "default"s));
    EXPECT_EQ(both(Bench("shell.env = \"minimal\"\n").settings().shell_environment),
              std::pair(ShellEnvironment::minimal, "config.toml:1"s));
    EXPECT_EQ(Bench("[shell]\nenv = \"inherited\"\n").settings().shell_environment.value,
              ShellEnvironment::inherited);
    EXPECT_EQ(Bench("[shell]\nenv = \"minimum\"\n").error(),
              "FILE:2:7: shell.env is the string \"minimum\"; allowed: inherited, minimal; did you mean minimal?");
    EXPECT_EQ(Bench("shell = 1\n").error(), "FILE:1:9: shell is the number 1; allowed: a table [shell]");
    EXPECT_EQ(Bench("[shell]\nenvironment = 1\n").warnings(),
              std::vector{"FILE:2:1: unknown key environment in [shell]; it is ignored"s});
}

} // namespace thoth
