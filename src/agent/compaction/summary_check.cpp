#include "agent/compaction/summary_check.h"

#include "workspace/stack_table.h"

#include <algorithm>
#include <set>

namespace thoth {

namespace {
constexpr size_t k_most_named = 10;
constexpr size_t k_longest_name = 300;

// "src/a.c:12-20," is src/a.c.
std::string_view without_line(std::string_view word) {
    while (!word.empty() && std::string_view(".:;!?").find(word.back()) != std::string_view::npos)
        word.remove_suffix(1);
    const size_t colon = word.find(':');
    return colon == std::string_view::npos ? word : word.substr(0, colon);
}

bool looks_like_a_file(std::string_view word) {
    if (word.empty() || word.size() > k_longest_name || word.starts_with('-')) return false;
    if (word.find("//") != std::string_view::npos || word.find_first_of("*<>{}$") != std::string_view::npos)
        return false;
    const size_t slash = word.rfind('/');
    const std::string_view last = slash == std::string_view::npos ? word : word.substr(slash + 1);
    const size_t dot = last.rfind('.');
    const bool has_ending = dot != std::string_view::npos && dot > 0 && dot + 1 < last.size();
    return has_ending && (slash != std::string_view::npos || StackTable::is_code(word));
}

bool stands_in(const Message& message, std::string_view name) {
    const auto has = [name](std::string_view text) { return text.find(name) != std::string_view::npos; };
    if (const auto* user = std::get_if<UserMessage>(&message)) return has(user->text);
    if (const auto* result = std::get_if<ToolResult>(&message)) return has(result->text);
    const auto& reply = std::get<AssistantMessage>(message);
    return has(reply.text) ||
           std::ranges::any_of(reply.calls, [&](const ToolCall& call) { return has(call.arguments); });
}
} // namespace

std::vector<std::string> invented_names(std::string_view summary, std::span<const Message> history,
                                        const std::function<bool(std::string_view name)>& exists) {
    constexpr std::string_view k_between = " \t\r\n\"'`,()[]|=";
    std::vector<std::string> out;
    std::set<std::string_view> looked_at;
    while (!summary.empty() && out.size() < k_most_named) {
        const size_t end = std::min(summary.find_first_of(k_between), summary.size());
        const std::string_view name = without_line(summary.substr(0, end));
        summary.remove_prefix(std::min(end + 1, summary.size()));
        if (!looks_like_a_file(name) || !looked_at.insert(name).second) continue;
        if (std::ranges::any_of(history, [&](const Message& m) { return stands_in(m, name); })) continue;
        if (!exists(name)) out.emplace_back(name);
    }
    return out;
}

} // namespace thoth
