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
        resume->allow_extra_args(false); // what follows the id is the prompt
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
        view = app.add_option("--view", view_name)->expected(0, 1)->default_str(std::string(k_no_text));
        app.add_option("--view-size", result.view_size);
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
        for (CLI::Option* list : {allowed, app.get_option("--disallowed-tools")}) {
            list->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
            list->allow_extra_args(false); // what follows the list is the prompt
        }
    }

    CLI::App app;
    CLI::Option* one_shot = nullptr;
    CLI::Option* resume = nullptr;
    CLI::Option* allowed = nullptr;
    CLI::Option* view = nullptr;
    std::vector<std::string> view_name;
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
    std::erase(parser.words, k_no_text);
    if (result.one_shot && parser.text.size() + parser.words.size() > 1)
        return fail(Errc::invalid_argument, "the prompt of -p is one argument, and there are several",
                    "put it in quotes: thoth -p \"the whole prompt\"");
    const auto& given = parser.text.empty() ? parser.words : parser.text;
    if (!given.empty()) result.prompt = joined(given);
    std::erase(parser.view_name, k_no_text);
    if (parser.view->count() > 0) result.view = parser.view_name.empty() ? "" : parser.view_name.front();
    if (!result.view_size.empty() && !result.view)
        return fail(Errc::invalid_argument, "--view-size needs --view", "thoth --view NAME --view-size WxH");
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

bool takes_value(const CLI::App& app, const std::string& flag) {
    const CLI::Option* option = app.get_option_no_throw(flag);
    return option != nullptr && option->get_items_expected_max() > 0;
}

// CLI11 takes "--model=" for a flag without a value, and "-m=x" for one with the value "=x". What is meant is an
// empty value, and "x".
void add_with_value_apart(std::vector<std::string>& out, const std::string& argument, const CLI::App& app) {
    const size_t equals = argument.find('=');
    const bool is_short = equals == 2 && argument[0] == '-' && argument[1] != '-';
    const bool is_empty = equals != std::string::npos && equals + 1 == argument.size() && argument[0] == '-';
    const std::string flag = argument.substr(0, equals);
    if ((!is_short && !is_empty) || !takes_value(app, flag)) {
        out.push_back(argument);
        return;
    }
    out.push_back(flag + argument.substr(equals + 1));
    if (is_empty) out.emplace_back();
}

// The id of a session is a time and eight hex digits, or a part of them. An empty one is what a script has when it
// lost it, and no prompt.
bool may_be_session_id(std::string_view word) {
    return word.find_first_not_of("0123456789abcdefABCDEFTZ-") == std::string_view::npos;
}

// The arguments as CLI11 understands what is meant. Behind -r a word that can be no id is the prompt.
std::vector<std::string> made_plain(std::span<const std::string> arguments, const CLI::App& app) {
    std::vector<std::string> out;
    for (size_t i = 0; i < arguments.size(); ++i) {
        add_with_value_apart(out, arguments[i], app);
        const bool asks_for_id = arguments[i] == "-r" || arguments[i] == "--resume";
        if (!asks_for_id || i + 1 == arguments.size()) continue;
        const std::string& next = arguments[i + 1];
        if (!next.starts_with('-') && !may_be_session_id(next)) out.emplace_back(k_no_text);
    }
    return out;
}

// CLI11 says "--model: 1 required TEXT missing" and "--model: At Most 1 required but received 2".
Error wrong_count(const CLI::ArgumentMismatch& mismatch) {
    const std::string text = mismatch.what();
    const std::string flag = text.substr(0, text.find(':'));
    if (text.find("received") == std::string::npos)
        return {Errc::invalid_argument, fmt::format("{} needs a value", flag), "thoth --help lists the flags"};
    return {Errc::invalid_argument, fmt::format("{} is given more than once", flag), "give it once"};
}
} // namespace

Result<Invocation> parse_command_line(std::span<const std::string> arguments) {
    Parser parser;
    // What follows "--" is no business of CLI11's: after an option without a value it would
    // look for flags there all the same.
    const auto dashes = std::ranges::find(arguments, "--");
    std::vector<std::string> reversed = made_plain({arguments.begin(), dashes}, parser.app);
    std::ranges::reverse(reversed); // CLI11 takes them last first
    try {
        parser.app.parse(reversed);
    } catch (const CLI::ExtrasError& e) {
        if (auto error = unknown_flag(arguments, parser.app)) return fail(std::move(*error));
        return fail(Errc::invalid_argument, e.what(), "thoth --help lists the flags");
    } catch (const CLI::ArgumentMismatch& e) {
        return fail(wrong_count(e));
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
