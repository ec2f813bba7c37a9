#pragma once
#include "os/file_system.h"
#include "tools/tool.h"

#include <string>

namespace thoth {

// What the system prompt says about this machine and project. The prompt is made once a
// session and then stays the same bytes, so that servers can reuse what they computed for it.
struct PromptFacts {
    std::string directory;
    std::string system; // "Linux x86_64"
    std::string shell;  // "bash"
    std::string date;   // 2026-01-31
    std::string files;  // top-level names, one a line, directories with a slash
    ToolBudget budget;
    int max_turns = 40;
};

PromptFacts prompt_facts(const ToolContext& context, int max_turns);
std::string system_prompt(const PromptFacts& facts);

} // namespace thoth
