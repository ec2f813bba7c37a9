#pragma once
#include "app/cli.h"
#include "app/tool_choice.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/file_system.h"
#include "text/json_schema.h"

#include <chrono>
#include <optional>
#include <string>

namespace thoth {

// What holds for this run alone, as the command line asked for it: made ready before anything is sent, so that what
// cannot be is an error of usage. Plain data.
struct RunTerms {
    ToolChoice tools;
    std::optional<double> max_cost;                   // in the currency of the prices
    std::optional<JsonSchema> schema;                 // that answers are held to
    std::string prompt;                               // goes behind the system prompt; or empty
    std::optional<std::chrono::milliseconds> timeout; // of all of it, from its begin
    SteadyTime begin{};
    std::optional<SteadyTime> deadline() const { return timeout ? std::optional(begin + *timeout) : std::nullopt; }
};

// Errors (Errc::invalid_argument) name the flag.
Result<RunTerms> run_terms(const Invocation& invocation, const FileSystem& files, const Path& directory);

// Whether a limit of cost can be kept, by the prices and what is known of the length of a reply. Errors
// (Errc::invalid_argument) name the keys to set.
Result<void> check_prices(const RunTerms& terms, const Settings& settings);
Result<void> check_reply_length(const RunTerms& terms, const Settings& settings, std::optional<int> window);

} // namespace thoth
