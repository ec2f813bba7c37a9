#include "model/ascii.h"
#include "model/text_calls/forms.h"

// Calls between tokens that templates write without line breaks.

namespace thoth {

namespace {
// A JSON object of arguments for the tool `name`.
bool read_arguments(TextCursor& text, FoundCalls& found, std::string_view name) {
    text.skip_space();
    const auto json = text.json_value();
    return json && found.add_with_json(name, *json);
}

bool read_mistral_call(TextCursor& text, FoundCalls& found) {
    text.skip_space();
    if (text.rest().starts_with('[') || text.rest().starts_with('{')) {
        const auto json = text.json_value();
        return json && found.add_json(*json, FoundCalls::Keys::any);
    }
    const std::string_view name = text.name();
    if (text.at_end()) return text.ran_out();
    if (name.empty() || !found.tool(name)) return false;
    if (text.skip("[CALL_ID]")) text.name();
    text.skip("[ARGS]");
    return read_arguments(text, found, name);
}

bool read_deepseek_call(TextCursor& text, FoundCalls& found) {
    constexpr std::string_view k_separator = "<｜tool▁sep｜>";
    auto name = text.until(k_separator);
    if (!name) return false;
    if (trim(*name) == "function") { // the older form: the name stands behind, the object in a fence
        name = text.until("\n");
        if (!name) return false;
        text.skip_space();
        text.skip("```json");
    }
    if (!read_arguments(text, found, trim(*name))) return false;
    text.skip_space();
    text.skip("```");
    text.skip_space();
    return text.skip("<｜tool▁call▁end｜>");
}

bool read_kimi_call(TextCursor& text, FoundCalls& found) {
    const auto id = text.until("<|tool_call_argument_begin|>"); // functions.NAME:NUMBER
    if (!id) return false;
    const std::string_view name = trim(*id);
    if (!read_arguments(text, found, name.substr(0, name.rfind(':')))) return false;
    text.skip_space();
    return text.skip("<|tool_call_end|>");
}
} // namespace

bool read_mistral_calls(TextCursor& text, FoundCalls& found) {
    if (!text.skip("[TOOL_CALLS]")) return false;
    do {
        if (!read_mistral_call(text, found)) return false;
        text.skip_space();
    } while (text.skip("[TOOL_CALLS]"));
    return true;
}

bool read_deepseek_calls(TextCursor& text, FoundCalls& found) {
    text.skip("<｜tool▁calls▁begin｜>");
    text.skip_space();
    if (!text.skip("<｜tool▁call▁begin｜>")) return false;
    do {
        if (!read_deepseek_call(text, found)) return false;
        text.skip_space();
    } while (text.skip("<｜tool▁call▁begin｜>"));
    text.skip("<｜tool▁calls▁end｜>");
    return true;
}

bool read_kimi_calls(TextCursor& text, FoundCalls& found) {
    if (!text.skip("<|tool_calls_section_begin|>")) return false;
    text.skip_space();
    if (!text.skip("<|tool_call_begin|>")) return false;
    do {
        if (!read_kimi_call(text, found)) return false;
        text.skip_space();
    } while (text.skip("<|tool_call_begin|>"));
    text.skip("<|tool_calls_section_end|>");
    return true;
}

} // namespace thoth
