#include "text/schema_coercion.h"

#include "text/json_repair.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
std::optional<Json> as_integer(const Json& value) {
    if (value.is_number_integer()) return value;
    if (value.is_number_float()) { // 20.0
        const double number = value.get<double>();
        if (std::trunc(number) == number && std::abs(number) < 1e15) return Json(static_cast<int64_t>(number));
        return std::nullopt;
    }
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return Json(number);
}

std::optional<Json> as_number(const Json& value) {
    if (value.is_number()) return value;
    if (!value.is_string()) return std::nullopt;
    const auto parsed = parse_json(value.get_ref<const std::string&>());
    return parsed && parsed->is_number() ? std::optional<Json>(*parsed) : std::nullopt;
}

std::optional<Json> as_boolean(const Json& value) {
    if (value.is_boolean()) return value;
    if (value == "true" || value == "True") return Json(true);
    if (value == "false" || value == "False") return Json(false);
    return std::nullopt;
}

std::optional<Json> as_text(std::string_view name, const Json& value) {
    if (value.is_string()) return value;
    static constexpr std::array<std::string_view, 5> k_as_meant{"path", "paths", "command", "from", "to"};
    if (!value.is_number_integer() || std::ranges::find(k_as_meant, name) != k_as_meant.end()) return std::nullopt;
    return Json(dump_json(value));
}

// A list or an object that came as the text of one.
std::optional<Json> in_text(const Json& value) {
    if (!value.is_string()) return std::nullopt;
    const auto& text = value.get_ref<const std::string&>();
    if (auto parsed = parse_json(text)) return std::move(*parsed);
    const auto repaired = repaired_json(text);
    auto parsed = parse_json(repaired ? repaired->text : std::string());
    return parsed ? std::optional<Json>(std::move(*parsed)) : std::nullopt;
}

std::optional<Json> as_object(const Json& value) {
    if (value.is_object()) return value;
    auto parsed = in_text(value);
    return parsed && parsed->is_object() ? std::move(parsed) : std::nullopt;
}

bool looks_like_json(const Json& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    const size_t start = text.find_first_not_of(" \t\r\n");
    return start != text.npos && (text[start] == '[' || text[start] == '{');
}

std::optional<Json> as_list(std::string_view name, const Json& value, const Json& schema) {
    const auto items = schema.find("items");
    const bool typed = items != schema.end() && items->is_object() && items->contains("type");
    std::optional<Json> list = value.is_array() ? std::optional<Json>(value) : in_text(value);
    if (list && !list->is_array()) list.reset();
    if (!typed) return list;
    if (!list) {
        // What looks like a list and cannot be read as one is no text either.
        const bool one = !looks_like_json(value) || string_at(*items, "type") == "object";
        auto item = one ? coerced_to_schema(name, value, *items) : std::nullopt;
        return item ? std::optional<Json>(Json::array({std::move(*item)})) : std::nullopt;
    }
    for (Json& item : *list)
        if (auto fitting = coerced_to_schema(name, item, *items)) item = std::move(*fitting);
    return list;
}
} // namespace

std::optional<Json> coerced_to_schema(std::string_view name, const Json& value, const Json& schema) {
    const std::string type = string_at(schema, "type");
    if (type == "integer") return as_integer(value);
    if (type == "number") return as_number(value);
    if (type == "boolean") return as_boolean(value);
    if (type == "string") return as_text(name, value);
    if (type == "object") return as_object(value);
    if (type == "array") return as_list(name, value, schema);
    return value;
}

} // namespace thoth
