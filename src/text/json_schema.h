#pragma once
#include "base/json.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace thoth {

// A JSON Schema that what a model answers is held to. It knows type, enum, const, properties, required,
// additionalProperties, minProperties, maxProperties, items, minItems, maxItems, uniqueItems, minLength, maxLength,
// pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf, oneOf, allOf, not, and $ref
// into $defs or definitions of its top. Titles and other remarks are passed over, format among them. Any other
// keyword is an error: a rule that is not understood must not be passed over. Work and depth are bounded for any
// value. Copies share the same compiled schema. As many threads as its patterns allow.
class JsonSchema {
public:
    // Whether a text has a match for an expression; what cannot be decided has none.
    using Pattern = std::function<bool(std::string_view text)>;
    using CompilePattern = std::function<Result<Pattern>(const std::string& expression)>;

    // Errors (Errc::invalid_argument) name the place in the schema.
    static Result<JsonSchema> compile(std::string_view schema, const CompilePattern& compile_pattern);

    // Errors (Errc::invalid_argument) name the first place in the value that is wrong, and what would be right:
    // "$.files[0].line: is a string, not an integer".
    Result<void> check(const Json& value) const;
    // The value in a model's answer, as compact JSON: the answer is nothing else, or it stands in one fenced block
    // (```json). Errors as of check().
    Result<std::string> value_in(std::string_view answer) const;

    struct Compiled;

private:
    explicit JsonSchema(std::shared_ptr<const Compiled> compiled) : m_compiled(std::move(compiled)) {}
    std::shared_ptr<const Compiled> m_compiled;
};

// What stands in the one fenced block that a text is, else the text; without the white space around it.
std::string_view without_fence(std::string_view text);

} // namespace thoth
