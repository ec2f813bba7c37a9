#pragma once
#include "model/reply.h"
#include "protocol/usage.h"

#include <optional>

namespace thoth {

// Money for a million tokens, in whatever currency the user's price list has (C09).
struct Prices {
    std::optional<double> input, output;
    std::optional<double> cache_read, cache_write; // nothing: as `input`
};

// What the server says it charged, else what the prices make of it; nothing without either.
std::optional<double> cost_of(const Usage& usage, const Prices& prices);

// Counts what replies take, in tokens and money, for a request and for the session. A server that counts
// nothing is counted for, by the length of the texts, and marked so. Agent thread only.
class UsageMeter {
public:
    explicit UsageMeter(Prices prices) : m_prices(prices) {}

    void begin_request() { m_request = {}; }
    // The usage of this reply, estimated where the server said nothing. What attempts before it took counts
    // for request and session.
    Usage add(const Reply& reply);

    // Of the last reply that took anything.
    const Usage& last() const { return m_last; }
    const Spent& request() const { return m_request; }
    const Spent& session() const { return m_session; }

private:
    Usage estimate(const Reply& reply) const;

    Prices m_prices;
    Usage m_last;
    Spent m_request;
    Spent m_session;
    double m_bytes_per_token = 4; // of requests; corrected by each reply whose server counts
};

} // namespace thoth
