#pragma once
#include "tools/tool.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// How much of each description is sent.
enum class DescriptionLength { brief, whole };

// The tools of one agent, in the fixed order in which they are offered to the model.
class ToolSet {
public:
    explicit ToolSet(std::vector<std::unique_ptr<Tool>> tools, DescriptionLength length = DescriptionLength::whole);
    const Tool* find(std::string_view name) const;              // exact name; null if there is none
    std::span<const ToolSpec> specs() const { return m_specs; } // the same bytes for as long as the set lives
    std::string names() const;                                  // "read_file, list_dir, ..."

private:
    std::vector<std::unique_ptr<Tool>> m_tools;
    std::vector<ToolSpec> m_specs;
};

} // namespace thoth
