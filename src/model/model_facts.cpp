#include "model/model_facts.h"

#include "model/ascii.h"
#include "model/base_url.h"
#include "model/wire_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int64_t k_largest_window = 1'000'000'000; // more is no window

std::optional<int> window_at(const Json& object, std::string_view key) {
    const auto tokens = count_at(object, key);
    if (!tokens || *tokens == 0 || *tokens > k_largest_window) return {};
    return static_cast<int>(*tokens);
}

std::optional<int> first_window(const Json& object, std::span<const std::string_view> keys) {
    std::optional<int> window;
    for (const std::string_view key : keys)
        if (!window) window = window_at(object, key);
    return window;
}

// Otherwise there is no use in asking for more: each question would take its whole time.
bool answered(const Error& error) {
    return error.code == Errc::protocol;
}

// The base without /v1, where a server's own pages are.
std::string root_of(const std::string& base_url) {
    return ollama_root(base_url);
}

std::optional<bool> flag_at(const Json& object, std::string_view key) {
    const Json* value = member(object, key);
    if (!value || !value->is_boolean()) return {};
    return value->get<bool>();
}

// Newer builds say in `chat_template_caps` what the template of the model can do.
std::optional<ModelFacts> as_llama_server(const Json& props) {
    const Json* settings = member(props, "default_generation_settings");
    if (!settings || !settings->is_object()) return {};
    ModelFacts facts;
    facts.server = "llama-server";
    facts.served_window = window_at(*settings, "n_ctx");
    if (const Json* caps = member(props, "chat_template_caps")) {
        facts.calls_tools = flag_at(*caps, "supports_tools");
        if (!facts.calls_tools) facts.calls_tools = flag_at(*caps, "supports_tool_calls");
    }
    return facts;
}

const Json* list_in(const Json& answer) {
    const Json* list = answer.is_array() ? &answer : member(answer, "data");
    return list && list->is_array() ? list : nullptr;
}

// The entry of `model`; of a server with one model, that one whatever it is called.
const Json* entry_of(const Json& answer, const std::string& model) {
    const Json* list = list_in(answer);
    if (!list) return nullptr;
    const auto found =
        std::ranges::find_if(*list, [&](const Json& entry) { return string_at(entry, "id") == model; });
    if (found != list->end()) return &*found;
    return list->size() == 1 ? &list->front() : nullptr;
}

std::string server_of_owner(const std::string& owner) {
    struct Owner {
        std::string_view owner;
        const char* server;
    };
    static constexpr std::array<Owner, 4> k_owners{{{"vllm", "vLLM"},
                                                    {"sglang", "SGLang"},
                                                    {"llamacpp", "llama-server"},
                                                    {"organization_owner", "LM Studio"}}};
    const auto found = std::ranges::find(k_owners, owner, &Owner::owner);
    return found == k_owners.end() ? "" : found->server;
}

void take_abilities(const Json& entry, ModelFacts& facts) {
    const Json* parameters = member(entry, "supported_parameters"); // OpenRouter
    if (parameters && parameters->is_array()) {
        facts.calls_tools = std::ranges::find(*parameters, "tools") != parameters->end();
        facts.thinks = std::ranges::find(*parameters, "reasoning") != parameters->end();
    }
    if (const Json* abilities = member(entry, "capabilities"); abilities && abilities->is_object()) // Mistral
        facts.calls_tools = flag_at(*abilities, "function_calling");
}

ModelFacts as_listed(const Json& entry) {
    ModelFacts facts;
    facts.server = server_of_owner(string_at(entry, "owned_by"));
    facts.served_window = served_window_of(entry);
    if (const Json* meta = member(entry, "meta")) facts.trained_window = window_at(*meta, "n_ctx_train");
    take_abilities(entry, facts);
    return facts;
}

// Its own list tells a loaded model from one that will be loaded, with whatever window, on the first request.
ModelFacts as_lm_studio(const Json& entry) {
    ModelFacts facts;
    facts.server = "LM Studio";
    facts.trained_window = window_at(entry, "max_context_length");
    if (string_at(entry, "state") == "loaded") facts.served_window = window_at(entry, "loaded_context_length");
    if (const Json* abilities = member(entry, "capabilities"); abilities && abilities->is_array())
        facts.calls_tools = std::ranges::find(*abilities, "tool_use") != abilities->end();
    return facts;
}

bool list_tells_windows(const std::string& base_url) {
    static constexpr std::array<std::string_view, 4> k_hosts{"openrouter.ai", "api.groq.com", "api.mistral.ai",
                                                             "api.together.xyz"};
    return std::ranges::find(k_hosts, host_of(base_url)) != k_hosts.end();
}

