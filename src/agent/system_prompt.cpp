#include "agent/system_prompt.h"

#include "base/embedded.h"
#include "tools/shell.h"

#include <fmt/format.h>
#include <sys/utsname.h>

namespace thoth {

namespace embedded::prompt {
std::span<const File> files();
}

namespace {
constexpr size_t k_max_listed = 40;

std::string machine() {
    utsname name{};
    if (::uname(&name) != 0) return "unknown";
    return fmt::format("{} {}", name.sysname, name.machine);
}

std::string top_level_files(const ToolContext& context) {
    const auto entries = context.files.list(context.workspace.root());
    if (!entries) return "(cannot be listed)";
    std::string out;
    size_t count = 0;
    for (const DirectoryEntry& entry : *entries) {
        if (++count > k_max_listed) {
            out += fmt::format("... and {} more\n", entries->size() - k_max_listed);
            break;
        }
        out += escape_name(entry.name) + (entry.kind == FileKind::directory ? "/\n" : "\n");
    }
    return out.empty() ? "(empty)\n" : out;
}
} // namespace

PromptFacts prompt_facts(const ToolContext& context, int max_turns) {
    return {context.workspace.root().string(),
            machine(),
            shell_name(context.files),
            iso_date(context.clock.wall()),
            top_level_files(context),
            context.budget,
            max_turns};
}

std::string system_prompt(const PromptFacts& facts) {
    std::string out(embedded::prompt::files().front().text);
    out += fmt::format(
        "\nLimits\n- At most {} steps for one request. One write_file takes at most {} characters: write a "
        "longer file in sections, the first normally and the rest with append=true.\n",
        facts.max_turns, facts.budget.write_chars);
    out +=
        fmt::format("\nEnvironment\nworking directory: {}\nsystem: {}\nshell: {}\ndate: {} (UTC)\ntop level of the "
                    "project:\n{}",
                    facts.directory, facts.system, facts.shell, facts.date, facts.files);
    return out;
}

} // namespace thoth
