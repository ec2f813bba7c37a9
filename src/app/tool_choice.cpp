#include "app/tool_choice.h"

#include "base/embedded.h"
#include "config/nearest_name.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace thoth {

namespace embedded::tool_texts {
std::span<const File> files();
}

namespace {
constexpr std::string_view k_shell = "shell";
// What accept-edits lets through.
constexpr std::array<std::string_view, 5> k_change_files{"write_file", "edit_file", "multi_edit", "move_file",
                                                         "delete_file"};

// Each tool has a text for the model.
std::vector<std::string_view> names_of_tools() {
    std::vector<std::string_view> names;
    for (const embedded::File& file : embedded::tool_texts::files())
        names.push_back(std::string_view(file.name).substr(0, file.name.rfind('.')));
    return names;
}

// The words of a list; blanks and commas inside of brackets belong to a pattern.
std::vector<std::string> words_of(std::span<const std::string> lists) {
    std::vector<std::string> words;
    for (const std::string& list : lists) {
        std::string word;
        int depth = 0;
        for (const char c : list + ",") {
            const bool is_end = depth <= 0 && (c == ',' || c == ' ' || c == '\t' || c == '\n');
            if (!is_end) {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                word += c;
            } else if (!word.empty()) {
                words.push_back(std::exchange(word, {}));
            }
        }
        if (!word.empty()) words.push_back(word.substr(0, word.size() - 1)); // a bracket is not closed
    }
    return words;
}

struct ToolWord {
    std::string name;
    std::optional<std::string> pattern;
};

Result<ToolWord> tool_word(const std::string& flag, const std::string& word) {
    ToolWord out{word.substr(0, word.find('(')), {}};
    const auto names = names_of_tools();
    if (std::ranges::find(names, out.name) == names.end()) {
        const std::string_view meant = nearest_name(out.name, names);
        return fail(Errc::invalid_argument,
                    fmt::format("{}: there is no tool \"{}\"{}", flag, out.name,
                                meant.empty() ? "" : fmt::format("; did you mean {}?", meant)),
                    fmt::format("the tools are {}", fmt::join(names, ", ")));
    }
    if (out.name.size() == word.size()) return out;
    if (out.name != k_shell)
        return fail(Errc::invalid_argument,
                    fmt::format("{}: only shell takes a pattern, and {} does not", flag, out.name),
                    "shell(git log *)");
    if (!word.ends_with(')') || word.size() < k_shell.size() + 3)
        return fail(Errc::invalid_argument, fmt::format("{}: \"{}\" is not of the form shell(PATTERN)", flag, word),
                    "shell(git log *)");
    out.pattern = word.substr(k_shell.size() + 1, word.size() - k_shell.size() - 2);
    return out;
}

PermissionRule rule_of(PermissionRule::Effect effect, PermissionRule::Subject subject, std::string pattern,
                       std::string origin) {
    PermissionRule rule;
    rule.effect = effect;
    rule.subject = subject;
    rule.pattern = std::move(pattern);
    rule.origin = std::move(origin);
    return rule;
}
} // namespace

bool ToolChoice::offers(std::string_view name) const {
    const auto has = [&](const std::vector<std::string>& names) {
        return std::ranges::find(names, name) != names.end();
    };
    return (!allowed || has(*allowed)) && !has(disallowed);
}

Result<ToolChoice> choose_tools(const std::optional<std::vector<std::string>>& allowed,
                                std::span<const std::string> disallowed) {
    using Effect = PermissionRule::Effect;
    using Subject = PermissionRule::Subject;
    const std::string allow_flag = "--allowed-tools";
    const std::string deny_flag = "--disallowed-tools";
    ToolChoice choice;
    if (allowed) {
        choice.allowed.emplace();
        bool changes_files = false;
        for (const std::string& word : words_of(*allowed)) {
            ToolWord tool = TRY(tool_word(allow_flag, word));
            changes_files = changes_files || std::ranges::find(k_change_files, tool.name) != k_change_files.end();
            if (tool.pattern)
                choice.rules.push_back(rule_of(Effect::allow, Subject::shell, *tool.pattern, allow_flag));
            choice.allowed->push_back(std::move(tool.name));
        }
        // A name in any directory of the project: tools that are not in the list are not offered at all.
        if (changes_files) choice.rules.push_back(rule_of(Effect::allow, Subject::edit, "*", allow_flag));
    }
    for (const std::string& word : words_of(disallowed)) {
        ToolWord tool = TRY(tool_word(deny_flag, word));
        if (tool.pattern)
            choice.rules.push_back(rule_of(Effect::deny, Subject::shell, *tool.pattern, deny_flag));
        else
            choice.disallowed.push_back(std::move(tool.name));
    }
    return choice;
}

std::vector<std::unique_ptr<Tool>> offered(std::vector<std::unique_ptr<Tool>> tools, const ToolChoice& choice) {
    std::erase_if(tools, [&](const std::unique_ptr<Tool>& tool) { return !choice.offers(tool->spec().name); });
    return tools;
}

} // namespace thoth
