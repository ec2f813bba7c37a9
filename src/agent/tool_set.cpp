#include "agent/tool_set.h"

#include <fmt/format.h>

namespace thoth {

ToolSet::ToolSet(std::vector<std::unique_ptr<Tool>> tools) : m_tools(std::move(tools)) {
    for (const auto& tool : m_tools)
        m_specs.push_back(tool->spec());
}

const Tool* ToolSet::find(std::string_view name) const {
    for (const auto& tool : m_tools)
        if (tool->spec().name == name) return tool.get();
    return nullptr;
}

std::string ToolSet::names() const {
    std::string out;
    for (const ToolSpec& spec : m_specs)
        out += (out.empty() ? "" : ", ") + spec.name;
    return out;
}

} // namespace thoth
