#include "model/request_parts.h"

#include "model/ascii.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

Json schema_of(const ToolSpec& tool) {
    auto schema = parse_json(tool.schema);
    if (schema && schema->is_object()) return std::move(*schema);
    return {{"type", "object"}, {"properties", Json::object()}};
}

Json tools_as_functions(std::span<const ToolSpec> tools) {
    Json list = Json::array();
    for (const ToolSpec& tool : tools)
        list.push_back({{"type", "function"},
                        {"function",
                         {{"name", tool.name},
                          {"description", outgoing_text(tool.description)},
                          {"parameters", schema_of(tool)}}}});
    return list;
}

Result<void> merge_extra_body(Json& body, const std::string& extra_body) {
    if (trim(extra_body).empty()) return {};
    const auto extra = parse_json(extra_body);
    if (!extra || !extra->is_object())
        return fail(Errc::invalid_argument, "extra_body is not a JSON object",
                    "write it like {\"top_p\": 0.9} in the profile");
    body.merge_patch(*extra);
    return {};
}

bool is_blank(const AssistantMessage& message) {
    return message.calls.empty() && trim(message.text).empty();
}

} // namespace thoth
