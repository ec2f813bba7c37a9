#include "text/json_schema_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::array<std::string_view, 7> k_types{"null",   "boolean", "integer", "number",
                                                  "string", "array",   "object"};
constexpr std::array<std::string_view, 12> k_remarks{"$schema",     "$id",       "$comment", "title",
                                                     "description", "default",   "examples", "deprecated",
                                                     "readOnly",    "writeOnly", "format",   "$anchor"};
constexpr std::array<std::string_view, 2> k_definitions{"$defs", "definitions"};
constexpr int k_deepest = 100;

bool is_one_of(std::string_view name, const auto& names) {
    return std::ranges::find(names, name) != names.end();
}

class Compiler {
public:
    explicit Compiler(const JsonSchema::CompilePattern& compile_pattern) : m_compile_pattern(compile_pattern) {}

    Result<std::shared_ptr<JsonSchema::Compiled>> compile(const Json& schema) {
        auto out = std::make_shared<JsonSchema::Compiled>();
        m_definitions = &out->definitions;
        out->top = TRY(node(schema, "#", 0));
        out->definitions.emplace("#", nullptr);
        TRY(resolve(*out->top, *out));
        for (const auto& [name, definition] : out->definitions)
            if (definition) TRY(resolve(*definition, *out));
        TRY(check_ends(*out->top));
        for (const auto& [name, definition] : out->definitions)
            if (definition) TRY(check_ends(*definition));
        return out;
    }

private:
    using Node = std::unique_ptr<SchemaNode>;
    using Place = const std::string&; // in the schema, for errors

    static std::unexpected<Error> wrong(Place place, std::string_view what) {
        return fail(Errc::invalid_argument, fmt::format("{}: {}", place, what));
    }

    Result<Node> node(const Json& schema, Place place, int depth) {
        auto out = std::make_unique<SchemaNode>();
        if (depth > k_deepest) return wrong(place, "the schema is nested too deep");
        if (schema.is_boolean()) {
            out->nothing_is_valid = !schema.get<bool>();
            return out;
        }
        if (!schema.is_object()) return wrong(place, "is no schema: an object, true or false is wanted");
        for (const auto& [key, value] : schema.items())
            TRY(keyword(*out, key, value, place + "/" + key, depth));
        return out;
    }

    Result<void> keyword(SchemaNode& out, const std::string& key, const Json& value, Place place, int depth) {
        if (is_one_of(key, k_remarks)) return {};
        if (is_one_of(key, k_definitions)) return definitions(key, value, place, depth);
        if (key == "type") return types(out, value, place);
        if (key == "enum" || key == "const") return allowed(out, key, value, place);
        if (key == "required") return required(out, value, place);
        if (key == "uniqueItems") return flag(out.unique_items, value, place);
        if (key == "pattern") return pattern(out, value, place);
        if (key == "$ref") return reference(out, value, place);
        if (auto* count = count_of(out, key)) return set_count(*count, value, place);
        if (auto* number = number_of(out, key)) return set_number(*number, key, value, place);
        return subschemas(out, key, value, place, depth);
    }

    Result<void> subschemas(SchemaNode& out, const std::string& key, const Json& value, Place place, int depth) {
        if (key == "properties") {
            if (!value.is_object()) return wrong(place, "an object is wanted");
            for (const auto& [name, schema] : value.items())
                out.properties.emplace_back(name, TRY(node(schema, place + "/" + name, depth + 1)));
            return {};
        }
        if (key == "additionalProperties") return one(out.other_properties, value, place, depth);
        if (key == "items") return one(out.items, value, place, depth);
        if (key == "not") return one(out.none_of, value, place, depth);
        if (key == "allOf") return several(out.all_of, value, place, depth);
        if (key == "anyOf") return several(out.any_of, value, place, depth);
        if (key == "oneOf") return several(out.one_of, value, place, depth);
        return wrong(place, "this keyword is not supported");
    }

    Result<void> one(Node& to, const Json& value, Place place, int depth) {
        to = TRY(node(value, place, depth + 1));
        return {};
    }

    Result<void> several(std::vector<Node>& to, const Json& value, Place place, int depth) {
        if (!value.is_array() || value.empty()) return wrong(place, "a list of schemas is wanted");
        for (size_t i = 0; i < value.size(); ++i)
            to.push_back(TRY(node(value[i], fmt::format("{}/{}", place, i), depth + 1)));
        return {};
    }

    Result<void> definitions(const std::string& key, const Json& value, Place place, int depth) {
        if (!value.is_object()) return wrong(place, "an object is wanted");
        for (const auto& [name, schema] : value.items())
            (*m_definitions)[fmt::format("#/{}/{}", key, name)] = TRY(node(schema, place + "/" + name, depth + 1));
        return {};
    }

    static Result<void> types(SchemaNode& out, const Json& value, Place place) {
        const Json list = value.is_array() ? value : Json::array({value});
        for (const Json& type : list) {
            if (!type.is_string() || !is_one_of(type.get<std::string>(), k_types))
                return wrong(place, fmt::format("the types are {}", fmt::join(k_types, ", ")));
            out.types.push_back(type.get<std::string>());
        }
        return {};
    }

