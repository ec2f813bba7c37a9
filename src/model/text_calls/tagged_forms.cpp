#include "model/ascii.h"
#include "model/text_calls/forms.h"

#include <nlohmann/json.hpp>

// Calls between tags:
//   <tool_call>{"name": N, "arguments": {...}}</tool_call>
//   <tool_call><function=N><parameter=K>value</parameter></function></tool_call>
//   <tool_call>N<arg_key>K</arg_key><arg_value>value</arg_value></tool_call>

namespace thoth {

namespace {
constexpr std::string_view k_close = "</tool_call>";

// Exactly one line break at each end belongs to the markup.
std::string_view without_outer_breaks(std::string_view value) {
    if (value.starts_with('\n')) value.remove_prefix(1);
    if (value.ends_with('\n')) value.remove_suffix(1);
    return value;
}

// The value of a parameter ends where its closing tag is followed by what may follow it: a value may
// hold the closing tag itself.
std::optional<std::string_view> parameter_value(TextCursor& text) {
    constexpr std::string_view k_end = "</parameter>";
    const std::string_view whole = text.rest();
    size_t end = 0;
    while (text.until(k_end)) {
        end = whole.size() - text.rest().size() - k_end.size();
        TextCursor next = text;
        next.skip_space();
        if (next.skip("<parameter=") || next.skip("</function>")) return whole.substr(0, end);
        if (next.open()) {
            text.ran_out();
            return std::nullopt;
        }
    }
    return std::nullopt;
}

// Behind "<function=".
bool read_function(TextCursor& text, FoundCalls& found) {
    const auto name = text.until(">");
    if (!name) return false;
    const ToolSpec* tool = found.tool(trim(*name));
    if (!tool) return false;
    Json arguments = Json::object();
    for (text.skip_space(); !text.skip("</function>"); text.skip_space()) {
        if (!text.skip("<parameter=")) return false;
        const auto key = text.until(">");
        const auto value = key ? parameter_value(text) : std::nullopt;
        if (!value) return false;
        const std::string parameter(trim(*key));
        arguments[parameter] = value_of_raw_text(parameter_schema(*tool, parameter), without_outer_breaks(*value));
    }
    return found.add(tool->name, std::move(arguments));
}

// Behind "<tool_call>": the name, then keys and values in tags of their own.
bool read_keys_and_values(TextCursor& text, FoundCalls& found) {
    const std::string_view name = text.name();
    if (text.at_end()) return text.ran_out();
    const ToolSpec* tool = found.tool(name);
    if (!tool) return false;
    Json arguments = Json::object();
    for (text.skip_space(); !text.skip(k_close); text.skip_space()) {
        if (!text.skip("<arg_key>")) return false;
        const auto key = text.until("</arg_key>");
        if (!key) return false;
        text.skip_space();
        if (!text.skip("<arg_value>")) return false;
        const auto value = text.until("</arg_value>");
        if (!value) return false;
        const std::string parameter(trim(*key));
        arguments[parameter] = value_of_raw_text(parameter_schema(*tool, parameter), *value);
    }
    return found.add(tool->name, std::move(arguments));
}

// Behind "<tool_call>". The object is complete by itself, so that its closing tag may be missing at the
// very end.
bool read_json(TextCursor& text, FoundCalls& found) {
    const auto json = text.json_value();
    if (!json || !found.add_json(*json, FoundCalls::Keys::any)) return false;
    text.skip_space();
    return text.at_end() || text.skip(k_close);
}

bool read_one(TextCursor& text, FoundCalls& found) {
    const bool tagged = text.skip("<tool_call>");
    text.skip_space();
    if (text.skip("<function=")) {
        if (!read_function(text, found)) return false;
        text.skip_space();
        text.skip(k_close); // often there although the opening tag is not
        return true;
    }
    if (text.at_end()) return text.ran_out();
    if (!tagged) return false;
    const bool json = text.rest().starts_with('{') || text.rest().starts_with('[');
    return json ? read_json(text, found) : read_keys_and_values(text, found);
}
} // namespace

bool read_tagged_calls(TextCursor& text, FoundCalls& found) {
    do {
        if (!read_one(text, found)) return false;
        text.skip_space();
    } while (text.rest().starts_with("<tool_call>") || text.rest().starts_with("<function="));
    text.skip("<tool_call>"); // may have begun
    text.skip("<function=");
    return true;
}

} // namespace thoth
