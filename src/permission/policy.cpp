#include "permission/policy.h"

#include <fmt/format.h>

#include "base/json.h"
#include "base/sensitive_names.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

constexpr const char* k_plan =
    "plan mode changes nothing: describe the change instead; the user decides whether it "
    "is carried out";

Verdict allow() {
    return {Verdict::Decision::allow, {}, {}};
}

Verdict allow_by_person() {
    return {Verdict::Decision::allow, {}, {}, true};
}

Verdict ask(std::string reason) {
    return {Verdict::Decision::ask, {}, {std::move(reason)}};
}

Verdict refuse(std::string reason) {
    return {Verdict::Decision::refuse, {}, {std::move(reason)}};
}

Verdict by_rule(const PermissionRule& rule) {
    const std::string words = "the rule in " + rule_in_words(rule);
    switch (rule.effect) {
    case Effect::deny:
        return refuse(words);
    case Effect::ask:
        return ask(words);
    case Effect::allow:
        break;
    }
    return {Verdict::Decision::allow, {}, {words}, true};
}

// Allowed when the key is granted, else asked for with `always` for that key.
Verdict by_key(std::string key, const Grants& grants, std::string reason) {
    if (grants.has(key)) return allow_by_person();
    Verdict verdict{Verdict::Decision::ask, {std::move(key)}, {}};
    if (!reason.empty()) verdict.reasons.push_back(std::move(reason));
    return verdict;
}

const char* key_inside_project(ChangeAccess::Kind kind) {
    switch (kind) {
    case ChangeAccess::Kind::write:
        return "edit:./";
    case ChangeAccess::Kind::move:
        return "move:./";
    case ChangeAccess::Kind::remove:
        return "delete:./";
    }
    return "edit:./";
}

// A name that is not UTF-8 has no spelling of its own in allow.json: two directories could
// share one. It asks each time.
Verdict by_directory(const char* verb, const Path& directory, const Grants& grants, std::string reason) {
    if (!fits_json_string(directory.string())) return ask(std::move(reason));
    return by_key(verb + directory.string(), grants, std::move(reason));
}

// Keys that no grant covers yet, and no rule. A grant with a pin covers one content of the file.
std::vector<std::string> keys_to_grant(const CommandFacts& facts, const Rules::CommandFindings& found,
                                       const Grants& grants) {
    const auto is_ruled = [&](const std::string& key) {
        bool any = false;
        for (size_t i = 0; i < facts.commands.size(); ++i) {
            if (std::ranges::find(facts.keys_of[i], key) == facts.keys_of[i].end()) continue;
            if (!found.allow[i]) return false;
            any = true;
        }
        return any;
    };
    std::vector<std::string> missing;
    for (const std::string& key : facts.keys) {
        const Grant* grant = grants.find(key);
        const auto pin = facts.pins.find(key);
        const bool granted = grant && !facts.not_kept.contains(key) &&
                             (pin == facts.pins.end() ? !grant->pin : grant->pin == pin->second);
        if (!granted && !is_ruled(key)) missing.push_back(key);
    }
    return missing;
}

std::vector<std::string> wishes_to_write(const CommandAccess& access) {
    std::vector<std::string> wishes;
    for (const Path& path : access.writable) {
        const bool steers = is_protected_name(path);
        wishes.push_back(fmt::format("it asks to write {} too{}", path.string(),
                                     steers ? ", which steers programs that run later" : ""));
    }
    return wishes;
}

// What stays inside is let through; for the rest somebody is asked, once.
Verdict judge_automatic(const CommandFacts& facts, const CommandAccess& access) {
    std::vector<std::string> reasons = facts.reaches_out;
    if (access.network) reasons.emplace_back("it asks for the network");
    for (std::string& wish : wishes_to_write(access))
        reasons.push_back(std::move(wish));
    if (reasons.empty()) return allow();
    return {Verdict::Decision::ask, {}, std::move(reasons)};
}

