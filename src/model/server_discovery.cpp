#include "model/server_discovery.h"

#include "model/base_url.h"
#include "model/wire_json.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
using namespace std::chrono_literals;

constexpr size_t k_max_answer = 1u << 20;
constexpr HttpLimits k_probe_limits{500ms, 3'000ms, 1'000ms};

Result<HttpReply> probe(HttpClient& http, std::string url, const std::stop_token& stop) {
    HttpRequest request;
    request.url = std::move(url);
    request.headers = {{"Accept", "application/json"}};
    request.limits = k_probe_limits;
    request.is_lookup = true;
    return fetch(http, request, k_max_answer, stop);
}

bool is_ollama(const HttpReply& reply) {
    const auto body = parse_wire_json(reply.body);
    return reply.head.status == 200 && body && !string_at(*body, "version").empty();
}

// A server that wants a key for its list is one, too.
bool is_openai(const HttpReply& reply) {
    const auto body = parse_wire_json(reply.body);
    if (!body) return false;
    if (reply.head.status == 401 || reply.head.status == 403) return member(*body, "error") != nullptr;
    const Json* data = member(*body, "data");
    return reply.head.status == 200 && data && data->is_array();
}

Result<FoundServer> ask_candidate(HttpClient& http, const std::string& base_url, const std::stop_token& stop) {
    if (is_ollama(TRY(probe(http, ollama_url(base_url, "/api/version"), stop))))
        return FoundServer{WireApi::ollama, ollama_root(base_url)};
    if (is_openai(TRY(probe(http, openai_url(base_url, "/models"), stop))))
        return FoundServer{WireApi::openai, openai_url(base_url, "")};
    return fail(Errc::protocol, shown_url(base_url) + " is no model server");
}
} // namespace

std::vector<std::string> usual_local_servers(std::optional<std::string> ollama_host) {
    std::vector<std::string> servers;
    const auto add = [&](std::string url) {
        if (std::ranges::find(servers, url) == servers.end()) servers.push_back(std::move(url));
    };
    if (ollama_host && !ollama_host->empty()) add(base_url_of_ollama_host(*ollama_host));
    add("http://127.0.0.1:11434");
    add("http://127.0.0.1:8080");
    return servers;
}

Result<FoundServer> find_local_server(HttpClient& http, std::span<const std::string> candidates,
                                      std::stop_token stop) {
    std::string tried;
    for (const std::string& base_url : candidates) {
        auto found = ask_candidate(http, base_url, stop);
        if (found || found.error().code == Errc::cancelled) return found;
        tried += (tried.empty() ? "" : ", ") + shown_url(base_url);
    }
    return fail(Errc::unavailable, "no model server answers at " + tried, hint_without_server());
}

FoundServer detect_api(HttpClient& http, std::string_view base_url, ServerPlace place, std::stop_token stop) {
    FoundServer as_given{WireApi::openai, std::string(base_url)};
    if (is_host_below(host_of(base_url), "api.anthropic.com")) as_given.api = WireApi::anthropic;
    if (place == ServerPlace::hosted) return as_given;
    const auto reply = probe(http, ollama_url(base_url, "/api/version"), stop);
    if (!reply || !is_ollama(*reply)) return as_given;
    return {WireApi::ollama, ollama_root(base_url)};
}

} // namespace thoth
