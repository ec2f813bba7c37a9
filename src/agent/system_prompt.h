#pragma once
#include "tools/tool.h"
#include "workspace/project_scan.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

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
    ProjectScan project{};
    bool has_examples = true;
    bool can_search_web = false; // there is a tool for it
    bool has_editor = false;     // there is a tool for it
    std::string instructions{};  // of the user and the project, a part of its own; or empty
    std::string memory{};        // what is remembered of the project, a part of its own; or empty
    std::string run{};           // what whoever started this run adds; or empty
};

// What a session offers its model, as far as the prompt depends on it.
struct PromptOffer {
    int max_turns = 40;
    bool has_examples = true;
    std::span<const ToolSpec> tools{};
};

PromptFacts prompt_facts(const ToolContext& context, const PromptOffer& offer);

// In parts: what holds everywhere, then what applies here only, and last what changes from one session
// to the next.
std::string system_prompt(const PromptFacts& facts);

// Of the same prompt without what only tells how the project looked when the session began: the top-level names,
// the branch, the date. Sessions that go on keep their prompt as long as this stays the same.
std::string prompt_basis(PromptFacts facts);

// Whether a model is shown worked examples and whole descriptions of the tools: where there is room for them (at
// least 16,384 tokens, or nobody knows) and the model is none that knows how to work without.
bool wants_examples(std::optional<int> window, std::string_view model);

} // namespace thoth
