#include "app/cli.h"

#include "config/nearest_name.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
// What CLI11 gives for a -p without a text: no argument can hold a NUL.
constexpr std::string_view k_no_text("\0", 1);

// CLI11 keeps pointers to what it fills, so both live together.
struct Parser {
    Parser() {
        app.set_help_flag();
        app.add_option("PROMPT", words, "")->expected(0, -1);
        one_shot = app.add_option("-p,--prompt", text)->expected(0, -1)->default_str(std::string(k_no_text));
        app.add_flag("-c,--continue", result.continue_last);
        resume = app.add_option("-r,--resume", session)->expected(0, 1)->default_str(std::string(k_no_text));
        app.add_flag("--fork-session", result.fork);
        SettingOverrides& o = result.overrides;
        app.add_option("-P,--profile", o.profile);
        app.add_option("-m,--model", o.model);
        app.add_option("--base-url", o.base_url);
        app.add_option("--api", o.api);
        app.add_option("--api-key", o.api_key);
        app.add_option("--context-window", o.context_window);
        app.add_option("--temperature", o.temperature);
        app.add_option("--think", o.think);
        app.add_option("--effort", o.effort);
        app.add_option("--max-turns", o.max_turns);
        app.add_option("--first-byte-timeout", o.first_byte_timeout);
        app.add_option("--idle-timeout", o.idle_timeout);
        app.add_option("--sandbox", o.sandbox);
        app.add_option("--mode", result.mode);
        app.add_flag("--no-undo", result.no_undo);
        app.add_option("--record", result.record);
        app.add_option("--replay", result.replay);
        app.add_flag("--plain", result.plain);
        app.add_option("--output-format", output_format);
        app.add_option("--input-format", input_format);
        app.add_flag("--include-partial-messages", result.partial_messages);
        app.add_option("--json-schema", result.json_schema);
        app.add_option("--timeout", result.timeout);
        app.add_option("--max-budget-usd", result.max_budget);
        app.add_flag("--require-check", result.require_check);
        allowed = app.add_option("--allowed-tools,--allowedTools", allowed_tools)->expected(1);
        app.add_option("--disallowed-tools,--disallowedTools", result.disallowed_tools)->expected(1);
        app.add_option("--append-system-prompt", result.append_system_prompt);
        app.add_flag("--no-session", result.no_session);
        for (CLI::Option* list : {allowed, app.get_option("--disallowed-tools")})
            list->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }

