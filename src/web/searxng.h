#pragma once
#include "os/http.h"
#include "web/search_engine.h"

namespace thoth {

// An instance of SearXNG that the user names, by its JSON interface.
class SearxNg final : public SearchEngine {
public:
    // `url`: of the instance, "https://search.example.org".
    SearxNg(HttpClient& http, std::string url) : m_http(http), m_url(std::move(url)) {}
    std::string name() const override { return "SearXNG"; }
    Result<std::vector<SearchHit>> search(const std::string& query, std::stop_token stop) override;

private:
    HttpClient& m_http;
    std::string m_url;
};

// What its JSON answer says. Errors: Errc::protocol, it is none; Errc::refused, all engines that it asks failed.
// Pure.
Result<std::vector<SearchHit>> read_searxng_answer(std::string_view json);

} // namespace thoth
