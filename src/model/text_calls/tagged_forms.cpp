#include "model/ascii.h"
#include "model/text_calls/forms.h"

#include <fmt/format.h>
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

// What stands in tags of its own. A value may quote the tags, so that where a parameter comes twice nobody
// knows which of the two is meant.
class Arguments {
public:
    explicit Arguments(const ToolSpec& tool) : m_tool(tool) {}

    void add(std::string_view key, std::string_view value) {
        const std::string parameter(key);
        if (m_values.contains(parameter)) m_twice = parameter;
        m_values[parameter] = value_of_raw_text(parameter_schema(m_tool, parameter), value);
    }
    bool add_call(FoundCalls& found, std::string_view written) {
        if (!m_twice) return found.add(m_tool.name, std::move(m_values));
        return found.add_unreadable(m_tool, fmt::format("the parameter {} comes twice", *m_twice), trim(written));
    }

private:
    const ToolSpec& m_tool;
    Json m_values = Json::object();
    std::optional<std::string> m_twice;
};

// Behind "<function=".
bool read_function(TextCursor& text, FoundCalls& found) {
    const auto name = text.until(">");
    if (!name) return false;
    const ToolSpec* tool = found.tool(trim(*name));
    if (!tool) return false;
    const std::string_view written = text.rest();
    Arguments arguments(*tool);
    for (text.skip_space(); !text.skip("</function>"); text.skip_space()) {
        if (!text.skip("<parameter=")) return false;
        const auto key = text.until(">");
        const auto value = key ? parameter_value(text) : std::nullopt;
        if (!value) return false;
        arguments.add(trim(*key), without_outer_breaks(*value));
    }
    return arguments.add_call(found, written.substr(0, written.size() - text.rest().size()));
}

// Behind "<tool_call>": the name, then keys and values in tags of their own.
bool read_keys_and_values(TextCursor& text, FoundCalls& found) {
    const std::string_view name = text.name();
    if (text.at_end()) return text.ran_out();
    const ToolSpec* tool = found.tool(name);
    if (!tool) return false;
    const std::string_view written = text.rest();
    Arguments arguments(*tool);
    for (text.skip_space(); !text.skip(k_close); text.skip_space()) {
        if (!text.skip("<arg_key>")) return false;
        const auto key = text.until("</arg_key>");
        if (!key) return false;
        text.skip_space();
        if (!text.skip("<arg_value>")) return false;
        const auto value = text.until("</arg_value>");
        if (!value) return false;
        arguments.add(trim(*key), *value);
    }
    return arguments.add_call(found, written.substr(0, written.size() - text.rest().size()));
}

// Behind "<tool_call>". The object is complete by itself, so that its closing tag may be missing.
bool read_json(TextCursor& text, FoundCalls& found) {
    const auto json = text.json_value();
    if (!json || !found.add_json(*json, FoundCalls::Keys::any)) return false;
    text.skip_space();
    text.skip(k_close);
    return true;
}

bool read_one(TextCursor& text, FoundCalls& found) {
    bool tagged = false;
    for (; text.skip("<tool_call>"); text.skip_space()) // small models double it
        tagged = true;
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
