#include "app/connect.h"

#include "model/hosted_vendors.h"
#include "model/http_model_client.h"
#include "model/model_choice.h"
#include "model/server_discovery.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace thoth {

namespace {
using std::chrono::seconds;

constexpr seconds k_first_byte_hosted{120};
constexpr seconds k_first_byte_local{600}; // a local server may load the model first
constexpr seconds k_connect_hosted{10};
constexpr seconds k_connect_local{3};

constexpr const char* k_anthropic = "https://api.anthropic.com";

uint64_t random_seed() {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
}

ServerPlace place_of(const std::string& base_url) {
    return is_local_url(base_url) ? ServerPlace::local : ServerPlace::hosted;
}

Result<FoundServer> find_server(HttpClient& http, const Settings& settings, const Environment& environment,
                                std::vector<std::string>& notes, std::stop_token stop) {
    const std::string& base_url = settings.base_url.value;
    if (base_url.empty() && settings.api.value == Api::anthropic)
        return FoundServer{WireApi::anthropic, k_anthropic};
    if (base_url.empty()) {
        const auto candidates = usual_local_servers(environment.get("OLLAMA_HOST"));
        FoundServer found = TRY(find_local_server(http, candidates, stop));
        notes.push_back(fmt::format("no server was named; using the one at {}", found.base_url));
        return found;
    }
    switch (settings.api.value) {
    case Api::openai:
        return FoundServer{WireApi::openai, base_url};
    case Api::ollama:
        return FoundServer{WireApi::ollama, base_url};
    case Api::automatic:
        return detect_api(http, base_url, place_of(base_url), stop);
    case Api::anthropic:
        break;
    }
    return FoundServer{WireApi::anthropic, base_url};
}

std::unique_ptr<ModelClient> client_for(WireApi api, HttpClient& http, const Clock& clock, ModelEndpoint endpoint) {
    switch (api) {
    case WireApi::openai:
        return make_openai_client(http, clock, std::move(endpoint), random_seed());
    case WireApi::ollama:
        return make_ollama_client(http, clock, std::move(endpoint), random_seed());
    case WireApi::anthropic:
        break;
    }
    return make_anthropic_client(http, clock, std::move(endpoint), random_seed());
}

Api api_of(WireApi api) {
    switch (api) {
    case WireApi::openai:
        return Api::openai;
    case WireApi::ollama:
        return Api::ollama;
    case WireApi::anthropic:
        break;
    }
    return Api::anthropic;
}

HttpLimits limits_of(const Settings& settings, ServerPlace place) {
    HttpLimits limits;
    limits.first_byte = place == ServerPlace::local ? k_first_byte_local : k_first_byte_hosted;
    limits.connect = place == ServerPlace::local ? k_connect_local : k_connect_hosted;
    if (const auto& s = settings.connect_timeout_s.value) limits.connect = seconds(*s);
    if (const auto& s = settings.first_byte_timeout_s.value) limits.first_byte = seconds(*s);
    if (const auto& s = settings.idle_timeout_s.value) limits.idle = seconds(*s);
    return limits;
}

TextToolCalls text_calls_of(TextCallsChoice choice, const std::string& base_url) {
    switch (choice) {
    case TextCallsChoice::all:
        return TextToolCalls::all;
    case TextCallsChoice::off:
        return TextToolCalls::off;
    case TextCallsChoice::automatic:
        break;
    }
    return is_hosted_vendor(base_url) ? TextToolCalls::off : TextToolCalls::automatic;
}

ToolCallForm call_form_of(ToolCallsChoice choice) {
    switch (choice) {
    case ToolCallsChoice::native:
        return ToolCallForm::native;
    case ToolCallsChoice::guided:
        return ToolCallForm::guided;
    case ToolCallsChoice::automatic:
        break;
    }
    return ToolCallForm::automatic;
}

ModelEndpoint endpoint_of(const Settings& settings, const FoundServer& server) {
    ModelEndpoint endpoint;
    endpoint.base_url = server.base_url;
    endpoint.model = settings.model.value;
    endpoint.api_key = settings.api_key.value;
    endpoint.headers = settings.headers.value;
    endpoint.temperature = settings.temperature.value;
    endpoint.max_tokens = settings.max_tokens.value;
    endpoint.place = place_of(server.base_url);
    endpoint.context_window = settings.context_window.value;
    endpoint.think = settings.think.value;
    endpoint.effort = settings.effort.value;
    endpoint.extra_body = settings.extra_body.value;
    endpoint.text_tool_calls = text_calls_of(settings.text_tool_calls.value, server.base_url);
    endpoint.tool_calls = call_form_of(settings.tool_calls.value);
    endpoint.limits = limits_of(settings, endpoint.place);
    // Who waits longer for silence to end waits as long for signs of life to become a reply.
    endpoint.longest_quiet = std::max({endpoint.longest_quiet, endpoint.limits.first_byte, endpoint.limits.idle});
    if (const auto& s = settings.quiet_timeout_s.value) endpoint.longest_quiet = seconds(*s);
    endpoint.ca_file = settings.ca_file.value;
    return endpoint;
}

Result<std::string> find_model(ModelClient& client, const std::string& base_url, std::vector<std::string>& notes,
                               std::stop_token stop) {
    const auto models = TRY(client.models(stop));
    ModelChoice choice = TRY(choose_model(models, place_of(base_url)));
    if (!choice.note.empty()) notes.push_back(std::move(choice.note));
    return std::move(choice.model);
}

} // namespace

Result<Connection> connect(HttpClient& http, const Clock& clock, const Settings& settings,
                           const Environment& environment, std::stop_token stop) {
    Connection out;
    const FoundServer server = TRY(find_server(http, settings, environment, out.notes, stop));
    out.api = api_of(server.api);
    out.base_url = server.base_url;
    out.client = client_for(server.api, http, clock, endpoint_of(settings, server));
    out.model = settings.model.value;
    if (out.model.empty()) {
        out.model = TRY(find_model(*out.client, out.base_url, out.notes, stop));
        out.client->use_model(out.model);
    }
    out.in_use = out.client->look_up(stop);
    std::ranges::move(out.in_use.notes, std::back_inserter(out.notes));
    return out;
}

} // namespace thoth
