#pragma once
#include "agent/usage_meter.h"

#include <cstdint>
#include <optional>
#include <string>

namespace thoth {

// The most that a run may cost, in the currency of its prices. What a call of the model costs is known when it is
// over, so it is looked at before: the prompt as it is estimated, at the dearest price that its tokens may have,
// and the longest reply that may come. Pure, any thread.
class CostLimit {
public:
    // `max_output`: tokens that the server is told to hold a reply to; nothing: the window ends it.
    CostLimit(double most, Prices prices, std::optional<int> max_output)
        : m_most(most), m_prices(prices), m_max_output(max_output) {}

    // What this call may cost; nothing: nobody knows how long its reply may get.
    std::optional<double> worst_case(int64_t prompt_tokens, std::optional<int> window) const;
    // Why the call is not to be made after `spent`, in words for the user; empty: it fits.
    std::string objection(int64_t prompt_tokens, std::optional<int> window, double spent) const;

private:
    double m_most;
    Prices m_prices;
    std::optional<int> m_max_output;
};

} // namespace thoth