    CLI::App app;
    CLI::Option* one_shot = nullptr;
    CLI::Option* resume = nullptr;
    CLI::Option* allowed = nullptr;
    std::string output_format;
    std::string input_format;
    std::vector<std::string> allowed_tools;
    std::vector<std::string> session;
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

Result<void> check_session(Parser& parser) {
    Invocation& result = parser.result;
    result.resume = parser.resume->count() > 0;
    std::erase(parser.session, k_no_text);
    if (!parser.session.empty()) result.resume_id = parser.session.front();
    if (result.resume && result.continue_last)
        return fail(Errc::invalid_argument, "-c and -r exclude each other", "give one of them");
    if (result.fork && !result.resume && !result.continue_last)
        return fail(Errc::invalid_argument, "--fork-session needs a session to copy", "give -c or -r ID");
    if (result.resume && result.resume_id.empty() && result.one_shot)
        return fail(Errc::invalid_argument, "-r without an id lets you choose, which -p cannot",
                    "thoth -r ID -p TEXT; thoth sessions list shows the ids; -c takes the last session");
    return {};
}

Result<void> check_formats(Parser& parser) {
    Invocation& result = parser.result;
    const std::string& out = parser.output_format;
    if (out == "json")
        result.output_format = OutputFormat::json;
    else if (out == "stream-json")
        result.output_format = OutputFormat::stream_json;
    else if (!out.empty() && out != "text")
        return fail(Errc::invalid_argument, fmt::format("--output-format: there is no format \"{}\"", out),
                    "text, json or stream-json");
    if (!parser.input_format.empty() && parser.input_format != "text" && parser.input_format != "stream-json")
        return fail(Errc::invalid_argument,
                    fmt::format("--input-format: there is no format \"{}\"", parser.input_format),
                    "text or stream-json");
    result.prompts_as_json = parser.input_format == "stream-json";
    if (result.partial_messages && result.output_format != OutputFormat::stream_json)
        return fail(Errc::invalid_argument, "--include-partial-messages needs --output-format stream-json");
    return {};
}

// What makes sense only where nobody sits at it.
Result<void> check_headless(const Parser& parser) {
    const Invocation& result = parser.result;
    if (result.prompts_as_json && result.prompt)
        return fail(Errc::invalid_argument, "with --input-format stream-json prompts come on standard input only",
                    "leave the prompt out");
    if (result.prompts_as_json && result.output_format == OutputFormat::text)
        return fail(Errc::invalid_argument, "--input-format stream-json needs --output-format stream-json or json",
                    "answers as text could not be told apart");
    if (result.one_shot) return {};
    for (const char* flag : {"--output-format", "--input-format", "--json-schema", "--timeout", "--require-check"})
        if (parser.app.count(flag) > 0)
            return fail(Errc::invalid_argument, fmt::format("{} needs -p", flag), "thoth -p TEXT");
    return {};
}

Result<Invocation> check(Parser& parser) {
    Invocation& result = parser.result;
    TRY(check_formats(parser));
    result.one_shot = parser.one_shot->count() > 0 || result.prompts_as_json;
    if (parser.allowed->count() > 0) result.allowed_tools = std::move(parser.allowed_tools);
    std::erase(parser.text, k_no_text);
    if (result.one_shot && parser.text.size() + parser.words.size() > 1)
        return fail(Errc::invalid_argument, "the prompt of -p is one argument, and there are several",
                    "put it in quotes: thoth -p \"the whole prompt\"");
    const auto& given = parser.text.empty() ? parser.words : parser.text;
    if (!given.empty()) result.prompt = joined(given);
    TRY(check_session(parser));
    TRY(check_headless(parser));
    if (!result.record.empty() && !result.replay.empty())
        return fail(Errc::invalid_argument, "--record and --replay exclude each other", "give one of them");
    return std::move(result);
}

// The first flag that there is not, with the one that was probably meant. Nothing where the
// trouble is another.
std::optional<Error> unknown_flag(std::span<const std::string> arguments, CLI::App& app) {
    for (const std::string& argument : arguments) {
        if (argument == "--") break;
        const std::string flag = argument.substr(0, argument.find('='));
        if (flag.size() < 2 || flag[0] != '-' || app.get_option_no_throw(flag)) continue;
        const std::vector<std::string> flags = known_flags();
        const std::vector<std::string_view> names(flags.begin(), flags.end());
        const std::string_view meant = nearest_name(flag, names);
        return Error{Errc::invalid_argument,
                     fmt::format("there is no flag {}{}", flag,
                                 meant.empty() ? "" : fmt::format("; did you mean {}?", meant)),
                     "thoth --help lists the flags; -- before a prompt that begins with a dash"};
    }
    return std::nullopt;
}

// CLI11 takes "--prompt=" for a flag without a value, and "-p=" for one with the value "=". What is
// meant is an empty prompt.
std::vector<std::string> with_empty_prompts_apart(std::span<const std::string> arguments) {
    std::vector<std::string> out;
    for (const std::string& argument : arguments) {
        const bool empty_prompt = argument == "-p=" || argument == "--prompt=";
        out.push_back(empty_prompt ? "--prompt" : argument);
        if (empty_prompt) out.emplace_back();
    }
    return out;
}
} // namespace

Result<Invocation> parse_command_line(std::span<const std::string> arguments) {
    Parser parser;
    // What follows "--" is no business of CLI11's: after an option without a value it would
    // look for flags there all the same.
    const auto dashes = std::ranges::find(arguments, "--");
    std::vector<std::string> reversed = with_empty_prompts_apart({arguments.begin(), dashes});
    std::ranges::reverse(reversed); // CLI11 takes them last first
    try {
        parser.app.parse(reversed);
    } catch (const CLI::ExtrasError& e) {
        if (auto error = unknown_flag(arguments, parser.app)) return fail(std::move(*error));
        return fail(Errc::invalid_argument, e.what(), "thoth --help lists the flags");
    } catch (const CLI::ParseError& e) {
        return fail(Errc::invalid_argument, e.what(), "thoth --help lists the flags");
    }
    if (dashes != arguments.end()) parser.words.insert(parser.words.end(), dashes + 1, arguments.end());
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
