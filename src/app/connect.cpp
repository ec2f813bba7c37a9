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

constexpr int k_ollama_window = 32'768; // what is asked for when nobody said
constexpr seconds k_first_byte_hosted{120};
constexpr seconds k_first_byte_local{600}; // a local server may load the model first

ServerPlace place_of(const std::string& base_url) {
    return is_local_url(base_url) ? ServerPlace::local : ServerPlace::hosted;
}

Result<FoundServer> find_server(HttpClient& http, const Settings& settings, const Environment& environment,
                                std::vector<std::string>& notes, std::stop_token stop) {
    const std::string& base_url = settings.base_url.value;
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
    return fail(Errc::unsupported, "api \"anthropic\" is not part of this version",
                "use an OpenAI-compatible server or Ollama");
}

HttpLimits limits_of(const Settings& settings, ServerPlace place) {
    HttpLimits limits;
    limits.first_byte = place == ServerPlace::local ? k_first_byte_local : k_first_byte_hosted;
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

ToolCallForm call_form_of(ToolCallsChoice choice, const std::string& base_url) {
    switch (choice) {
    case ToolCallsChoice::native:
        return ToolCallForm::native;
    case ToolCallsChoice::guided:
        return ToolCallForm::guided;
    case ToolCallsChoice::automatic:
        break;
    }
    return is_hosted_vendor(base_url) ? ToolCallForm::native : ToolCallForm::automatic;
}

ModelEndpoint endpoint_of(const Settings& settings, const FoundServer& server, std::optional<int> window) {
    ModelEndpoint endpoint;
    endpoint.base_url = server.base_url;
    endpoint.model = settings.model.value;
    endpoint.api_key = settings.api_key.value;
    endpoint.headers = settings.headers.value;
    endpoint.temperature = settings.temperature.value;
    endpoint.max_tokens = settings.max_tokens.value;
    endpoint.context_window = window;
    endpoint.think = settings.think.value;
    endpoint.extra_body = settings.extra_body.value;
    endpoint.text_tool_calls = text_calls_of(settings.text_tool_calls.value, server.base_url);
    endpoint.tool_calls = call_form_of(settings.tool_calls.value, server.base_url);
    endpoint.limits = limits_of(settings, place_of(server.base_url));
    // Who waits longer for silence to end waits as long for signs of life to become a reply.
    endpoint.longest_quiet = std::max({endpoint.longest_quiet, endpoint.limits.first_byte, endpoint.limits.idle});
    return endpoint;
}

Result<std::string> find_model(ModelClient& client, const std::string& base_url, std::vector<std::string>& notes,
                               std::stop_token stop) {
    const auto models = TRY(client.models(stop));
    ModelChoice choice = TRY(choose_model(models, place_of(base_url)));
    if (!choice.note.empty()) notes.push_back(std::move(choice.note));
    return std::move(choice.model);
}

uint64_t random_seed() {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
}
} // namespace

Result<Connection> connect(HttpClient& http, const Clock& clock, const Settings& settings,
                           const Environment& environment, std::stop_token stop) {
    Connection out;
    const FoundServer server = TRY(find_server(http, settings, environment, out.notes, stop));
    const bool ollama = server.api == WireApi::ollama;
    out.api = ollama ? Api::ollama : Api::openai;
    out.base_url = server.base_url;
    out.context_window = settings.context_window.value;
    if (ollama && !out.context_window) out.context_window = k_ollama_window;
    ModelEndpoint endpoint = endpoint_of(settings, server, out.context_window);
    out.client = ollama ? make_ollama_client(http, clock, std::move(endpoint), random_seed())
                        : make_openai_client(http, clock, std::move(endpoint), random_seed());
    out.model = settings.model.value;
    if (out.model.empty()) {
        out.model = TRY(find_model(*out.client, out.base_url, out.notes, stop));
        out.client->use_model(out.model);
    }
    return out;
}

} // namespace thoth
