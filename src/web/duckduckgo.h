#pragma once
#include "os/http.h"
#include "web/search_engine.h"

namespace thoth {

inline constexpr const char* k_duckduckgo_url = "https://html.duckduckgo.com/html/";

// The engine that needs no key (T47): its page for browsers without scripts.
class DuckDuckGo final : public SearchEngine {
public:
    explicit DuckDuckGo(HttpClient& http, std::string url = k_duckduckgo_url)
        : m_http(http), m_url(std::move(url)) {}
    std::string name() const override { return "DuckDuckGo"; }
    Result<std::vector<SearchHit>> search(const std::string& query, std::stop_token stop) override;

private:
    HttpClient& m_http;
    std::string m_url;
};

} // namespace thoth
