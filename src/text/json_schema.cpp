#include "text/json_schema.h"

#include "text/json_schema_rules.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace thoth {

namespace {
// A schema that refers to itself, or an answer that is huge, must not take for ever.
constexpr int k_most_steps = 2'000'000;
constexpr int k_deepest = 400;
constexpr size_t k_most_shown = 60; // characters

std::string shown(std::string_view text) {
    const std::string_view start = first_code_points(text, k_most_shown);
    return std::string(start) + (start.size() < text.size() ? "..." : "");
}

std::string type_in_words(const Json& value) {
    switch (value.type()) {
    case Json::value_t::null:
        return "null";
    case Json::value_t::boolean:
        return "a boolean";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
        return "an integer";
    case Json::value_t::number_float:
        return "a number";
    case Json::value_t::string:
        return "a string";
    case Json::value_t::array:
        return "an array";
    case Json::value_t::object:
        return "an object";
    default:
        return "something else";
    }
}

std::string with_article(std::string_view type) {
    if (type == "null") return "null";
    const bool is_vowel = type.starts_with('a') || type.starts_with('i') || type.starts_with('o');
    return fmt::format("{} {}", is_vowel ? "an" : "a", type);
}

bool is_of_type(const Json& value, std::string_view type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    if (!value.is_number_float()) return value.is_number_integer();
    const double number = value.get<double>();
    return std::trunc(number) == number; // 2.0 is an integer
}

class Check {
public:
    Result<void> operator()(const SchemaNode& schema, const Json& value) { return node(schema, value, "$", 0); }

private:
    using Place = const std::string&; // in the value, for errors

    static std::unexpected<Error> wrong(Place place, std::string_view what) {
        return fail(Errc::invalid_argument, fmt::format("{}: {}", place, what));
    }

    Result<void> node(const SchemaNode& schema, const Json& value, Place place, int depth) {
        if (++m_steps > k_most_steps || depth > k_deepest)
            return wrong(place,
                         "checking it takes too long: the schema refers to itself, or the value is too large");
        if (schema.nothing_is_valid) return wrong(place, "must not be there");
        TRY(type(schema, value, place));
        if (schema.target) TRY(node(*schema.target, value, place, depth + 1));
        if (value.is_string()) TRY(text(schema, value, place));
        if (value.is_number()) TRY(number(schema, value, place));
        if (value.is_array()) TRY(list(schema, value, place, depth));
        if (value.is_object()) TRY(object(schema, value, place, depth));
        return combined(schema, value, place, depth);
    }

    static Result<void> type(const SchemaNode& schema, const Json& value, Place place) {
        const auto fits = [&](const std::string& each) { return is_of_type(value, each); };
        if (!schema.types.empty() && std::ranges::none_of(schema.types, fits)) {
            std::string wanted;
            for (const std::string& each : schema.types)
                wanted += (wanted.empty() ? "" : " or ") + with_article(each);
            return wrong(place, fmt::format("is {}, not {}", type_in_words(value), wanted));
        }
        if (!schema.allowed || std::ranges::find(*schema.allowed, nlohmann::json(value)) != schema.allowed->end())
            return {};
        std::string wanted;
        for (const nlohmann::json& each : *schema.allowed)
            wanted += (wanted.empty() ? "" : ", ") + shown(dump_json(Json(each)));
        return wrong(place, fmt::format("is {}; allowed: {}", shown(dump_json(value)), shown(wanted)));
    }

    static Result<void> size(size_t is, std::optional<size_t> least, std::optional<size_t> most, const char* of,
                             Place place) {
        if (least && is < *least)
            return wrong(place, fmt::format("has {} {}, at least {} are wanted", is, of, *least));
        if (most && is > *most) return wrong(place, fmt::format("has {} {}, at most {} are wanted", is, of, *most));
        return {};
    }

    static Result<void> text(const SchemaNode& schema, const Json& value, Place place) {
        const auto& text = value.get_ref<const std::string&>();
        TRY(size(utf8_length(text), schema.min_length, schema.max_length, "characters", place));
        if (schema.matches && !schema.matches(text))
            return wrong(place, fmt::format("does not match the pattern {}", shown(*schema.pattern)));
        return {};
    }

    static Result<void> number(const SchemaNode& schema, const Json& value, Place place) {
        const double is = value.get<double>();
        if (schema.minimum && is < *schema.minimum)
            return wrong(place, fmt::format("is {}, at least {} is wanted", is, *schema.minimum));
        if (schema.maximum && is > *schema.maximum)
            return wrong(place, fmt::format("is {}, at most {} is wanted", is, *schema.maximum));
        if (schema.above && is <= *schema.above)
            return wrong(place, fmt::format("is {}, more than {} is wanted", is, *schema.above));
        if (schema.below && is >= *schema.below)
            return wrong(place, fmt::format("is {}, less than {} is wanted", is, *schema.below));
        if (!schema.multiple_of) return {};
        const double times = is / *schema.multiple_of;
        if (std::abs(times - std::round(times)) > 1e-9 * std::max(1.0, std::abs(times)))
            return wrong(place, fmt::format("is {}, no multiple of {}", is, *schema.multiple_of));
        return {};
    }

