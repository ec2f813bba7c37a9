#include "model/text_calls/offered_tools.h"

#include "model/ascii.h"
#include "model/wire_json.h"
#include "text/schema_coercion.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace thoth {

const ToolSpec* OfferedTools::find_exactly(std::string_view name) const {
    const auto found = std::ranges::find(m_tools, name, &ToolSpec::name);
    return found == m_tools.end() ? nullptr : &*found;
}

const ToolSpec* OfferedTools::find(std::string_view written) const {
    if (const ToolSpec* tool = find_exactly(written)) return tool;
    const size_t prefix = written.find_last_of(".:/");
    return prefix == written.npos ? nullptr : find_exactly(written.substr(prefix + 1));
}

Json parameter_schema(const ToolSpec& tool, std::string_view parameter) {
    const auto schema = parse_json(tool.schema);
    const Json* properties = schema ? member(*schema, "properties") : nullptr;
    const Json* property = properties ? member(*properties, parameter) : nullptr;
    return property ? *property : Json::object();
}

Json fitted_arguments(const ToolSpec& tool, Json arguments) {
    const auto schema = parse_json(tool.schema);
    const Json* properties = schema ? member(*schema, "properties") : nullptr;
    if (!properties || !properties->is_object()) return arguments;
    for (const auto& [name, property] : properties->items())
        if (const auto given = arguments.find(name); given != arguments.end())
            if (auto fitting = coerced_to_schema(name, *given, property)) *given = std::move(*fitting);
    return arguments;
}

Json value_of_raw_text(const Json& schema, std::string_view text) {
    const std::string type = string_at(schema, "type");
    if (type == "string" || type.empty()) return Json(text);
    auto value = parse_json(trim(text));
    return value ? std::move(*value) : Json(trim(text));
}

} // namespace thoth
