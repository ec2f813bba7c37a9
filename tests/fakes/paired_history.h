#pragma once
#include "protocol/message.h"

#include <span>

namespace thoth {

// What every model server demands: directly after an assistant message stand the results of
// its calls, one each, in their order, and results stand nowhere else.
inline bool is_paired(std::span<const Message> history) {
    size_t i = 0;
    while (i < history.size()) {
        if (std::holds_alternative<ToolResult>(history[i])) return false;
        const auto* assistant = std::get_if<AssistantMessage>(&history[i++]);
        if (!assistant) continue;
        for (const auto& call : assistant->calls) {
            const auto* result = i < history.size() ? std::get_if<ToolResult>(&history[i++]) : nullptr;
            if (!result || result->call_id != call.id) return false;
        }
    }
    return true;
}

} // namespace thoth
