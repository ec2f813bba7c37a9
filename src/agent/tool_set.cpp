#include "agent/tool_set.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_division = "\n\n---\n\n";

ToolSpec offered(ToolSpec spec, DescriptionLength length) {
    const size_t at = spec.description.find(k_division);
    if (at == std::string::npos) return spec;
    if (length == DescriptionLength::brief)
        spec.description.resize(at);
    else
        spec.description.replace(at, k_division.size(), " ");
    return spec;
}
} // namespace

ToolSet::ToolSet(std::vector<std::unique_ptr<Tool>> tools, DescriptionLength length) : m_tools(std::move(tools)) {
    for (const auto& tool : m_tools)
        m_specs.push_back(offered(tool->spec(), length));
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
