#include "model/request_parts.h"

#include "model/ascii.h"
#include "model/strict_schema.h"
#include "model/wire_json.h"

#include <algorithm>
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

Json tools_as_strict_functions(std::span<const ToolSpec> tools) {
    Json list = tools_as_functions(tools);
    for (Json& tool : list) {
        Json& function = tool["function"];
        if (auto strict = strict_schema(function["parameters"])) {
            function["parameters"] = std::move(*strict);
            function["strict"] = true;
        }
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

bool fits_names(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string outgoing_name(std::string_view name) {
    constexpr size_t k_longest = 64;
    std::string out(name.substr(0, k_longest));
    std::ranges::replace_if(out, [](char c) { return !fits_names(c); }, '_');
    return out.empty() ? "_" : out;
}

bool is_blank(const AssistantMessage& message) {
    return message.calls.empty() && trim(message.text).empty();
}

} // namespace thoth
