#include "model/text_calls/forms.h"
#include "model/text_calls/python_call.h"

#include <nlohmann/json.hpp>

// Calls with nothing that marks them as such: a JSON object or a call as Python writes it.

namespace thoth {

namespace {
bool read_json_call(TextCursor& text, FoundCalls& found) {
    if (!may_begin_call(text.rest())) return false;
    const auto json = text.json_value();
    return json && found.add_json(*json, FoundCalls::Keys::of_a_call_only);
}

bool read_named_call(TextCursor& text, FoundCalls& found) {
    std::string_view name;
    Json arguments;
    if (!read_python_call(text, name, arguments)) return false;
    constexpr std::string_view k_method = ".call"; // N.call(k="v")
    if (name.ends_with(k_method)) name.remove_suffix(k_method.size());
    return found.add(name, std::move(arguments));
}

// [f(a="x"), g()]
bool read_list_of_named_calls(TextCursor& text, FoundCalls& found) {
    if (!text.skip("[")) return false;
    do {
        text.skip_space();
        if (!read_named_call(text, found)) return false;
        text.skip_space();
    } while (text.skip(","));
    return text.skip("]");
}

bool read_list(TextCursor& text, FoundCalls& found) {
    const size_t first = text.rest().find_first_not_of(" \t\r\n", 1);
    if (first == text.rest().npos) return text.ran_out();
    return text.rest()[first] == '{' ? read_json_call(text, found) : read_list_of_named_calls(text, found);
}

bool read_one(TextCursor& text, FoundCalls& found) {
    text.skip_space();
    if (text.at_end()) return text.ran_out();
    switch (text.rest().front()) {
    case '{':
        return read_json_call(text, found);
    case '[':
        return read_list(text, found);
    default:
        return read_named_call(text, found);
    }
}
} // namespace

bool read_bare_calls(TextCursor& text, FoundCalls& found) {
    text.skip("<|python_tag|>");
    bool more = true;
    while (more) {
        if (!read_one(text, found)) return false;
        text.skip_space();
        more = text.skip(";") || text.rest().starts_with('{');
    }
    return true;
}

bool read_fenced_calls(TextCursor& text, FoundCalls& found) {
    const bool json = text.skip("```json\n");
    if (!json && !text.skip("```tool_code\n")) return false;
    bool more = true;
    while (more) {
        text.skip_space();
        if (text.at_end()) return text.ran_out();
        if (!(json ? read_json_call(text, found) : read_named_call(text, found))) return false;
        text.skip_space();
        if (text.at_end()) return text.ran_out();
        more = !text.rest().starts_with('`');
    }
    return text.skip("```");
}

} // namespace thoth
