#include "model/text_calls/found_calls.h"

#include "model/wire_json.h"
#include "text/json_repair.h"
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::array<std::string_view, 3> k_name_keys{"name", "tool", "function"};
constexpr std::array<std::string_view, 4> k_argument_keys{"arguments", "parameters", "args", "input"};
constexpr size_t k_most_shown = 60; // characters of an unknown name

bool is_one_of(const auto& keys, std::string_view key) {
    return std::ranges::find(keys, key) != keys.end();
}

const Json* first_of(const auto& keys, const Json& object) {
    for (const std::string_view key : keys)
        if (const Json* value = member(object, key)) return value;
    return nullptr;
}

bool has_keys_of_a_call_only(const Json& object) {
    const bool named = first_of(k_name_keys, object) && first_of(k_argument_keys, object);
    return named && std::ranges::all_of(object.items(), [](const auto& item) {
               return is_one_of(k_name_keys, item.key()) || is_one_of(k_argument_keys, item.key()) ||
                      item.key() == "id" || (item.key() == "type" && item.value() == "function");
           });
}

bool is_name_alone(const Json& object) {
    return std::ranges::all_of(object.items(), [](const auto& item) {
        return is_one_of(k_name_keys, item.key()) || item.key() == "id" || item.key() == "type";
    });
}

// An object that came as text is unwrapped once.
Json unwrapped(const Json& arguments) {
    if (!arguments.is_string()) return arguments;
    const auto& text = arguments.get_ref<const std::string&>();
    auto inner = parse_json(text.empty() ? "{}" : text);
    if (!inner) return arguments;
    return std::move(*inner);
}

Result<Json> parsed(std::string_view text) {
    if (auto value = parse_wire_json(text)) return value;
    const auto repaired = repaired_json(text);
    return parse_json(repaired ? repaired->text : std::string());
}
} // namespace

const ToolSpec* FoundCalls::tool(std::string_view name) {
    const ToolSpec* found = m_offered.find(name);
    if (!found && m_unknown.empty()) m_unknown = first_code_points(name, k_most_shown);
    return found;
}

bool FoundCalls::add(std::string_view name, Json arguments, std::string_view id) {
    const ToolSpec* known = tool(name);
    if (!known || !arguments.is_object() || m_calls.size() >= k_max_calls) return false;
    m_calls.push_back({std::string(id), known->name, dump_json(fitted_arguments(*known, std::move(arguments)))});
    return true;
}

bool FoundCalls::add_with_json(std::string_view name, std::string_view arguments) {
    auto value = parsed(arguments);
    return value && add(name, std::move(*value));
}

bool FoundCalls::add_json(std::string_view json, Keys keys) {
    const auto value = parsed(json);
    if (!value) return false;
    if (!value->is_array()) return add_value(*value, keys);
    return !value->empty() && std::ranges::all_of(*value, [&](const Json& item) { return add_value(item, keys); });
}

bool FoundCalls::add_value(const Json& value, Keys keys) {
    if (!value.is_object()) return false;
    if (const Json* function = member(value, "function"); function && function->is_object())
        return add_value(*function, keys); // the form of the API itself
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
