#include "model/request_parts.h"

#include "model/ascii.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

Json tools_as_functions(std::span<const ToolSpec> tools) {
    Json list = Json::array();
    for (const ToolSpec& tool : tools) {
        auto schema = parse_json(tool.schema);
        if (!schema || !schema->is_object()) schema = Json{{"type", "object"}, {"properties", Json::object()}};
        list.push_back({{"type", "function"},
                        {"function",
                         {{"name", tool.name},
                          {"description", outgoing_text(tool.description)},
                          {"parameters", std::move(*schema)}}}});
    }
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
