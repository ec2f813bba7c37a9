#include "model/openai_usage.h"

#include "model/wire_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
std::optional<int64_t> detailed_count(const Json& usage, const char* object, const char* key) {
    const Json* details = member(usage, object);
    return details ? count_at(*details, key) : std::nullopt;
}

std::optional<int64_t> cached_tokens(const Json& usage) {
    if (const auto count = detailed_count(usage, "prompt_tokens_details", "cached_tokens")) return count;
    if (const auto count = count_at(usage, "prompt_cache_hit_tokens")) return count;
    return count_at(usage, "cached_tokens");
}

// OpenRouter says what it took.
std::optional<double> charge_in(const Json& usage) {
    const Json* cost = member(usage, "cost");
    constexpr double k_implausible = 1'000'000; // for one reply
    if (!cost || !cost->is_number()) return {};
    const double charged = cost->get<double>();
    return charged >= 0 && charged < k_implausible ? std::optional(charged) : std::nullopt;
}

// llama-server's own figures, in replies without usage.
std::optional<Usage> usage_of_timings(const Json& timings) {
    Usage usage;
    usage.input = count_at(timings, "prompt_n");
    usage.output = count_at(timings, "predicted_n");
    usage.cache_read = count_at(timings, "cache_n").value_or(0);
    if (!usage.input && !usage.output) return {};
    return usage;
}
} // namespace

std::optional<Usage> usage_of(const Json& object) {
    auto prompt = count_at(object, "prompt_tokens");
    const auto completion = count_at(object, "completion_tokens");
    if (prompt == 0) prompt.reset(); // no prompt is empty: it was not counted
    if (!prompt && completion.value_or(0) == 0) return {};
    Usage usage;
    usage.cache_read = cached_tokens(object).value_or(0);
    usage.cache_write = detailed_count(object, "prompt_tokens_details", "cache_write_tokens").value_or(0);
    if (prompt) usage.input = std::max<int64_t>(0, *prompt - usage.cache_read - usage.cache_write);
    usage.output = completion;
    usage.reasoning = detailed_count(object, "completion_tokens_details", "reasoning_tokens").value_or(0);
    usage.charged = charge_in(object);
    // Some servers leave the thinking out of completion_tokens; only the total shows it.
    const auto total = count_at(object, "total_tokens");
    if (prompt && completion && total && *total > *prompt + *completion) {
        const int64_t unseen = *total - *prompt - *completion;
        usage.output = *completion + unseen;
        usage.reasoning = std::max(usage.reasoning, unseen);
    }
    return usage;
}

std::optional<Usage> usage_in_chunk(const Json& chunk) {
    if (const Json* usage = member(chunk, "usage")) return usage_of(*usage);
    if (const Json* groq = member(chunk, "x_groq"))
        if (const Json* usage = member(*groq, "usage")) return usage_of(*usage);
    if (const Json* choices = member(chunk, "choices"); choices && choices->is_array() && !choices->empty())
        if (const Json* usage = member(choices->front(), "usage")) return usage_of(*usage);
    if (const Json* timings = member(chunk, "timings")) return usage_of_timings(*timings);
    return {};
}

} // namespace thoth
