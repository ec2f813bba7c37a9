#include "model/anthropic_thinking.h"

#include "model/reasoning_switch.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace thoth {

namespace {
constexpr int k_smallest_budget = 1024;

struct Effort {
    std::string_view name;
    int budget; // tokens
};
constexpr std::array<Effort, 6> k_efforts{{
    {"minimal", k_smallest_budget},
    {"low", 2048},
    {"medium", 8192},
    {"high", 16'384},
    {"xhigh", 20'000},
    {"max", 23'808}, // with the room for the answer what every model of that kind may write
}};

int budget_of(std::string_view effort) {
    const auto known = std::ranges::find(k_efforts, effort, &Effort::name);
    return known == k_efforts.end() ? 8192 : known->budget;
}

// The parts of a name that are numbers of one or two digits: {4, 6} of "claude-opus-4-6-20260101".
std::vector<int> version_of(std::string_view model) {
    std::vector<int> version;
    for (size_t at = 0; at < model.size();) {
        const size_t end = std::min(model.size(), model.find_first_of("-._@/:", at));
        const std::string_view part = model.substr(at, end - at);
        const bool number = !part.empty() && part.size() <= 2 &&
                            std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
        if (number) {
            int value = 0;
            for (const char c : part)
                value = value * 10 + (c - '0');
            version.push_back(value);
        } else if (!version.empty()) {
            break;
        }
        at = end + 1;
    }
    return version;
}

// The answer must have room beside the thinking. Nothing if there is none.
std::optional<int> budget_within(int limit, int budget) {
    const int room = std::min(budget, limit / 2);
    if (room >= k_smallest_budget) return room;
    return limit > k_smallest_budget ? std::optional(k_smallest_budget) : std::nullopt;
}

bool add_budget(const ModelEndpoint& endpoint, Json& body) {
    const int wanted = budget_of(endpoint.effort);
    if (!endpoint.max_tokens) body["max_tokens"] = k_default_anthropic_output + wanted;
    const auto budget = endpoint.max_tokens ? budget_within(*endpoint.max_tokens, wanted) : std::optional(wanted);
    if (budget) body["thinking"] = {{"type", "enabled"}, {"budget_tokens", *budget}};
    return budget.has_value();
}
} // namespace

bool thinks_adaptively(std::string_view model) {
    if (model.find("claude") == model.npos) return false; // a compatible server's: the older form is known to more
    const std::vector<int> version = version_of(model);
    if (version.empty()) return true;
    const int minor = version.size() > 1 ? version[1] : 0;
    return version[0] > 4 || (version[0] == 4 && minor >= 6);
}

bool add_thinking(const ModelEndpoint& endpoint, OptionalFields& fields, Json& body) {
    body["max_tokens"] = endpoint.max_tokens.value_or(k_default_anthropic_output);
    const ReasoningWish wish{endpoint.think, endpoint.effort};
    if (!wish.said()) return false;
    // A model that refuses one form of thinking is asked for the other; there is one way to say no.
    const auto form = fields.form({"thinking", "budget_tokens", "adaptive"}, wish.on() ? 2 : 1);
    if (!wish.on()) {
        if (form) body["thinking"] = {{"type", "disabled"}};
        return false;
    }
    const bool adaptive = thinks_adaptively(endpoint.model) == (form.value_or(0) == 0);
    if (adaptive && !endpoint.effort.empty() && fields.form({"output_config", "effort"}))
        body["output_config"] = {{"effort", endpoint.effort == "minimal" ? "low" : endpoint.effort}};
    if (!form) return false;
    if (!adaptive) return add_budget(endpoint, body);
    body["thinking"] = {{"type", "adaptive"}};
    return true;
}

} // namespace thoth
