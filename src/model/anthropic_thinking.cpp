#include "model/anthropic_thinking.h"

#include "model/message_origin.h"
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

bool is_anthropics(std::string_view model) {
    return model.find("claude") != model.npos;
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

// As AnthropicReplyBlocks writes it: what the model thought stands first.
bool begins_with_thinking(const AssistantMessage& message) {
    constexpr std::array<std::string_view, 2> k_begins{R"({"content":[{"type":"thinking")",
                                                       R"({"content":[{"type":"redacted_thinking")"};
    return std::ranges::any_of(k_begins, [&](auto begin) { return message.provider_blocks.starts_with(begin); });
}

// The first message of the turn that goes on with the results at the end; null if none does.
const AssistantMessage* begin_of_open_turn(std::span<const Message> messages) {
    const AssistantMessage* begin = nullptr;
    bool answers = false; // calls of the message before
    for (auto it = messages.rbegin(); it != messages.rend(); ++it) {
        answers = answers || std::holds_alternative<ToolResult>(*it);
        const auto* assistant = std::get_if<AssistantMessage>(&*it);
        if (!assistant) continue;
        if (!answers) break;
        begin = assistant;
        answers = false;
    }
    return begin;
}

bool is_amid_a_turn_without_thinking(const ModelEndpoint& endpoint, std::span<const Message> messages) {
    const AssistantMessage* begin = begin_of_open_turn(messages);
    return begin && (!begins_with_thinking(*begin) || is_foreign(*begin, origin_of(endpoint, WireApi::anthropic)));
}

bool is_version_from(std::string_view model, int major, int minor) {
    const std::vector<int> version = version_of(model);
    if (version.empty()) return true; // a name without one is a new model's
    const int second = version.size() > 1 ? version[1] : 0;
    return version[0] > major || (version[0] == major && second >= minor);
}

void add_effort(std::string_view effort, OptionalFields& fields, Json& body) {
    if (effort.empty()) return;
    if (effort == "minimal") effort = "low";
    const auto form = fields.form({"output_config", "effort"}, common_effort(effort) == effort ? 1 : 2);
    if (form) body["output_config"] = {{"effort", *form == 0 ? effort : common_effort(effort)}};
}

// Later models do not send what they think unless they are asked to.
Json adaptive_thinking(std::string_view model) {
    Json out = {{"type", "adaptive"}};
    if (is_version_from(model, 4, 7)) out["display"] = "summarized";
    return out;
}
} // namespace

bool thinks_adaptively(std::string_view model) {
    // The older form is known to more of the compatible servers.
    return is_anthropics(model) && is_version_from(model, 4, 6);
}

bool takes_thinking_back(const ModelEndpoint& endpoint, bool thinks) {
    return thinks || (endpoint.think != false && !is_anthropics(endpoint.model));
}

bool add_thinking(const ModelEndpoint& endpoint, std::span<const Message> messages, OptionalFields& fields,
                  Json& body) {
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
    if (adaptive) add_effort(wish.effort, fields, body);
    if (!form) return false;
    if (adaptive) {
        body["thinking"] = adaptive_thinking(endpoint.model);
        return true;
    }
    if (is_anthropics(endpoint.model) && is_amid_a_turn_without_thinking(endpoint, messages)) return false;
    return add_budget(endpoint, body);
}

} // namespace thoth
