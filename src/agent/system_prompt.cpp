#include "agent/system_prompt.h"

#include "base/embedded.h"
#include "base/hash.h"
#include "text/unicode.h"
#include "tools/shell.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sys/utsname.h>

namespace thoth {

namespace embedded::prompt {
std::span<const File> files();
}

namespace {
constexpr size_t k_max_listed = 40;
constexpr size_t k_max_name_chars = 80;
constexpr int k_window_for_examples = 16'384;
constexpr std::array<std::string_view, 6> k_models_without_examples{"claude", "gpt-4", "gpt-5",
                                                                    "o1-",    "o3-",   "gemini-"};

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
        const std::string name = escape_name(entry.name);
        const std::string_view start = first_code_points(name, k_max_name_chars);
        out += fmt::format("{}{}{}\n", start, start.size() < name.size() ? "..." : "",
                           entry.kind == FileKind::directory ? "/" : "");
    }
    return out.empty() ? "(empty)\n" : out;
}

std::string_view text_of(std::string_view name) {
    for (const embedded::File& file : embedded::prompt::files())
        if (file.name == name) return file.text;
    return {};
}

bool offers(std::span<const ToolSpec> tools, std::string_view name) {
    return std::ranges::find(tools, name, &ToolSpec::name) != tools.end();
}

void add_part(std::string& out, std::string_view part) {
    if (part.empty()) return;
    if (!out.empty()) out += '\n';
    out += part;
    if (!part.ends_with('\n')) out += '\n';
}

std::string check_rules(const ProjectScan& project) {
    std::string out;
    for (const Stack* stack : project.stacks)
        out += fmt::format("- {}: {}{}\n", stack->name, StackTable::check_command(*stack, project.runner),
                           stack->running_is_check ? "" : "; running the program is no such check");
    return out.empty() ? out : "How a change is checked here, where the project says nothing else\n" + out;
}

std::string web_rules(const ProjectScan& project) {
    std::string hosts;
    for (const Stack* stack : project.stacks)
        hosts += fmt::format("{}{} ({})", hosts.empty() ? "" : ", ", stack->documentation, stack->name);
    if (hosts.empty()) hosts = "those of the languages and libraries in use";
    constexpr std::string_view k_hosts = "{hosts}";
    std::string out(text_of("prompt/web.md"));
    if (const size_t at = out.find(k_hosts); at != std::string::npos) out.replace(at, k_hosts.size(), hosts);
    return out;
}

std::string limits(const PromptFacts& facts) {
    return fmt::format("Limits\n- At most {} steps for one request. One write_file takes at most {} characters: "
                       "write a longer file in sections, the first normally and the rest with append=true.\n",
                       facts.max_turns, facts.budget.write_chars);
}

std::string stacks_line(const ProjectScan& project) {
    std::string names;
    for (const Stack* stack : project.stacks)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", stack->name);
    std::string out = names.empty() ? names : fmt::format("languages: {}\n", names);
    if (project.runner) out += fmt::format("packages are run with: {}\n", project.runner->run);
    return out;
}

std::string branch_line(const ProjectScan& project) {
    if (!project.repository) return {};
    const std::string& head = project.repository->head;
    return fmt::format("git branch when the session began: {}\n", head.empty() ? "not known" : head);
}

// What changes most from one session to the next stands last.
std::string environment(const PromptFacts& facts) {
    return fmt::format("Environment\nworking directory: {}\nsystem: {}\nshell: {}\n{}top level of the project:\n"
                       "{}{}date: {} (UTC)\n",
                       facts.directory, facts.system, facts.shell, stacks_line(facts.project), facts.files,
                       branch_line(facts.project), facts.date);
}
} // namespace

PromptFacts prompt_facts(const ToolContext& context, const PromptOffer& offer) {
    PromptFacts facts;
    facts.directory = escape_name(context.workspace.root().native());
    facts.system = machine();
    facts.shell = ShellProgram::posix(context.files).name();
    facts.date = iso_date(context.clock.wall());
    facts.files = top_level_files(context);
    facts.budget = context.budget;
    facts.max_turns = offer.max_turns;
    facts.project = scan_project(context.files, context.workspace.root());
    facts.has_examples = offer.has_examples;
    facts.can_search_web = offers(offer.tools, "web_search");
    facts.has_editor = offers(offer.tools, "problems");
    return facts;
}

std::string system_prompt(const PromptFacts& facts) {
    std::string out;
    add_part(out, text_of("prompt/rules.md"));
    if (facts.project.repository) add_part(out, text_of("prompt/git.md"));
    add_part(out, check_rules(facts.project));
    if (facts.can_search_web) add_part(out, web_rules(facts.project));
    if (facts.has_editor) add_part(out, text_of("prompt/editor.md"));
    if (facts.has_examples) add_part(out, text_of("prompt/examples.md"));
    add_part(out, limits(facts));
    add_part(out, facts.instructions);
    add_part(out, facts.memory);
    add_part(out, environment(facts));
    add_part(out, facts.run);
    return out;
}

std::string prompt_basis(PromptFacts facts) {
    facts.files.clear();
    facts.date.clear();
    if (facts.project.repository) facts.project.repository->head.clear();
    return to_hex(hash_of(system_prompt(facts)));
}

bool wants_examples(std::optional<int> window, std::string_view model) {
    if (window && *window < k_window_for_examples) return false;
    std::string name(model);
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::none_of(k_models_without_examples,
                                [&](std::string_view part) { return name.find(part) != std::string::npos; });
}

} // namespace thoth
