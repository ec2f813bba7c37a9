#include "app/commands/policy_explain.h"

#include "app/permissions.h"
#include "config/load_settings.h"
#include "permission/command_inspector.h"
#include "permission/grant_words.h"
#include "permission/policy.h"
#include "session/project_state.h"
#include "text/display.h"
#include "tools/shell_environment.h"
#include "ui/transcript.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

int report(const Error& error, const Console& console) {
    console.err.write(notice_text({Notice::Level::error, describe(error)}, console.err.color()));
    return error.code == Errc::invalid_argument ? k_exit_usage : k_exit_failed;
}

Result<LoadedRules> rules_here(const Surroundings& world, const Workspace& workspace) {
    auto settings = TRY(load_settings(world.files, world.state_directory, world.environment, {}));
    return load_rules(world, workspace, std::move(settings.rules));
}

struct Asked {
    std::string line;
    Mode mode = Mode::manual;
};

Result<Asked> parse(std::span<const std::string> arguments) {
    Asked asked;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--mode") {
            if (i + 1 == arguments.size()) return fail(Errc::invalid_argument, "--mode: the mode is missing");
            const auto mode = mode_from(arguments[++i]);
            if (!mode) return fail(Errc::invalid_argument, unknown_mode(arguments[i]));
            asked.mode = *mode;
        } else if (asked.line.empty()) {
            asked.line = arguments[i];
        } else {
            asked.line.clear();
            break;
        }
    }
    if (asked.line.empty())
        return fail(Errc::invalid_argument, "policy explain takes one command line",
                    "thoth policy explain [--mode MODE] 'git push'");
    return asked;
}

std::string keys_in_words(const CommandFacts& facts, const Grants& grants) {
    std::string text;
    for (const std::string& key : facts.keys) {
        const Grant* grant = grants.find(key);
        text += fmt::format("  {:<28} {}{}\n", key, grant_in_words(key),
                            grant ? fmt::format(", granted on {}", grant->since.substr(0, 10)) : "");
    }
    return text;
}

const char* outcome(Verdict::Decision decision) {
    switch (decision) {
    case Verdict::Decision::allow:
        return "runs without a question";
    case Verdict::Decision::ask:
        return "asks; without a terminal it does not happen";
    case Verdict::Decision::refuse:
        return "is refused";
    }
    return "";
}

std::string explanation(const Asked& asked, const CommandFacts& facts, const Verdict& verdict,
                        const Grants& grants) {
    std::string text = fmt::format("command  {}\nneeds\n{}", asked.line, keys_in_words(facts, grants));
    text += fmt::format("in mode {}, fully confined, it {}\n", name_of(asked.mode), outcome(verdict.decision));
    for (const std::string& reason : verdict.reasons)
        text += fmt::format("  because {}\n", reason);
    if (verdict.decision == Verdict::Decision::ask && !verdict.keys.empty()) {
        text += "  because these are not granted:";
        for (const std::string& key : verdict.keys)
            text += " " + key;
        text += '\n';
    }
    if (verdict.decision == Verdict::Decision::allow && verdict.reasons.empty() && verdict.by_person)
        text += "  because all that it needs is granted or allowed by a rule\n";
    return text;
}

Result<std::string> explain(const Asked& asked, const Surroundings& world) {
    const Workspace workspace = TRY(Workspace::open(world.files, world.directory));
    const LoadedRules loaded = TRY(rules_here(world, workspace));
    const Path state = TRY(find_project_state(world.files, world.state_directory, workspace.root()));
    const Grants grants = TRY(Grants::load(world.files, state / "allow.json", workspace.root()));
    const CommandInspector inspector(world.files, workspace, real_home(world),
                                     command_search_path(world.environment, world.files, workspace.root()));
    const CommandFacts facts = inspector.inspect(asked.line, grants, {});
    const Verdict verdict = Policy(workspace, real_home(world), {}, loaded.rules)
                                .judge_command(facts, {asked.line}, asked.mode, grants, Confinement::full);
    std::string text = explanation(asked, facts, verdict, grants);
    for (const std::string& warning : loaded.warnings)
        text += "warning: " + warning + "\n";
    return text;
}

// Whether the rule says something about the example.
bool applies(const PermissionRule& rule, const std::string& example, const Workspace& workspace, const Path& home) {
    const Rules rules({rule}, workspace.root(), home);
    if (rule.subject != Subject::shell) {
        const bool elsewhere = example.starts_with('/') || example.starts_with("~/");
        const Path path = example.starts_with("~/") ? home / example.substr(2) : Path(example);
        return rules.for_path(rule.subject, elsewhere ? path : (workspace.root() / path).lexically_normal()) !=
               nullptr;
    }
    const ShellJudgement judgement = classify_shell(example, {workspace.root(), workspace.root(), home});
    std::vector<CommandWords> commands;
    for (const SimpleCommand& command : judgement.commands)
        commands.push_back(command.words);
    const auto found = rules.for_commands(commands);
    if (rule.effect == Effect::allow)
        return !commands.empty() && std::ranges::find(found.allow, nullptr) == found.allow.end();
    return found.deny || found.ask || (rule.effect == Effect::deny && !judgement.parsed);
}

struct Checked {
    std::string text;
    int examples = 0;
    int wrong = 0;
};

void check_examples(Checked& checked, const PermissionRule& rule, const std::vector<std::string>& examples,
                    bool expected, const Workspace& workspace, const Path& home) {
    for (const std::string& example : examples) {
        ++checked.examples;
        if (applies(rule, example, workspace, home) == expected) continue;
        ++checked.wrong;
        checked.text += fmt::format("{} {} \"{}\", and should{}\n", rule_in_words(rule),
                                    expected ? "does not match" : "matches", example, expected ? "" : " not");
    }
}
} // namespace

int run_policy_explain(std::span<const std::string> arguments, const Surroundings& world, const Console& console) {
    const auto asked = parse(arguments);
    if (!asked) return report(asked.error(), console);
    const auto text = explain(*asked, world);
    if (!text) return report(text.error(), console);
    console.out.write(display_text(*text));
    return 0;
}

int run_policy_check(std::span<const std::string> arguments, const Surroundings& world, const Console& console) {
    if (!arguments.empty())
        return report({Errc::invalid_argument, "policy check takes no argument",
                       "it compares each rule with the examples beside it"},
                      console);
    const auto workspace = Workspace::open(world.files, world.directory);
    if (!workspace) return report(workspace.error(), console);
    const auto loaded = rules_here(world, *workspace);
    if (!loaded) return report(loaded.error(), console);
    Checked checked;
    for (const PermissionRule& rule : loaded->rules.all()) {
        check_examples(checked, rule, rule.match, true, *workspace, real_home(world));
        check_examples(checked, rule, rule.no_match, false, *workspace, real_home(world));
    }
    for (const std::string& warning : loaded->warnings)
        checked.text += "warning: " + warning + "\n";
    checked.text += fmt::format("{} rules, {} examples, {} not as they should be\n", loaded->rules.all().size(),
                                checked.examples, checked.wrong);
    console.out.write(display_text(checked.text));
    return checked.wrong == 0 ? 0 : k_exit_failed;
}

} // namespace thoth
