#include "model/text_calls/found_calls.h"

#include "model/text_calls/text_cursor.h"
#include "model/wire_json.h"
#include "text/json_repair.h"
#include "text/repeated_keys.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace thoth {

namespace {
constexpr std::array<std::string_view, 3> k_name_keys{"name", "tool", "function"};
constexpr std::array<std::string_view, 4> k_argument_keys{"arguments", "parameters", "args", "input"};
constexpr size_t k_most_shown = 60; // characters of an unknown name

bool is_one_of(const auto& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

// How many of `keys` the object has. Two spellings of one thing leave open which is meant.
auto count_of(const auto& keys, const Json& object) {
    return std::ranges::count_if(keys, [&](std::string_view key) { return object.contains(key); });
}

const Json* first_of(const auto& keys, const Json& object) {
    for (const std::string_view key : keys)
        if (const Json* value = member(object, key)) return value;
    return nullptr;
}

bool belongs_to_any_call(std::string_view key, const Json& value) {
    return key == "id" || (key == "type" && value == "function");
}

bool has_keys_of_a_call_only(const Json& object) {
    const bool named = first_of(k_name_keys, object) && first_of(k_argument_keys, object);
    return named && std::ranges::all_of(object.items(), [](const auto& item) {
               return is_one_of(k_name_keys, item.key()) || is_one_of(k_argument_keys, item.key()) ||
                      belongs_to_any_call(item.key(), item.value());
           });
}

// {"type": "function", "function": {...}}: the form of the API itself.
bool wraps_a_function_only(const Json& object) {
    return std::ranges::all_of(object.items(), [](const auto& item) {
        return item.key() == "function" || belongs_to_any_call(item.key(), item.value());
    });
}

bool is_name_alone(const Json& object) {
    return std::ranges::all_of(object.items(), [](const auto& item) {
        return is_one_of(k_name_keys, item.key()) || item.key() == "id" || item.key() == "type";
    });
}

struct Parsed {
    Json value;
    bool repaired = false; // the text is no strict JSON
};

// Nothing where a key comes twice, too.
std::optional<Parsed> parsed(std::string_view text) {
    const auto repaired = repaired_json(text);
    const std::string_view strict = repaired ? repaired->text : text;
    auto value = parse_json(strict);
    if (!value || repeats_a_key(strict)) return std::nullopt;
    return Parsed{std::move(*value), repaired.has_value()};
}

// An object that came as text is unwrapped once.
Json unwrapped(const Json& arguments) {
    if (!arguments.is_string()) return arguments;
    const auto& text = arguments.get_ref<const std::string&>();
    if (text.empty()) return Json::object();
    const auto inner = parse_json(text);
    return inner && !repeats_a_key(text) ? *inner : arguments;
}

// The object in `text` that became the arguments of `call`, where they stand under a key of their own; it
// is taken off `text` with all before it.
std::optional<std::string_view> written_arguments(std::string_view& text, const TextCall& call,
                                                  const ToolSpec& tool) {
    for (size_t at = text.find(':'); at != text.npos; at = text.find(':', at + 1)) {
        const size_t last = text.substr(0, at).find_last_not_of(" \t\r\n\"'");
        const std::string_view before = text.substr(0, last == text.npos ? 0 : last + 1);
        if (!std::ranges::any_of(k_argument_keys, [&](std::string_view key) { return before.ends_with(key); }))
            continue;
        TextCursor cursor(text.substr(at + 1), true);
        cursor.skip_space();
        const auto written = cursor.json_object();
        const auto read = written ? parsed(*written) : std::nullopt;
        if (!read || dump_json(fitted_arguments(tool, read->value)) != call.arguments) continue;
        text = cursor.rest();
        return written;
    }
    return std::nullopt;
}
} // namespace

const ToolSpec* FoundCalls::tool(std::string_view name) {
    const ToolSpec* found = m_offered.find(name);
    if (!found && m_unknown.empty()) m_unknown = first_code_points(name, k_most_shown);
    return found;
}

bool FoundCalls::add(std::string_view name, Json arguments, std::string_view id) {
    const ToolSpec* known = tool(name);
    return known && arguments.is_object() &&
           push(*known, dump_json(fitted_arguments(*known, std::move(arguments))), id);
}

bool FoundCalls::push(const ToolSpec& tool, std::string arguments, std::string_view id) {
    if (m_calls.size() >= k_max_calls) return false;
    m_calls.push_back({std::string(id), tool.name, std::move(arguments)});
    return true;
}

bool FoundCalls::add_with_json(std::string_view name, std::string_view arguments) {
    const auto read = parsed(arguments);
    if (!read || !add(name, read->value)) return false;
    if (read->repaired) m_calls.back().arguments = arguments;
    return true;
}

bool FoundCalls::add_unreadable(const ToolSpec& tool, std::string_view why, std::string_view written) {
    return push(tool, fmt::format("unreadable, since {}: {}", why, written)); // never JSON, whatever was written
}

bool FoundCalls::add_json(std::string_view json, Keys keys) {
    const auto read = parsed(json);
    if (!read) return false;
    const size_t before = m_calls.size();
    const Json& value = read->value;
    const bool added =
        value.is_array()
            ? !value.empty() && std::ranges::all_of(value, [&](const Json& item) { return add_value(item, keys); })
            : add_value(value, keys);
    if (!added || !read->repaired) return added;
    // Arguments stay as they were written, so that who runs the calls puts them right and tells the model.
    for (TextCall& call : std::span(m_calls).subspan(before)) {
        const auto written = written_arguments(json, call, *m_offered.find(call.name));
        if (!written) break;
        if (!is_json(*written)) call.arguments = *written;
    }
    return true;
}

bool FoundCalls::add_value(const Json& value, Keys keys) {
    if (!value.is_object()) return false;
    if (const Json* function = member(value, "function"); function && function->is_object())
        return wraps_a_function_only(value) && add_value(*function, keys);
    if (count_of(k_name_keys, value) != 1 || count_of(k_argument_keys, value) > 1) return false;
    if (keys == Keys::of_a_call_only && !has_keys_of_a_call_only(value)) return false;
    const Json* name = first_of(k_name_keys, value);
    if (!name || !name->is_string()) return false;
    const Json* arguments = first_of(k_argument_keys, value);
    // Arguments under keys of their own would be lost.
    if (!arguments && !is_name_alone(value)) return false;
    return add(name->get_ref<const std::string&>(), arguments ? unwrapped(*arguments) : Json::object(),
               string_at(value, "id"));
}

bool may_begin_call(std::string_view json) {
    const size_t start = json.find('"');
    if (start == json.npos) return json.size() < 64; // keys are quoted, and the first is near
    const size_t end = json.find('"', start + 1);
    if (end == json.npos) return json.size() - start < 64;
    const std::string_view key = json.substr(start + 1, end - start - 1);
    return is_one_of(k_name_keys, key) || is_one_of(k_argument_keys, key) || key == "type" || key == "id";
}

} // namespace thoth