// "num_ctx    8192" in a line of its own among the parameters of a model's file.
std::optional<int> num_ctx_in(std::string_view parameters) {
    while (!parameters.empty()) {
        const size_t end = std::min(parameters.find('\n'), parameters.size());
        std::string_view line = trim(parameters.substr(0, end));
        parameters.remove_prefix(std::min(end + 1, parameters.size()));
        constexpr std::string_view k_name = "num_ctx";
        if (!line.starts_with(k_name)) continue;
        line = trim(line.substr(k_name.size()));
        int tokens = 0;
        const auto [at, error] = std::from_chars(line.data(), line.data() + line.size(), tokens);
        if (error == std::errc() && at == line.data() + line.size() && tokens > 0) return tokens;
    }
    return {};
}

void take_shown(const Json& shown, ModelFacts& facts) {
    if (const Json* info = member(shown, "model_info"); info && info->is_object())
        facts.trained_window = window_at(*info, string_at(*info, "general.architecture") + ".context_length");
    facts.wished_window = num_ctx_in(string_at(shown, "parameters"));
    const Json* abilities = member(shown, "capabilities");
    if (!abilities || !abilities->is_array()) return;
    facts.calls_tools = std::ranges::find(*abilities, "tools") != abilities->end();
    facts.thinks = std::ranges::find(*abilities, "thinking") != abilities->end();
}

// A model is named with and without its tag: "qwen3" is "qwen3:latest".
bool is_same_model(const std::string& listed, const std::string& model) {
    return listed == model || listed == model + ":latest";
}

std::optional<int> loaded_window(const Json& running, const std::string& model) {
    const Json* list = member(running, "models");
    if (!list || !list->is_array()) return {};
    for (const Json& entry : *list)
        if (is_same_model(string_at(entry, "name", string_at(entry, "model")), model))
            return window_at(entry, "context_length");
    return {};
}
} // namespace

std::optional<int> served_window_of(const Json& entry) {
    static constexpr std::array<std::string_view, 5> k_keys{
        "max_model_len", "loaded_context_length", "context_length", "context_window", "max_context_length"};
    if (const auto window = first_window(entry, k_keys)) return window;
    const Json* meta = member(entry, "meta");
    return meta ? window_at(*meta, "n_ctx") : std::nullopt;
}

ModelFacts ask_openai_server(const ModelEndpoint& endpoint, const AskServer& ask) {
    const bool local = endpoint.place == ServerPlace::local;
    if (!local && !list_tells_windows(endpoint.base_url)) return {};
    if (local) {
        const auto props = ask(root_of(endpoint.base_url) + "/props", {});
        if (!props && !answered(props.error())) return {};
        const auto facts = props ? as_llama_server(*props) : std::nullopt;
        if (facts) return *facts;
    }
    const auto listed = ask(openai_url(endpoint.base_url, "/models"), {});
    const Json* entry = listed ? entry_of(*listed, endpoint.model) : nullptr;
    ModelFacts facts = entry ? as_listed(*entry) : ModelFacts{};
    if (!local || facts.served_window) return facts;
    const auto own = ask(root_of(endpoint.base_url) + "/api/v0/models", {});
    const Json* loaded = own ? entry_of(*own, endpoint.model) : nullptr;
    return loaded ? as_lm_studio(*loaded) : facts;
}

std::string tokenizer_url(const ModelEndpoint& endpoint) {
    return endpoint.place == ServerPlace::local ? root_of(endpoint.base_url) + "/tokenize" : std::string();
}

// Each of the two reads its own field of the text.
std::string tokenizer_body(const ModelEndpoint& endpoint, std::string_view text) {
    return dump_json(
        Json{{"model", endpoint.model}, {"content", text}, {"prompt", text}, {"add_special_tokens", false}});
}

Result<int64_t> token_count(const Json& answer) {
    if (const auto count = count_at(answer, "count")) return *count;
    const Json* tokens = member(answer, "tokens");
    if (!tokens || !tokens->is_array()) return fail(Errc::protocol, "the tokenizer gave no tokens");
    return static_cast<int64_t>(tokens->size());
}

ModelFacts ask_ollama(const ModelEndpoint& endpoint, const AskServer& ask) {
    ModelFacts facts;
    facts.server = "Ollama";
    const auto shown = ask(ollama_url(endpoint.base_url, "/api/show"), dump_json(Json{{"model", endpoint.model}}));
    if (!shown && !answered(shown.error())) return facts;
    if (shown) take_shown(*shown, facts);
    if (const auto running = ask(ollama_url(endpoint.base_url, "/api/ps"), {}))
        facts.loaded_window = loaded_window(*running, endpoint.model);
    return facts;
}

} // namespace thoth