    static Result<void> allowed(SchemaNode& out, const std::string& key, const Json& value, Place place) {
        if (key == "enum" && !value.is_array()) return wrong(place, "a list is wanted");
        std::vector<nlohmann::json> values;
        for (const Json& each : key == "enum" ? value : Json::array({value}))
            values.emplace_back(each);
        if (!out.allowed) {
            out.allowed = std::move(values);
            return {};
        }
        // Both an enum and a const: what is in both.
        std::erase_if(*out.allowed,
                      [&](const nlohmann::json& each) { return std::ranges::find(values, each) == values.end(); });
        return {};
    }

    static Result<void> required(SchemaNode& out, const Json& value, Place place) {
        if (!value.is_array()) return wrong(place, "a list of names is wanted");
        for (const Json& name : value) {
            if (!name.is_string()) return wrong(place, "a list of names is wanted");
            out.required.push_back(name.get<std::string>());
        }
        return {};
    }

    static Result<void> flag(bool& out, const Json& value, Place place) {
        if (!value.is_boolean()) return wrong(place, "true or false is wanted");
        out = value.get<bool>();
        return {};
    }

    Result<void> pattern(SchemaNode& out, const Json& value, Place place) {
        if (!value.is_string()) return wrong(place, "a text is wanted");
        out.pattern = value.get<std::string>();
        auto compiled = m_compile_pattern(*out.pattern);
        if (!compiled) return wrong(place, compiled.error().message);
        out.matches = std::move(*compiled);
        return {};
    }

    static Result<void> reference(SchemaNode& out, const Json& value, Place place) {
        if (!value.is_string()) return wrong(place, "a text is wanted");
        out.reference = value.get<std::string>();
        return {};
    }

    static std::optional<size_t>* count_of(SchemaNode& out, std::string_view key) {
        if (key == "minLength") return &out.min_length;
        if (key == "maxLength") return &out.max_length;
        if (key == "minItems") return &out.min_items;
        if (key == "maxItems") return &out.max_items;
        if (key == "minProperties") return &out.min_properties;
        return key == "maxProperties" ? &out.max_properties : nullptr;
    }

    static Result<void> set_count(std::optional<size_t>& out, const Json& value, Place place) {
        if (!value.is_number_unsigned()) return wrong(place, "a whole number from 0 is wanted");
        out = value.get<size_t>();
        return {};
    }

    static std::optional<double>* number_of(SchemaNode& out, std::string_view key) {
        if (key == "minimum") return &out.minimum;
        if (key == "maximum") return &out.maximum;
        if (key == "exclusiveMinimum") return &out.above;
        if (key == "exclusiveMaximum") return &out.below;
        return key == "multipleOf" ? &out.multiple_of : nullptr;
    }

    static Result<void> set_number(std::optional<double>& out, const std::string& key, const Json& value,
                                   Place place) {
        if (!value.is_number()) return wrong(place, "a number is wanted");
        out = value.get<double>();
        if (key == "multipleOf" && !(*out > 0)) return wrong(place, "a number above 0 is wanted");
        return {};
    }

    Result<void> resolve(SchemaNode& in, JsonSchema::Compiled& all) {
        if (!in.reference.empty()) {
            const auto found = all.definitions.find(in.reference);
            if (found == all.definitions.end())
                return wrong("$ref",
                             fmt::format("\"{}\" names nothing in $defs or definitions of the top of the schema",
                                         in.reference));
            in.target = found->second ? found->second.get() : all.top.get();
        }
        for (auto& [name, schema] : in.properties)
            TRY(resolve(*schema, all));
        for (const Node* each : {&in.other_properties, &in.items, &in.none_of})
            if (*each) TRY(resolve(**each, all));
        for (const std::vector<Node>* list : {&in.all_of, &in.any_of, &in.one_of})
            for (const Node& each : *list)
                TRY(resolve(*each, all));
        return {};
    }

    // A schema that leads back to itself without a step into the value would be checked for ever. That is the
    // schema's fault, and must not be laid on an answer.
    Result<void> check_ends(const SchemaNode& node) {
        const auto [at, is_new] = m_ends.emplace(&node, false);
        if (!is_new) {
            if (at->second) return {};
            return wrong("$ref", "the schema refers to itself without a step into the value");
        }
        if (node.target) TRY(check_ends(*node.target));
        if (node.none_of) TRY(check_ends(*node.none_of));
        for (const std::vector<Node>* list : {&node.all_of, &node.any_of, &node.one_of})
            for (const Node& each : *list)
                TRY(check_ends(*each));
        m_ends[&node] = true;
        return {};
    }

    std::map<const SchemaNode*, bool> m_ends; // false: what it leads to is being looked at
    const JsonSchema::CompilePattern& m_compile_pattern;
    std::map<std::string, Node>* m_definitions = nullptr;
};
} // namespace

Result<JsonSchema> JsonSchema::compile(std::string_view schema, const CompilePattern& compile_pattern) {
    auto parsed = parse_json(schema);
    if (!parsed) return fail(Errc::invalid_argument, "is no JSON: " + parsed.error().message);
    std::shared_ptr<const Compiled> compiled = TRY(Compiler(compile_pattern).compile(*parsed));
    return JsonSchema(std::move(compiled));
}

} // namespace thoth
