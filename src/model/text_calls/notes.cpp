#include "model/text_calls/notes.h"

#include <fmt/format.h>

namespace thoth {

std::string note_of_text_calls() {
    return "the server passed a tool call on as text, and it was read there: its own parser seems to be off. "
           "llama-server wants --jinja and the model's own template, vLLM --enable-auto-tool-choice and "
           "--tool-call-parser";
}

std::string note_of_unread_call(std::string_view tool) {
    return fmt::format("the reply holds what looks like a call of {} written as text; it was not run. "
                       "text_tool_calls = \"all\" in the profile has such calls read",
                       tool);
}

std::string note_of_doubt(CallDoubt doubt, std::string_view unknown) {
    constexpr std::string_view k_seen =
        "the reply holds what looks like a tool call written as text; it was not run, ";
    switch (doubt) {
    case CallDoubt::unknown_tool:
        return fmt::format("{}since there is no tool \"{}\"", k_seen, unknown);
    case CallDoubt::text_follows:
        return fmt::format("{}since more text follows it, as behind an example", k_seen);
    case CallDoubt::too_long:
        return fmt::format("{}since it is longer than {} KiB", k_seen, TextCallFilter::k_max_held >> 10);
    case CallDoubt::unreadable:
    case CallDoubt::none:
        break;
    }
    return fmt::format("{}since it cannot be read as a whole", k_seen);
}

} // namespace thoth
