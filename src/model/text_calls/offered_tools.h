#pragma once
#include "base/json.h"
#include "protocol/tool_spec.h"

#include <span>
#include <string_view>

namespace thoth {

// The tools of one request, for who finds calls in text. The specs must outlive it.
class OfferedTools {
public:
    explicit OfferedTools(std::span<const ToolSpec> tools = {}) : m_tools(tools) {}

    bool empty() const { return m_tools.empty(); }
    // The tool that a written name stands for: exactly, or behind a prefix such as "functions.".
    // Null when there is none.
    const ToolSpec* find(std::string_view written) const;

private:
    const ToolSpec* find_exactly(std::string_view name) const;

    std::span<const ToolSpec> m_tools;
};

// `arguments` with its values as the tool's schema wants them, where that is certain.
Json fitted_arguments(const ToolSpec& tool, Json arguments);

// The schema of one parameter; an empty object when the tool does not know it.
Json parameter_schema(const ToolSpec& tool, std::string_view parameter);

// A value that came as raw text: itself for a text, else what it says as JSON.
Json value_of_raw_text(const Json& schema, std::string_view text);

} // namespace thoth
