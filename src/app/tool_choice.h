#pragma once
#include "base/result.h"
#include "config/permission_rules.h"
#include "tools/tool.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Which tools a run offers, and what --allowed-tools lets them do without a question. Plain data.
struct ToolChoice {
    std::optional<std::vector<std::string>> allowed; // names; nothing: all there are
    std::vector<std::string> disallowed;
    std::vector<PermissionRule> rules; // for this run, beside those of the settings
    bool offers(std::string_view name) const;
};

// Of the values of --allowed-tools (nothing: not given) and --disallowed-tools: lists with commas or blanks between
// names of tools. shell(PATTERN) is the shell for commands that match (permission/rules.h): allowed without a
// question, or denied. A tool for files that is allowed changes ordinary files of the project without a question;
// plain `shell` is offered, and asks. Errors (Errc::invalid_argument) name the tools there are.
Result<ToolChoice> choose_tools(const std::optional<std::vector<std::string>>& allowed,
                                std::span<const std::string> disallowed);

// Those that the choice offers, in their order.
std::vector<std::unique_ptr<Tool>> offered(std::vector<std::unique_ptr<Tool>> tools, const ToolChoice& choice);

} // namespace thoth
