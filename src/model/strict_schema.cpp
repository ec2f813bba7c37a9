#include "model/strict_schema.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace thoth {

namespace {
constexpr int k_deepest = 5; // levels of objects and lists that servers take

std::optional<Json> strict_value(const Json& schema, int depth);

bool has_known_words_only(const Json& schema) {
    static constexpr std::array<std::string_view, 7> k_known{
        "type", "description", "properties", "required", "additionalProperties", "items", "enum"};
    for (const auto& [key, value] : schema.items())
        if (std::ranges::find(k_known, std::string_view(key)) == k_known.end()) return false;
    return true;
}

void allow_null(Json& schema) {
    schema["type"] = Json::array({schema["type"], "null"});
    if (const auto values = schema.find("enum"); values != schema.end()) values->push_back(Json());
}

std::optional<Json> strict_object(const Json& schema, int depth) {
    const auto properties = schema.find("properties");
    if (properties == schema.end() || !properties->is_object()) return std::nullopt;
    if (schema.value("additionalProperties", Json(false)) != false) return std::nullopt;
    const Json needed = schema.value("required", Json::array());
    Json values = Json::object();
    Json names = Json::array();
    for (const auto& [name, property] : properties->items()) {
        auto value = strict_value(property, depth + 1);
        if (!value) return std::nullopt;
        if (std::ranges::find(needed, Json(name)) == needed.end()) allow_null(*value);
        values[name] = std::move(*value);
        names.push_back(name);
    }
    Json strict = schema; // no deeper than k_deepest by now, so that copying it is safe
    strict["properties"] = std::move(values);
    strict["required"] = std::move(names);
    strict["additionalProperties"] = false;
    return strict;
}

std::optional<Json> strict_value(const Json& schema, int depth) {
    if (!schema.is_object() || depth > k_deepest || !has_known_words_only(schema)) return std::nullopt;
    const std::string type = string_at(schema, "type");
    if (type == "object") return strict_object(schema, depth);
    if (type == "array") {
        const auto items = schema.find("items");
        auto item = items == schema.end() ? std::nullopt : strict_value(*items, depth + 1);
        if (!item) return std::nullopt;
        Json strict = schema;
        strict["items"] = std::move(*item);
        return strict;
    }
    static constexpr std::array<std::string_view, 4> k_plain{"string", "integer", "number", "boolean"};
    return std::ranges::find(k_plain, type) != k_plain.end() ? std::optional(schema) : std::nullopt;
}
} // namespace

std::optional<Json> strict_schema(const Json& schema) {
    auto strict = strict_value(schema, 0);
    return strict && string_at(*strict, "type") == "object" ? std::move(strict) : std::nullopt;
}

} // namespace thoth
