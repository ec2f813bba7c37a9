#include "app/cli.h"

#include "config/nearest_name.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
// CLI11 keeps pointers to what it fills, so both live together.
struct Parser {
    Parser() {
        app.set_help_flag();
        app.allow_extras(); // so that unexpected_argument() can say more than CLI11 would
        app.add_option("PROMPT", words, "")->expected(0, -1);
        one_shot = app.add_option("-p,--prompt", text)->expected(0, -1);
        app.add_flag("-c,--continue", result.continue_last);
        SettingOverrides& o = result.overrides;
        app.add_option("-P,--profile", o.profile);
        app.add_option("-m,--model", o.model);
        app.add_option("--base-url", o.base_url);
        app.add_option("--api", o.api);
        app.add_option("--api-key", o.api_key);
        app.add_option("--context-window", o.context_window);
        app.add_option("--temperature", o.temperature);
        app.add_option("--think", o.think);
        app.add_option("--max-turns", o.max_turns);
        app.add_option("--first-byte-timeout", o.first_byte_timeout);
        app.add_option("--idle-timeout", o.idle_timeout);
        app.add_option("--mode", result.mode);
        app.add_option("--record", result.record);
        app.add_option("--replay", result.replay);
        app.add_flag("--plain", result.plain);
    }

    CLI::App app;
    CLI::Option* one_shot = nullptr;
    std::vector<std::string> text;
    std::vector<std::string> words;
    Invocation result;
};

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : " ") + word;
    return out;
}

Result<Invocation> check(Parser& parser) {
    Invocation& result = parser.result;
    result.one_shot = parser.one_shot->count() > 0;
    if (parser.one_shot->count() > 0 && parser.text.size() + parser.words.size() > 1)
        return fail(Errc::invalid_argument, "the prompt of -p is one argument, and there are several",
                    "put it in quotes: thoth -p \"the whole prompt\"");
    const std::string text = joined(parser.text.empty() ? parser.words : parser.text);
    if (!text.empty()) result.prompt = text;
    if (!result.record.empty() && !result.replay.empty())
        return fail(Errc::invalid_argument, "--record and --replay exclude each other", "give one of them");
    return std::move(result);
}

// The first argument that no option takes, with the flag that was probably meant.
Error unexpected_argument(std::string_view argument) {
    const std::string_view flag = argument.substr(0, argument.find('='));
    const std::vector<std::string> flags = known_flags();
    const std::vector<std::string_view> names(flags.begin(), flags.end());
    const std::string_view meant = nearest_name(flag, names);
    return {
        Errc::invalid_argument,
        fmt::format("there is no flag {}{}", flag, meant.empty() ? "" : fmt::format("; did you mean {}?", meant)),
        "thoth --help lists the flags; -- before a prompt that begins with a dash"};
}
} // namespace

Result<Invocation> parse_command_line(std::span<const std::string> arguments) {
    Parser parser;
    // CLI11 takes them last first.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
        parser.app.parse(reversed);
    } catch (const CLI::ParseError& e) {
        return fail(Errc::invalid_argument, e.what(), "thoth --help lists the flags");
    }
    if (const auto extras = parser.app.remaining(); !extras.empty())
        return fail(unexpected_argument(extras.front()));
    return check(parser);
}

std::vector<std::string> known_flags() {
    const Parser parser;
    std::vector<std::string> flags;
    for (const CLI::Option* option : parser.app.get_options())
        for (const std::string& name : option->get_lnames())
            flags.push_back("--" + name);
    return flags;
}

} // namespace thoth
