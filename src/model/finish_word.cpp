#include "model/finish_word.h"

#include "model/ascii.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
struct Word {
    std::string_view word;
    Finish finish;
};

constexpr std::array<Word, 33> k_words{{
    {"stop", Finish::stop},
    {"end", Finish::stop},
    {"eos", Finish::stop},
    {"end_turn", Finish::stop},
    {"stop_sequence", Finish::stop},
    {"tool_calls", Finish::tool_calls},
    {"tool_call", Finish::tool_calls},
    {"tool_use", Finish::tool_calls},
    {"function_call", Finish::tool_calls},
    {"length", Finish::length},
    {"max_tokens", Finish::length},
    {"max_output_tokens", Finish::length},
    {"model_length", Finish::length},
    {"content_filter", Finish::content_filter},
    {"safety", Finish::content_filter},
    {"recitation", Finish::content_filter},
    {"blocklist", Finish::content_filter},
    {"prohibited_content", Finish::content_filter},
    {"refusal", Finish::refusal},
    {"pause_turn", Finish::pause},
    {"model_context_window_exceeded", Finish::context_overflow},
    {"error", Finish::error},
    {"network_error", Finish::error},
    {"insufficient_system_resource", Finish::error},
    {"malformed_function_call", Finish::error},
    {"abort", Finish::error},
    {"aborted", Finish::error},
    {"cancelled", Finish::error},
    {"canceled", Finish::error},
    {"timeout", Finish::error},
    {"load", Finish::error}, // Ollama loaded or unloaded a model and said nothing
    {"unload", Finish::error},
    {"interrupted", Finish::error},
}};
} // namespace

std::optional<Finish> finish_of_word(std::string_view word) {
    const std::string plain = lower(trim(word));
    const auto found = std::ranges::find(k_words, plain, &Word::word);
    return found == k_words.end() ? std::nullopt : std::optional(found->finish);
}

} // namespace thoth
