#include "model/overflow_wording.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>

namespace thoth {

namespace {
constexpr std::array<std::string_view, 32> k_phrases{
    "context_length_exceeded",
    "model_context_window_exceeded",
    "exceed_context_size_error",
    "maximum context length",
    "exceeds the context window",
    "prompt is too long",
    "exceed context limit",
    "exceeds the available context size",
    "context size has been exceeded",
    "max_tokens must be at least 1, got -",
    "longer than the model's context length",
    "greater than the context length",
    "cannot truncate prompt with n_keep",
    "when context the overflows",
    "exceeds the maximum number of tokens allowed",
    "reduce the length of the messages",
    "maximum prompt length is",
    "exceeded model token limit",
    "context window exceeds limit",
    "input is too long for requested model",
    "prompt token count of",
    "longer than the context length currently available",
    "input length exceeds the context length",
    "exceeds the context length",
    "exceeds context length",
    "context length exceeded",
    "exceeds the model's context",
    "exceeds the model's maximum context",
    "exceed context window of",
    "longer than the maximum model length",
    "`max_new_tokens` must be <=",
    "range of input length should be",
};

// A figure stands directly between two pieces of text.
struct Place {
    std::string_view before;
    std::string_view after;
};
constexpr std::array<Place, 18> k_limits{{
    {"maximum context length is ", ""},
    {"maximum context length of ", ""},
    {"available context size (", " tokens)"},
    {"n_ctx: ", ""},
    {"tokens > ", " maximum"},
    {"maximum number of tokens allowed (", ""},
    {"model's context length (", ""},
    {"too large for model with ", " maximum context"},
    {"maximum prompt length is ", ""},
    {"exceeded model token limit: ", ""},
    {"exceeds the limit of ", ""},
    {"context length of ", ""},
    {"context length of only ", ""},
    {"n_ctx (", ")"},
    {"exceed context window of ", ""},
    {"maximum model length of ", ""},
    {"`max_new_tokens` must be <= ", ""},
    {" > ", ""},
}};
constexpr std::array<Place, 17> k_prompts{{
    {"your messages resulted in ", ""},
    {"request (", " tokens)"},
    {"prompt is too long: ", " tokens"},
    {"your prompt contains at least ", ""},
    {"your prompt contains ", ""},
    {"requested a total of ", ""},
    {"the input (", " tokens)"},
    {"n_keep: ", ""},
    {"input token count (", ")"},
    {"requested about ", " tokens"},
    {"prompt contains ", " tokens"},
    {"(requested: ", ")"},
    {"prompt token count of ", ""},
    {"you requested ", " tokens"},
    {"keep the first ", " tokens"},
    {"n_keep (", ")"},
    {"exceed context limit: ", " +"},
}};

// "128000" or "128,000" at the start of `text`; `text` moves behind it.
std::optional<int64_t> take_number(std::string_view& text) {
    std::string digits;
    size_t at = 0;
    for (; at < text.size() && digits.size() < 12; ++at) {
        if (text[at] >= '0' && text[at] <= '9')
            digits += text[at];
        else if (text[at] != ',' || digits.empty() || at + 1 >= text.size() || text[at + 1] < '0' ||
                 text[at + 1] > '9')
            break;
    }
    int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc{}) return {};
    text.remove_prefix(at);
    return number;
}

std::optional<int64_t> figure_at(std::string_view said, const Place& place) {
    for (size_t at = said.find(place.before); at != said.npos; at = said.find(place.before, at + 1)) {
        std::string_view rest = said.substr(at + place.before.size());
        const auto number = take_number(rest);
        if (number && rest.starts_with(place.after)) return number;
    }
    return {};
}

std::optional<int64_t> first_figure(std::string_view said, std::span<const Place> places) {
    for (const Place& place : places)
        if (const auto number = figure_at(said, place)) return number;
    return {};
}
} // namespace

bool speaks_of_overflow(std::string_view said) {
    return std::ranges::any_of(k_phrases, [&](std::string_view phrase) { return said.find(phrase) != said.npos; });
}

OverflowFigures overflow_figures(std::string_view said) {
    return {first_figure(said, k_limits), first_figure(said, k_prompts)};
}

} // namespace thoth
