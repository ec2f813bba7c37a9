#include "model/model_choice.h"

#include "model/ascii.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_most_listed = 15;

bool can_chat(const ModelInfo& model) {
    static constexpr std::array<std::string_view, 8> k_other_uses{"embed",      "whisper", "tts",   "dall-e",
                                                                  "moderation", "rerank",  "audio", "image"};
    const std::string id = lower(model.id);
    return std::ranges::none_of(k_other_uses, [&](std::string_view use) { return id.find(use) != id.npos; });
}

std::string listed(std::span<const std::string> ids) {
    const size_t shown = std::min(ids.size(), k_most_listed);
    std::string list = fmt::format("{}", fmt::join(ids.first(shown), ", "));
    if (shown < ids.size()) list += fmt::format(" and {} more", ids.size() - shown);
    return list;
}
} // namespace

Result<ModelChoice> choose_model(std::span<const ModelInfo> models, ServerPlace place) {
    std::vector<std::string> usable;
    for (const ModelInfo& model : models)
        if (can_chat(model)) usable.push_back(model.id);
    if (usable.empty())
        return fail(Errc::not_found, "the server has no model that can chat",
                    place == ServerPlace::local ? "fetch one, for example with `ollama pull`, or name one with -m"
                                                : "name one with -m");
    if (usable.size() == 1) return ModelChoice{usable.front(), {}};
    if (place == ServerPlace::local)
        return ModelChoice{usable.front(), fmt::format("using {}, the first of {} models; -m chooses another",
                                                       usable.front(), usable.size())};
    return fail(Errc::invalid_argument, fmt::format("the server has {} models: {}", usable.size(), listed(usable)),
                "say which one with -m");
}

} // namespace thoth