// The rules that took part are named.
Verdict allow_by_rules(const Rules::CommandFindings& found) {
    Verdict verdict = allow_by_person();
    for (const PermissionRule* rule : found.allow) {
        if (!rule) continue;
        const std::string words = "the rule in " + rule_in_words(*rule);
        if (std::ranges::find(verdict.reasons, words) == verdict.reasons.end()) verdict.reasons.push_back(words);
    }
    return verdict;
}

bool is_inside_git(const Path& name) {
    return std::ranges::find(name, Path(".git")) != name.end();
}
} // namespace

Verdict Policy::judge(const Access& access, Mode mode, const Grants& grants) const {
    if (const auto* read = std::get_if<ReadAccess>(&access)) return judge_read(*read, grants);
    if (const auto* change = std::get_if<ChangeAccess>(&access)) return judge_change(*change, mode, grants);
    if (const auto* remember = std::get_if<RememberAccess>(&access)) return judge_remember(*remember, mode, grants);
    if (const auto* web = std::get_if<WebAccess>(&access)) return judge_web(*web, mode, grants);
    if (std::holds_alternative<CommandAccess>(access)) return ask("what it would do is not known");
    return allow();
}

// Inside the project only the part below its root counts: a project that lies in ~/.config/git
// is no reason to guard each of its files.
Path Policy::judged_name(const Path& path) const {
    return is_within(path, m_workspace.root()) ? path.lexically_relative(m_workspace.root()) : path;
}

Verdict Policy::judge_read(const ReadAccess& read, const Grants& grants) const {
    const PermissionRule* rule = m_rules.for_path(Subject::read, read.path);
    if (rule && rule->effect != Effect::allow) return by_rule(*rule);
    if (is_secret_name(judged_name(read.path))) return ask("its name says that it holds secrets");
    if (is_within(read.path, m_workspace.root())) return allow();
    if (rule) return by_rule(*rule);
    if (!m_own_files.empty() && is_within(read.path, m_own_files)) return allow();
    const std::string reason = "it lies outside of the project";
    switch (read.extent) {
    case ReadAccess::Extent::file:
        return by_directory("read:", read.path.parent_path(), grants, reason);
    case ReadAccess::Extent::directory:
        return by_directory("read:", read.path, grants, reason);
    case ReadAccess::Extent::tree: // a grant covers one directory and nothing below it
        return ask(reason);
    }
    return ask(reason);
}

// Asked about in every mode: what is remembered steers every later session.
Verdict Policy::judge_remember(const RememberAccess& remember, Mode mode, const Grants& grants) const {
    if (mode == Mode::plan) return refuse(k_plan);
    const PermissionRule* rule = m_rules.for_path(Subject::edit, remember.file);
    if (rule && rule->effect != Effect::allow) return by_rule(*rule);
    return by_key("remember", grants, {});
}

// Asked about in every mode, since the other side learns the address. A grant covers one host, and no
// address that only this machine or its network reaches: a page may have named it. Neither does it cover
// a plan, of which the user was told that nothing gets out of it unasked.
Verdict Policy::judge_web(const WebAccess& web, Mode mode, const Grants& grants) const {
    if (!web.not_public.empty()) {
        std::vector<std::string> reasons;
        for (const std::string& address : web.not_public)
            reasons.push_back(fmt::format("it is no public place: {}", address));
        return {Verdict::Decision::ask, {}, std::move(reasons)};
    }
    if (mode == Mode::plan) return ask("plan mode asks about each page");
    return by_key("web:" + web.place, grants, {});
}

// The rule of that effect on either end of the change.
const PermissionRule* Policy::rule_for(const ChangeAccess& change, Effect effect) const {
    for (const Path& end : {change.path, change.moved_to}) {
        if (end.empty()) continue;
        const PermissionRule* rule = m_rules.for_path(Subject::edit, end);
        if (rule && rule->effect == effect) return rule;
    }
    return nullptr;
}

