#pragma once
#include "os/environment.h"
#include "web/fetcher.h"
#include "web/search_engine.h"

#include <memory>

namespace thoth {

// What the web tools work with, for the length of a run. Agent thread only, once it is built.
class WebTools {
public:
    // THOTH_SEARXNG_URL names an instance of SearXNG to search with; THOTH_SEARCH_URL replaces the address of the
    // search that needs no key. In a replay nothing is reached: the tools say so.
    WebTools(const Environment& environment, bool is_replay);

    Fetcher& fetcher() { return m_fetcher; }
    SearchEngine& engine() { return *m_engine; }

private:
    std::unique_ptr<HttpClient> m_search_http;
    std::unique_ptr<SearchEngine> m_engine;
    Fetcher m_fetcher;
};

} // namespace thoth