    Result<void> list(const SchemaNode& schema, const Json& value, Place place, int depth) {
        TRY(size(value.size(), schema.min_items, schema.max_items, "items", place));
        std::set<std::string> seen;
        for (size_t i = 0; i < value.size(); ++i) {
            const std::string at = fmt::format("{}[{}]", place, i);
            if (schema.items) TRY(node(*schema.items, value[i], at, depth + 1));
            if (schema.unique_items && !seen.insert(nlohmann::json(value[i]).dump()).second)
                return wrong(at, "is there already; each item is wanted once");
        }
        return {};
    }

    Result<void> object(const SchemaNode& schema, const Json& value, Place place, int depth) {
        TRY(size(value.size(), schema.min_properties, schema.max_properties, "keys", place));
        for (const std::string& name : schema.required)
            if (!value.contains(name)) return wrong(place, fmt::format("lacks the key \"{}\"", shown(name)));
        for (const auto& [name, member] : value.items()) {
            const std::string at = fmt::format("{}.{}", place, shown(name));
            const auto known = std::ranges::find(schema.properties, name, [](const auto& p) { return p.first; });
            if (known != schema.properties.end())
                TRY(node(*known->second, member, at, depth + 1));
            else if (schema.other_properties && schema.other_properties->nothing_is_valid)
                return wrong(place, fmt::format("has the key \"{}\", which is not allowed", shown(name)));
            else if (schema.other_properties)
                TRY(node(*schema.other_properties, member, at, depth + 1));
        }
        return {};
    }

    Result<void> combined(const SchemaNode& schema, const Json& value, Place place, int depth) {
        for (const auto& each : schema.all_of)
            TRY(node(*each, value, place, depth + 1));
        if (!schema.any_of.empty()) TRY(fits_some(schema.any_of, value, place, depth, schema.any_of.size()));
        if (!schema.one_of.empty()) TRY(fits_some(schema.one_of, value, place, depth, 1));
        if (schema.none_of && node(*schema.none_of, value, place, depth + 1))
            return wrong(place, "is of a form that is excluded");
        return {};
    }

    // From one to `most` of the schemas. The reason that is told is that of the alternative which came furthest.
    Result<void> fits_some(const std::vector<std::unique_ptr<SchemaNode>>& schemas, const Json& value, Place place,
                           int depth, size_t most) {
        size_t fitting = 0;
        std::optional<Error> reason;
        size_t reached = 0;
        for (const auto& each : schemas) {
            const auto fits = node(*each, value, place, depth + 1);
            fitting += fits ? 1 : 0;
            if (fits) continue;
            const size_t length = fits.error().message.find(": ");
            if (!reason || length > reached) reason = fits.error();
            reached = std::max(reached, length);
        }
        if (fitting == 0 && reason) return fail(*reason);
        if (fitting > most)
            return wrong(place, fmt::format("is of {} of the alternatives, one is wanted", fitting));
        return {};
    }

    int m_steps = 0;
};

constexpr std::string_view k_blank = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const size_t start = text.find_first_not_of(k_blank);
    if (start == text.npos) return {};
    return text.substr(start, text.find_last_not_of(k_blank) - start + 1);
}
} // namespace

std::string_view without_fence(std::string_view text) {
    constexpr std::string_view k_fence = "```";
    text = trimmed(text);
    const size_t line_end = text.find('\n');
    const bool is_fenced = text.starts_with(k_fence) && text.ends_with(k_fence) && line_end != text.npos &&
                           line_end < text.size() - k_fence.size();
    if (!is_fenced) return text;
    const std::string_view language = trimmed(text.substr(k_fence.size(), line_end - k_fence.size()));
    if (!language.empty() && language != "json" && language != "JSON") return text;
    return trimmed(text.substr(line_end, text.size() - k_fence.size() - line_end));
}

Result<void> JsonSchema::check(const Json& value) const {
    return Check()(*m_compiled->top, value);
}

Result<std::string> JsonSchema::value_in(std::string_view answer) const {
    const auto value = parse_json(without_fence(answer));
    if (!value) return fail(Errc::invalid_argument, fmt::format("$: is no JSON: {}", shown(value.error().message)));
    TRY(check(*value));
    return dump_json(*value);
}

} // namespace thoth
