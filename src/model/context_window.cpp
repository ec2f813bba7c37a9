#include "model/context_window.h"

#include "model/ascii.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
struct KnownWindow {
    std::string_view prefix; // of the model's name without the vendor's in front; the longest that fits holds
    int tokens;
};

constexpr std::array<KnownWindow, 24> k_known_windows{{
    {"claude-", 200'000},
    {"gpt-3.5-turbo", 16'385},
    {"gpt-4", 8'192},
    {"gpt-4-turbo", 128'000},
    {"gpt-4o", 128'000},
    {"gpt-4.1", 1'047'576},
    {"gpt-5", 400'000},
    {"gpt-5-chat", 128'000},
    {"o1", 200'000},
    {"o1-mini", 128'000},
    {"o3", 200'000},
    {"o4-mini", 200'000},
    {"gemini-1.5-pro", 2'097'152},
    {"gemini-", 1'048'576},
    {"deepseek-chat", 128'000},
    {"deepseek-reasoner", 128'000},
    {"mistral-large", 128'000},
    {"mistral-medium", 128'000},
    {"mistral-small", 128'000},
    {"codestral", 256'000},
    {"devstral", 128'000},
    {"grok-3", 131'072},
    {"grok-4", 256'000},
    {"kimi-k2", 131'072},
}};

// Only what somebody wished for is worth a note.
void bound(ContextWindow& window, std::optional<int> most, std::string_view what_it_is, bool was_wished) {
    if (!window.tokens || !most || *window.tokens <= *most) return;
    if (was_wished)
        window.notes.push_back(fmt::format("a context window of {} tokens was asked for, but {} {}: that is used",
                                           *window.tokens, what_it_is, *most));
    window.tokens = most;
    window.origin = "the server";
}

ContextWindow wanted_of_ollama(const ModelFacts& facts) {
    if (facts.wished_window) return {facts.wished_window, "the model's own file", {}};
    // A model that runs with more already is not loaded anew for less.
    const int running = facts.loaded_window.value_or(0);
    if (running > k_ollama_window) return {running, "Ollama", {}};
    return {k_ollama_window, "asked of Ollama", {}};
}
} // namespace

std::optional<int> known_window(std::string_view model) {
    if (const size_t slash = model.rfind('/'); slash != model.npos) model.remove_prefix(slash + 1);
    const std::string name = lower(model);
    const KnownWindow* best = nullptr;
    for (const KnownWindow& known : k_known_windows)
        if (name.starts_with(known.prefix) && (!best || best->prefix.size() < known.prefix.size())) best = &known;
    return best ? std::optional(best->tokens) : std::nullopt;
}

ContextWindow choose_window(std::optional<int> wished, const ModelFacts& facts, const ModelEndpoint& endpoint,
                            bool is_ollama) {
    ContextWindow window;
    if (wished)
        window = {wished, "the settings", {}};
    else if (is_ollama)
        window = wanted_of_ollama(facts);
    else if (facts.served_window)
        window = {facts.served_window, facts.server.empty() ? "the server" : facts.server, {}};
    else if (endpoint.place == ServerPlace::hosted)
        window = {known_window(endpoint.model), "a list of known models", {}};
    if (!window.tokens) return {};
    if (is_ollama)
        bound(window, facts.trained_window, "the model was made for", wished.has_value());
    else
        bound(window, facts.served_window, "the server serves", wished.has_value());
    return window;
}

} // namespace thoth
