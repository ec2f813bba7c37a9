#include "app/run_terms.h"

#include "config/given_value.h"
#include "search/regex.h"

#include <fmt/format.h>
#include <memory>

namespace thoth {

namespace {
constexpr uint64_t k_max_schema = 1024 * 1024;
constexpr double k_longest_run = 30.0 * 24 * 60 * 60; // seconds
constexpr double k_most_money = 1e9;

constexpr const char* k_schema_words = "The answer of this run\n- Your last reply has to be one JSON value and "
                                       "nothing else: no other words, no fence. It is "
                                       "checked by this JSON Schema:\n";

GivenValue flag_value(const char* flag, const std::string& value) {
    return {value, flag, flag, {}, {}};
}

// A schema comes as text or as the name of a file.
Result<std::string> schema_text(const std::string& given, const FileSystem& files, const Path& directory) {
    const size_t start = given.find_first_not_of(" \t\r\n");
    if (start != std::string::npos && given[start] == '{') return given;
    auto read = read_whole(files, (directory / given).lexically_normal(), k_max_schema);
    if (read) return read;
    return fail(Errc::invalid_argument, fmt::format("--json-schema: {}", read.error().message),
                "a file with a JSON Schema, or the schema itself");
}

Result<JsonSchema::Pattern> compile_pattern(const std::string& expression) {
    auto compiled = Regex::compile(expression);
    if (!compiled) return fail(compiled.error());
    return JsonSchema::Pattern(
        [regex = std::make_shared<const Regex>(std::move(*compiled))](std::string_view text) {
            const auto hit = regex->find({text}, {});
            return hit && *hit;
        });
}
} // namespace

Result<RunTerms> run_terms(const Invocation& invocation, const FileSystem& files, const Path& directory) {
    RunTerms terms;
    terms.tools = TRY(choose_tools(invocation.allowed_tools, invocation.disallowed_tools));
    terms.prompt = invocation.append_system_prompt;
    if (invocation.timeout) {
        const double s = TRY(as_number(flag_value("--timeout", *invocation.timeout), 0.001, k_longest_run));
        terms.timeout = std::chrono::milliseconds(static_cast<int64_t>(s * 1000));
    }
    if (invocation.max_budget)
        terms.max_cost = TRY(as_number(flag_value("--max-budget-usd", *invocation.max_budget), 0, k_most_money));
    if (!invocation.json_schema) return terms;
    const std::string text = TRY(schema_text(*invocation.json_schema, files, directory));
    auto schema = JsonSchema::compile(text, compile_pattern);
    if (!schema)
        return fail(Errc::invalid_argument, fmt::format("--json-schema: {}", schema.error().message),
                    "docs/headless.md lists what a schema may hold");
    terms.schema = std::move(*schema);
    terms.prompt += (terms.prompt.empty() ? "" : "\n\n") + (k_schema_words + text);
    return terms;
}

Result<void> check_prices(const RunTerms& terms, const Settings& settings) {
    if (!terms.max_cost || (settings.price_in.value && settings.price_out.value)) return {};
    return fail(
        Errc::invalid_argument, "--max-budget-usd: what the model costs is not known",
        "set price_in and price_out (for a million tokens) in the profile of config.toml; 0 where it is free");
}

Result<void> check_reply_length(const RunTerms& terms, const Settings& settings, std::optional<int> window) {
    if (!terms.max_cost || settings.max_tokens.value || window) return {};
    return fail(Errc::invalid_argument, "--max-budget-usd: how long a reply may get is not known",
                "set max_tokens or context_window in the profile of config.toml");
}

} // namespace thoth