// A rule that allows lifts the question of the mode and the one for a place outside, and no other.
Verdict Policy::judge_change(const ChangeAccess& change, Mode mode, const Grants& grants) const {
    if (mode == Mode::plan) return refuse(k_plan);
    if (const PermissionRule* rule = rule_for(change, Effect::deny)) return by_rule(*rule);
    Verdict verdict = judge_change_without_rules(change, mode, grants);
    if (verdict.decision == Verdict::Decision::refuse) return verdict;
    if (const PermissionRule* rule = rule_for(change, Effect::ask)) return by_rule(*rule);
    const bool could_be_granted = verdict.decision == Verdict::Decision::ask && !verdict.keys.empty();
    const PermissionRule* rule = could_be_granted ? rule_for(change, Effect::allow) : nullptr;
    return rule ? by_rule(*rule) : verdict;
}

// A file is judged by where it lies, what it is called, whether it is called something else too
// (a change would then reach where nobody looked), and whether its owner took the right to write
// away from himself: replacing it does not need that right, so nothing else would hold it up.
Verdict Policy::judge_change_without_rules(const ChangeAccess& change, Mode mode, const Grants& grants) const {
    const Path& path = change.path;
    for (const Path& end : {path, change.moved_to}) {
        if (end.empty()) continue;
        const Path name = judged_name(end);
        if (is_inside_git(name)) return refuse("file tools change nothing inside of .git; git commands do that");
        if (is_secret_name(name)) return ask("its name says that it holds secrets");
        if (is_protected_name(name)) return ask("it steers programs that run later");
    }
    if (change.more_names) return ask("the file has another name elsewhere, which would change with it");
    if (change.read_only) return ask("the file is marked as read-only");
    if (!is_within(path, m_workspace.root()))
        return by_directory("edit:", path.parent_path(), grants, "it lies outside of the project");
    if (!m_home.empty() && is_within(m_home, m_workspace.root()))
        return ask("the project is the home directory or lies above it");
    if (mode != Mode::manual) return allow();
    return by_key(key_inside_project(change.kind), grants, {});
}

// What a rule allows needs no grant, and lifts what is asked each time because of that command's
// own options; nothing lifts what is wrong with the line as a whole.
Verdict Policy::judge_command(const CommandFacts& facts, const CommandAccess& access, Mode mode,
                              const Grants& grants, Confinement confinement) const {
    const Rules::CommandFindings found = m_rules.for_commands(facts.commands);
    if (found.deny) return by_rule(*found.deny);
    if (m_rules.denies_commands() && (!facts.understood || std::ranges::any_of(facts.keys, Rules::hides_commands)))
        return refuse("it is not seen what the line runs, so that the rules that deny commands cannot be checked; "
                      "write it more simply");
    if (mode == Mode::plan && !facts.read_only)
        return refuse("plan mode runs only commands that look at the project (ls, cat, grep, git log ...)");
    if (found.unclear)
        return ask(fmt::format("an expansion could turn it into what the rule in {} denies",
                               rule_in_words(*found.unclear)));
    if (found.ask) return by_rule(*found.ask);
    if (mode == Mode::plan && !facts.reaches_out.empty()) return {Verdict::Decision::ask, {}, facts.reaches_out};
    if (mode == Mode::plan && confinement == Confinement::full) return allow();

    Verdict verdict;
    for (const EveryTime& each : facts.every_time)
        if (!each.command || !found.allow[*each.command]) verdict.reasons.push_back(each.reason);
    for (std::string& wish : wishes_to_write(access))
        verdict.reasons.push_back(std::move(wish));
    const bool each_time = !verdict.reasons.empty();
    const std::vector<std::string> missing = keys_to_grant(facts, found, grants);
    if (!each_time && missing.empty()) return allow_by_rules(found);

    if (mode == Mode::automatic && confinement != Confinement::partial) return judge_automatic(facts, access);
    if (!each_time) verdict.keys = missing;
    for (const std::string& remark : facts.remarks)
        verdict.reasons.push_back(remark);
    if (mode == Mode::automatic)
        verdict.reasons.emplace_back("this machine cannot confine commands fully, so auto mode asks");
    return verdict;
}

} // namespace thoth
