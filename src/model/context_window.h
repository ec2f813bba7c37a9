#pragma once
#include "model/model_facts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// How many tokens a request and its reply may fill, and who says so.
struct ContextWindow {
    std::optional<int> tokens; // nothing: nobody said
    std::string origin;        // "the profile", "llama-server", "a list of known models" ...; empty: nobody said
    std::vector<std::string> notes; // where what was wished for is not what holds
    bool operator==(const ContextWindow&) const = default;
};

// Tokens of a conversation with Ollama when nobody says more or less. Its own default depends on the
// memory of the graphics card and is 4,096 on small ones, too few for an agent.
inline constexpr int k_ollama_window = 32'768;

// The user's word first, then the server's, then what is known of the model by its name (of hosted
// servers only: what is served locally depends on how it was started). What the server serves, or what the
// model was made for, is an upper bound for each of them. `wished`: what the settings say.
ContextWindow choose_window(std::optional<int> wished, const ModelFacts& facts, const ModelEndpoint& endpoint,
                            bool is_ollama);

// The window of a hosted model by its name, from the model pages of the vendors.
std::optional<int> known_window(std::string_view model);

} // namespace thoth
