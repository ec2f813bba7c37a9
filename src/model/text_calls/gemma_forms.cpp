#include "model/text_calls/forms.h"
#include "text/unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>

// <start_function_call>call:N{key:<escape>text<escape>,other:3}<end_function_call>, and the same with
// other tokens. Keys have no quotes; texts stand between two marks.

namespace thoth {

namespace {
constexpr int k_max_depth = 50;

struct Tokens {
    std::string_view open;
    std::string_view close;
    std::string_view quote;
};

bool read_value(TextCursor& text, const Tokens& tokens, Json& value, int depth);

// key:value, ... up to "}".
bool read_members(TextCursor& text, const Tokens& tokens, Json& object, int depth) {
    object = Json::object();
    for (text.skip_space(); !text.skip("}"); text.skip_space()) {
        std::string_view key;
        if (text.skip(tokens.quote)) {
            const auto quoted = text.until(tokens.quote);
            if (!quoted || !text.skip(":")) return false;
            key = *quoted;
        } else {
            const auto plain = text.until(":");
            if (!plain) return false;
            key = *plain;
        }
        Json value;
        if (key.empty() || object.contains(key) || !read_value(text, tokens, value, depth)) return false;
        object[std::string(key)] = std::move(value);
        text.skip_space();
        if (!text.skip(",") && !text.rest().starts_with('}')) return false;
    }
    return true;
}

bool read_list(TextCursor& text, const Tokens& tokens, Json& list, int depth) {
    list = Json::array();
    for (text.skip_space(); !text.skip("]"); text.skip_space()) {
        Json value;
        if (!read_value(text, tokens, value, depth)) return false;
        list.push_back(std::move(value));
        text.skip_space();
        if (!text.skip(",") && !text.rest().starts_with(']')) return false;
    }
    return true;
}

bool read_value(TextCursor& text, const Tokens& tokens, Json& value, int depth) {
    if (depth > k_max_depth) return false;
    text.skip_space();
    if (text.skip(tokens.quote)) {
        const auto quoted = text.until(tokens.quote);
        if (!quoted) return false;
        value = to_valid_utf8(*quoted);
        return true;
    }
    if (text.skip("{")) return read_members(text, tokens, value, depth + 1);
    if (text.skip("[")) return read_list(text, tokens, value, depth + 1);
    const size_t end = text.rest().find_first_of(",}]");
    if (end == text.rest().npos) return text.ran_out();
    auto constant = parse_json(text.rest().substr(0, end));
    if (!constant) return false;
    text.drop(end);
    value = std::move(*constant);
    return true;
}

bool read_calls(TextCursor& text, FoundCalls& found, const Tokens& tokens) {
    if (!text.skip(tokens.open)) return false;
    do {
        if (!text.skip("call:")) return false;
        const auto name = text.until("{");
        Json arguments;
        if (!name || !found.tool(*name) || !read_members(text, tokens, arguments, 0)) return false;
        if (!text.skip(tokens.close) || !found.add(*name, std::move(arguments))) return false;
        text.skip_space();
    } while (text.skip(tokens.open));
    return true;
}
} // namespace

bool read_function_gemma_calls(TextCursor& text, FoundCalls& found) {
    return read_calls(text, found, {"<start_function_call>", "<end_function_call>", "<escape>"});
}

bool read_gemma4_calls(TextCursor& text, FoundCalls& found) {
    return read_calls(text, found, {"<|tool_call>", "<tool_call|>", "<|\"|>"});
}

} // namespace thoth
