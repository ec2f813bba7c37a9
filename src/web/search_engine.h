#pragma once
#include "base/result.h"

#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

struct SearchHit {
    std::string title;
    std::string url;
    std::string snippet{};
    bool operator==(const SearchHit&) const = default;
};

inline constexpr size_t k_most_hits = 8;

// Somebody who can be asked where something stands on the web. One thread.
class SearchEngine {
public:
    virtual ~SearchEngine() = default;
    virtual std::string name() const = 0;
    // At most k_most_hits; empty: it has none, and says so. Whatever else is no answer is an error that says
    // that nothing was searched: Errc::unavailable, Errc::refused (by the engine), Errc::protocol, Errc::timed_out.
    // The query was checked before (query_guard.h).
    virtual Result<std::vector<SearchHit>> search(const std::string& query, std::stop_token stop) = 0;
};

} // namespace thoth
