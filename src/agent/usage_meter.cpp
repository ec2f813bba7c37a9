#include "agent/usage_meter.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr double k_million = 1'000'000;

int64_t at_least_one(double tokens) {
    return std::max<int64_t>(1, static_cast<int64_t>(tokens));
}

size_t bytes_of(const AssistantMessage& message) {
    size_t bytes = message.text.size() + message.thinking.text.size();
    for (const ToolCall& call : message.calls)
        bytes += call.name.size() + call.arguments.size();
    return bytes;
}

void add_to(Spent& spent, const Usage& usage, const std::optional<double>& cost) {
    Usage& sum = spent.usage;
    sum.input = sum.input.value_or(0) + usage.input.value_or(0);
    sum.cache_read += usage.cache_read;
    sum.cache_write += usage.cache_write;
    sum.output = sum.output.value_or(0) + usage.output.value_or(0);
    sum.reasoning += usage.reasoning;
    sum.estimated = sum.estimated || usage.estimated;
    if (cost) spent.cost = spent.cost.value_or(0) + *cost;
}
} // namespace

std::optional<double> cost_of(const Usage& usage, const Prices& prices) {
    if (usage.charged) return usage.charged;
    if (!prices.input && !prices.output) return {};
    const double input = prices.input.value_or(0);
    const auto part = [](int64_t tokens, double price) { return static_cast<double>(tokens) * price / k_million; };
    return part(usage.input.value_or(0), input) + part(usage.cache_read, prices.cache_read.value_or(input)) +
           part(usage.cache_write, prices.cache_write.value_or(input)) +
           part(usage.output.value_or(0), prices.output.value_or(0));
}

Usage UsageMeter::add(const Reply& reply) {
    const Usage usage = reply.usage ? *reply.usage : estimate(reply);
    if (reply.usage && reply.usage->input && reply.usage->prompt() > 0 && reply.request_bytes > 0)
        m_bytes_per_token = static_cast<double>(reply.request_bytes) / static_cast<double>(reply.usage->prompt());
    if (usage.context() > 0) m_last = usage;
    for (Spent* spent : {&m_request, &m_session}) {
        ++spent->replies;
        add_to(*spent, usage, cost_of(usage, m_prices));
        for (const Usage& failed : reply.failed_attempts)
            add_to(*spent, failed, cost_of(failed, m_prices));
    }
    return usage;
}

// A reply that never began took nothing that is known of.
Usage UsageMeter::estimate(const Reply& reply) const {
    const size_t output = bytes_of(reply.message);
    if (output == 0) return {};
    Usage usage;
    usage.estimated = true;
    usage.input = at_least_one(static_cast<double>(reply.request_bytes) / m_bytes_per_token);
    usage.output = at_least_one(static_cast<double>(output) / m_bytes_per_token);
    return usage;
}

} // namespace thoth
