#include "web/duckduckgo.h"

#include "web/charset.h"
#include "web/form_text.h"
#include "web/results_page.h"
#include "web/search_request.h"

namespace thoth {

namespace {
// The page is made for browsers, and is not given to others.
constexpr const char* k_user_agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
} // namespace

Result<std::vector<SearchHit>> DuckDuckGo::search(const std::string& query, std::stop_token stop) {
    HttpRequest request;
    request.method = "POST";
    request.url = m_url;
    request.headers = {{"user-agent", k_user_agent},
                       {"content-type", "application/x-www-form-urlencoded"},
                       {"accept", "text/html"},
                       {"accept-language", "en-US,en;q=0.5"}};
    request.body = "q=" + form_text(query);
    const HttpReply reply = TRY(search_reply(m_http, std::move(request), name(), std::move(stop)));
    return read_results_page(to_utf8(reply.body, "utf-8"));
}

} // namespace thoth
