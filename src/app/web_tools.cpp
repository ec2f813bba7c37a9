#include "app/web_tools.h"

#include "app/network_settings.h"
#include "os/curl_http.h"
#include "web/duckduckgo.h"
#include "web/searxng.h"

namespace thoth {

namespace {
// What a recording of a model says must not make a replay reach for the network.
class NoNetwork final : public HttpClient {
public:
    Result<HttpEnd> send(const HttpRequest&, HttpSink&, std::stop_token) override {
        return fail(Errc::unavailable, "there is no network in a replay");
    }
};

std::unique_ptr<HttpClient> client(const Environment& environment, bool is_replay) {
    if (is_replay) return std::make_unique<NoNetwork>();
    return std::make_unique<CurlHttp>(curl_settings(environment));
}

std::unique_ptr<SearchEngine> engine_for(const Environment& environment, HttpClient& http) {
    const std::string searxng = environment.get("THOTH_SEARXNG_URL").value_or("");
    if (!searxng.empty()) return std::make_unique<SearxNg>(http, searxng);
    const std::string url = environment.get("THOTH_SEARCH_URL").value_or("");
    return std::make_unique<DuckDuckGo>(http, url.empty() ? k_duckduckgo_url : url);
}
} // namespace

WebTools::WebTools(const Environment& environment, bool is_replay)
    : m_search_http(client(environment, is_replay)), m_engine(engine_for(environment, *m_search_http)),
      m_fetcher(client(environment, is_replay)) {}

} // namespace thoth
