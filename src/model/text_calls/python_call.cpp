#include "model/text_calls/python_call.h"

#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr int k_max_depth = 50;

// Reads "\n", "\x41", "\u0041" ...; what Python does not know stays as it is.
void append_escape(std::string& out, TextCursor& text) {
    const char c = text.rest()[1];
    constexpr std::string_view k_letters = "ntr\\'\"";
    constexpr std::string_view k_meaning = "\n\t\r\\'\"";
    if (const size_t known = k_letters.find(c); known != k_letters.npos) {
        out += k_meaning[known];
        return text.drop(2);
    }
    const size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (digits > 0 && text.rest().size() >= 2 + digits) {
        uint32_t code = 0;
        const char* start = text.rest().data() + 2;
        const auto [end, error] = std::from_chars(start, start + digits, code, 16);
        if (error == std::errc{} && end == start + digits) {
            append_utf8(out, code);
            return text.drop(2 + digits);
        }
    }
    if (c != '\n') out.append(text.rest(), 0, 2); // a line that goes on
    text.drop(2);
}

bool read_string(TextCursor& text, std::string& out) {
    const char quote = text.rest().front();
    const std::string triple(3, quote);
    const bool is_long = text.rest().starts_with(triple);
    const std::string_view close = is_long ? std::string_view(triple) : std::string_view(triple).substr(2);
    text.drop(close.size());
    while (!text.rest().starts_with(close)) {
        if (text.at_end()) return text.ran_out();
        const char c = text.rest().front();
        if (c == '\\' && text.rest().size() > 1) {
            append_escape(out, text);
            continue;
        }
        if (c == '\n' && !is_long) return false;
        out += c;
        text.drop(1);
    }
    text.drop(close.size());
    return true;
}

bool read_word(TextCursor& text, Json& value) {
    const std::string_view rest = text.rest();
    const size_t end = std::min(rest.find_first_of(" \t\r\n,)]}:"), rest.size());
    const std::string_view word = rest.substr(0, end);
    if (end == rest.size()) return text.ran_out();
    text.drop(end);
    auto constant = parse_json(word == "True"    ? "true"
                               : word == "False" ? "false"
                               : word == "None"  ? "null"
                                                 : word);
    if (!constant) return false;
    value = std::move(*constant);
    return true;
}

// What stands between commas up to `close`; a comma may stand before it, too.
bool read_items(TextCursor& text, char close, auto read_item) {
    const std::string_view end(&close, 1);
    text.drop(1);
    for (text.skip_space(); !text.skip(end); text.skip_space()) {
        if (text.at_end()) return text.ran_out();
        if (!read_item()) return false;
        text.skip_space();
        if (text.at_end()) return text.ran_out();
        if (!text.rest().starts_with(end) && !text.skip(",")) return false;
    }
    return true;
}
} // namespace

bool read_python_value(TextCursor& text, Json& value, int depth) {
    text.skip_space();
    if (text.at_end()) return text.ran_out();
    if (depth > k_max_depth) return false;
    switch (text.rest().front()) {
    case '"':
    case '\'': {
        std::string read;
        if (!read_string(text, read)) return false;
        value = to_valid_utf8(read);
        return true;
    }
    case '[':
        value = Json::array();
        return read_items(text, ']', [&] {
            Json item;
            if (!read_python_value(text, item, depth + 1)) return false;
            value.push_back(std::move(item));
            return true;
        });
    case '{':
        value = Json::object();
        return read_items(text, '}', [&] {
            Json key;
            Json item;
            if (!read_python_value(text, key, depth + 1) || !key.is_string()) return false;
            text.skip_space();
            if (!text.skip(":") || !read_python_value(text, item, depth + 1)) return false;
            const auto& name = key.get_ref<const std::string&>();
            if (value.contains(name)) return false;
            value[name] = std::move(item);
            return true;
        });
    default:
        return read_word(text, value);
    }
}

bool read_python_call(TextCursor& text, std::string_view& name, Json& arguments) {
    name = text.name();
    if (name.empty() || text.at_end() || !text.rest().starts_with('(')) return false;
    arguments = Json::object();
    return read_items(text, ')', [&] {
        const std::string key(text.name());
        text.skip_space();
        Json value;
        if (key.empty() || arguments.contains(key) || !text.skip("=") || !read_python_value(text, value))
            return false;
        arguments[key] = std::move(value);
        return true;
    });
}

} // namespace thoth
