#include "agent/cost_limit.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr double k_million = 1'000'000;
}

std::optional<double> CostLimit::worst_case(int64_t prompt_tokens, std::optional<int> window) const {
    std::optional<int64_t> output = m_max_output;
    if (window) {
        const int64_t room = std::max<int64_t>(0, *window - prompt_tokens);
        output = std::min(output.value_or(room), room);
    }
    if (!output) return std::nullopt;
    const double input_price = m_prices.input.value_or(0);
    const double dearest = std::max(
        {input_price, m_prices.cache_read.value_or(input_price), m_prices.cache_write.value_or(input_price)});
    return (static_cast<double>(prompt_tokens) * dearest +
            static_cast<double>(*output) * m_prices.output.value_or(0)) /
           k_million;
}

std::string CostLimit::objection(int64_t prompt_tokens, std::optional<int> window, double spent) const {
    const auto worst = worst_case(prompt_tokens, window);
    if (!worst) return "the next call could cost any amount: neither max_tokens nor the context window is known";
    if (spent + *worst <= m_most) return {};
    return fmt::format(
        "the next call may cost up to {:.4f}, and of {:.4f} there is {:.4f} left; a lower max_tokens in "
        "the profile makes the longest reply cheaper",
        *worst, m_most, std::max(0.0, m_most - spent));
}

} // namespace thoth
