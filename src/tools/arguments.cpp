#include "tools/arguments.h"

#include "text/repeated_keys.h"
#include "text/schema_coercion.h"
#include "text/unicode.h"

#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
// A parser may quote what it stumbled over, which can be a whole file.
constexpr size_t k_max_reason_bytes = 200;
constexpr size_t k_most_quoted = 200; // characters of arguments that cannot be read

std::string requirement(const Json& schema) {
    std::string required;
    std::string optional;
    const Json names = schema.value("required", Json::array());
    for (const auto& [name, type] : schema.at("properties").items()) {
        const bool needed = std::find(names.begin(), names.end(), name) != names.end();
        std::string& list = needed ? required : optional;
        list += list.empty() ? name : ", " + name;
    }
    return fmt::format("required: {}; optional: {}", required.empty() ? "none" : required,
                       optional.empty() ? "none" : optional);
}

const char* with_article(std::string_view type) {
    if (type == "integer") return "an integer";
    if (type == "boolean") return "true or false";
    if (type == "array") return "a list";
    if (type == "object") return "an object";
    return type == "number" ? "a number" : "a string";
}

Result<Json> parsed_object(const ToolSpec& spec, std::string_view text, const Json& schema) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Json::object();
    auto parsed = parse_json(text);
    if (!parsed) {
        const std::string reason = to_valid_utf8(utf8_prefix(parsed.error().message, k_max_reason_bytes));
        return fail(Errc::invalid_argument,
                    fmt::format("{}: the arguments are not JSON: {}; they begin: {}", spec.name, reason,
                                to_valid_utf8(first_code_points(text, k_most_quoted))),
                    "send one JSON object; " + requirement(schema));
    }
    if (!parsed->is_object())
        return fail(Errc::invalid_argument,
                    fmt::format("{}: the arguments are not a JSON object but {}", spec.name, parsed->type_name()),
                    "send one JSON object; " + requirement(schema));
    if (repeats_a_key(text)) // the parser took the last of two values, which is a guess
        return fail(Errc::invalid_argument, fmt::format("{}: the arguments have one key twice", spec.name),
                    "nothing was done; send each key once; " + requirement(schema));
    return parsed;
}

const Json* field(const Json& arguments, std::string_view name) {
    if (!arguments.is_object()) return nullptr;
    const auto it = arguments.find(name);
    return it == arguments.end() ? nullptr : &*it;
}
} // namespace

Result<Json> checked_object(std::string_view name, const Json& schema, const Json& given) {
    Json checked = Json::object();
    for (const auto& [key, property] : schema.at("properties").items()) {
        const Json* value = field(given, key);
        if (!value || value->is_null()) continue; // null: many models' word for "not given"
        const std::string type = string_at(property, "type");
        auto fitting = coerced_to_schema(key, *value, property);
        if (!fitting)
            return fail(
                Errc::invalid_argument,
                fmt::format("{}: \"{}\" must be {}, not {}", name, key, with_article(type), value->type_name()),
                requirement(schema));
        checked[key] = std::move(*fitting);
    }
    for (const Json& key : schema.value("required", Json::array()))
        if (!checked.contains(key.get_ref<const std::string&>()))
            return fail(Errc::invalid_argument, fmt::format("{}: \"{}\" is missing", name, key.get<std::string>()),
                        requirement(schema));
    return checked;
}

Result<Json> checked_arguments(const ToolSpec& spec, std::string_view text) {
    const Json schema = TRY(parse_json(spec.schema));
    return checked_object(spec.name, schema, TRY(parsed_object(spec, text, schema)));
}

std::optional<std::string> text_field(const Json& arguments, std::string_view name) {
    const Json* value = field(arguments, name);
    if (!value || !value->is_string()) return std::nullopt;
    return value->get<std::string>();
}

std::optional<int> integer_field(const Json& arguments, std::string_view name) {
    const Json* value = field(arguments, name);
    if (!value || !value->is_number_integer()) return std::nullopt;
    constexpr int k_most = std::numeric_limits<int>::max();
    // Far outside means as far as it goes: a limit of 10^12 is a limit of "all".
    if (value->is_number_unsigned())
        return static_cast<int>(std::min<uint64_t>(value->get<uint64_t>(), static_cast<uint64_t>(k_most)));
    return static_cast<int>(std::clamp<int64_t>(value->get<int64_t>(), -k_most, k_most));
}

bool flag_field(const Json& arguments, std::string_view name) {
    const Json* value = field(arguments, name);
    return value && value->is_boolean() && value->get<bool>();
}

Json list_field(const Json& arguments, std::string_view name) {
    const Json* value = field(arguments, name);
    return value && value->is_array() ? *value : Json::array();
}

std::vector<std::string> text_list_field(const Json& arguments, std::string_view name) {
    std::vector<std::string> texts;
    for (const Json& item : list_field(arguments, name))
        if (item.is_string()) texts.push_back(item.get<std::string>());
    return texts;
}

} // namespace thoth
