#include "web/searxng.h"

#include "base/json.h"
#include "text/unicode.h"
#include "web/form_text.h"
#include "web/readable_text.h"
#include "web/search_request.h"
#include "web/url.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr size_t k_longest_text = 600; // characters

// In one line.
std::string short_text(const Json& result, const char* name) {
    std::string text = readable_text(to_valid_utf8(string_at(result, name)));
    for (char& c : text)
        if (c == '\n' || c == '\t') c = ' ';
    return std::string(first_code_points(text, k_longest_text));
}
} // namespace

Result<std::vector<SearchHit>> SearxNg::search(const std::string& query, std::stop_token stop) {
    HttpRequest request;
    request.url = m_url;
    while (request.url.ends_with('/'))
        request.url.pop_back();
    request.url += "/search?format=json&q=" + form_text(query);
    request.headers = {{"accept", "application/json"}};
    const HttpReply reply = TRY(search_reply(m_http, std::move(request), name(), std::move(stop)));
    return read_searxng_answer(reply.body);
}

Result<std::vector<SearchHit>> read_searxng_answer(std::string_view text) {
    const auto answer = parse_json(text);
    const bool is_answer =
        answer && answer->is_object() && answer->contains("results") && (*answer)["results"].is_array();
    if (!is_answer)
        return fail(Errc::protocol,
                    "nothing was searched: the answer of SearXNG is not the JSON that was asked for",
                    "the user may have to allow the format json in the settings of the instance");
    std::vector<SearchHit> hits;
    for (const Json& result : (*answer)["results"]) {
        if (hits.size() == k_most_hits) break;
        const auto url = result.is_object() ? parse_web_url(string_at(result, "url")) : fail(Errc::protocol, "");
        if (url) hits.push_back({short_text(result, "title"), url->text(), short_text(result, "content")});
    }
    const auto silent = answer->find("unresponsive_engines");
    if (hits.empty() && silent != answer->end() && silent->is_array() && !silent->empty())
        return fail(Errc::refused, "nothing was searched: the engines that SearXNG asks did not answer it",
                    "try again later; do not conclude that there is nothing");
    return hits;
}

} // namespace thoth
