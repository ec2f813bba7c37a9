#include "model/message_origin.h"

#include "model/base_url.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
const char* name_of(WireApi api) {
    switch (api) {
    case WireApi::openai:
        return "openai";
    case WireApi::ollama:
        return "ollama";
    case WireApi::anthropic:
        return "anthropic";
    }
    return "";
}
} // namespace

std::string origin_of(const ModelEndpoint& endpoint, WireApi api) {
    return fmt::format("{} {} {}", name_of(api), host_of(endpoint.base_url), endpoint.model);
}

void mark_origin(AssistantMessage& message, std::string origin) {
    const bool is_private =
        !message.thinking.field.empty() || !message.provider_blocks.empty() ||
        std::ranges::any_of(message.calls, [](const ToolCall& call) { return !call.extra.empty(); });
    if (is_private) message.origin = std::move(origin);
}

bool is_foreign(const AssistantMessage& message, std::string_view origin) {
    return !message.origin.empty() && message.origin != origin;
}

AssistantMessage without_private_parts(AssistantMessage message) {
    message.thinking = {};
    message.provider_blocks.clear();
    for (ToolCall& call : message.calls)
        call.extra.clear();
    return message;
}

} // namespace thoth
