#include "config/permission_rules.h"

#include "config/given_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace thoth {

namespace {
using namespace std::string_view_literals;
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

constexpr uint64_t k_largest = 256 * 1024;
constexpr std::array k_effects{Effect::deny, Effect::ask, Effect::allow};
constexpr std::array k_subjects{Subject::shell, Subject::read, Subject::edit};
constexpr std::array k_keys{"deny"sv, "ask"sv, "allow"sv, "reason"sv, "match"sv, "no_match"sv};
constexpr std::string_view k_project_file = ".thoth/config.toml";

std::unexpected<Error> wrong(const std::string& path, FilePlace place, const std::string& what) {
    return fail(Errc::invalid_argument, where(path, place) + what,
                "a rule is [[permissions]] with deny, ask or allow = \"shell:PATTERN\", \"read:PATH\" or "
                "\"edit:PATH\"");
}

Result<std::vector<std::string>> examples(const ConfigEntry& entry, const std::string& path) {
    const auto* list = std::get_if<ConfigArray>(&entry.value);
    if (!list)
        return wrong(path, entry.place,
                     fmt::format("{} is {}; allowed: a list of strings", entry.key, found(entry.value)));
    std::vector<std::string> texts;
    for (const ConfigEntry& item : list->items) {
        const auto* text = std::get_if<std::string>(&item.value);
        if (!text)
            return wrong(path, item.place,
                         fmt::format("{} holds {}; allowed: strings", entry.key, found(item.value)));
        texts.push_back(*text);
    }
    return texts;
}

Result<std::string> text_of(const ConfigEntry& entry, const std::string& path) {
    return as_text({entry.value, entry.key, {}, path, entry.place});
}

// "shell:git push*" divided.
Result<void> take_pattern(PermissionRule& rule, const ConfigEntry& entry, const std::string& path) {
    const std::string text = TRY(text_of(entry, path));
    const size_t colon = text.find(':');
    for (const Subject subject : k_subjects) {
        if (colon == std::string::npos || text.substr(0, colon) != name_of(subject)) continue;
        rule.subject = subject;
        rule.pattern = text.substr(colon + 1);
        if (!rule.pattern.empty()) return {};
    }
    return wrong(path, entry.place,
                 fmt::format("{} is \"{}\"; allowed: shell:, read: or edit: and a pattern", entry.key, text));
}

Result<PermissionRule> rule_from(const ConfigEntry& entry, const std::string& path, const std::string& label) {
    const auto* table = std::get_if<ConfigTable>(&entry.value);
    if (!table)
        return wrong(path, entry.place,
                     fmt::format("permissions holds {}; allowed: tables [[permissions]]", found(entry.value)));
    PermissionRule rule;
    std::optional<Effect> effect;
    for (const ConfigEntry& field : *table) {
        const auto known =
            std::ranges::find_if(k_effects, [&](Effect candidate) { return field.key == name_of(candidate); });
        if (known != k_effects.end()) {
            if (effect) return wrong(path, field.key_place, "one rule has one of deny, ask and allow");
            effect = *known;
            rule.origin = fmt::format("{}:{}", label, field.key_place.line);
            TRY(take_pattern(rule, field, path));
        } else if (field.key == "reason")
            rule.reason = TRY(text_of(field, path));
        else if (field.key == "match")
            rule.match = TRY(examples(field, path));
        else if (field.key == "no_match")
            rule.no_match = TRY(examples(field, path));
        else
            return wrong(path, field.key_place,
                         fmt::format("unknown key {} in a rule{}", field.key, suggestion(field.key, k_keys)));
    }
    if (!effect) return wrong(path, entry.place, "the rule has none of deny, ask and allow");
    rule.effect = *effect;
    return rule;
}
} // namespace

const char* name_of(Effect effect) {
    switch (effect) {
    case Effect::deny:
        return "deny";
    case Effect::ask:
        return "ask";
    case Effect::allow:
        return "allow";
    }
    return "";
}

const char* name_of(Subject subject) {
    switch (subject) {
    case Subject::shell:
        return "shell";
    case Subject::read:
        return "read";
    case Subject::edit:
        return "edit";
    }
    return "";
}

Result<std::vector<PermissionRule>> permission_rules(const ConfigEntry& entry, const std::string& path,
                                                     const std::string& label) {
    const auto* list = std::get_if<ConfigArray>(&entry.value);
    if (!list)
        return wrong(path, entry.place,
                     fmt::format("permissions is {}; allowed: tables [[permissions]]", found(entry.value)));
    std::vector<PermissionRule> rules;
    for (const ConfigEntry& item : list->items)
        rules.push_back(TRY(rule_from(item, path, label)));
    return rules;
}

Result<ProjectRules> read_project_rules(const FileSystem& files, const Path& project) {
    const Path file = project / k_project_file;
    const auto text = read_whole(files, file, k_largest);
    if (!text && text.error().code == Errc::not_found) return ProjectRules{};
    if (!text) return fail(text.error());
    ProjectRules project_rules;
    for (const ConfigEntry& entry : TRY(parse_config(*text, file.string()))) {
        if (entry.key != "permissions") {
            project_rules.warnings.push_back(
                fmt::format("{}{} is ignored: a project's file holds rules that deny, and nothing else",
                            where(file.string(), entry.key_place), entry.key));
            continue;
        }
        for (PermissionRule& rule : TRY(permission_rules(entry, file.string(), std::string(k_project_file)))) {
            if (rule.effect == Effect::deny)
                project_rules.rules.push_back(std::move(rule));
            else
                project_rules.warnings.push_back(fmt::format("{}: the rule is ignored: a project can deny, not {}",
                                                             rule.origin, name_of(rule.effect)));
        }
    }
    return project_rules;
}

} // namespace thoth
