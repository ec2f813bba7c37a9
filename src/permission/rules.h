#pragma once
#include "base/path.h"
#include "config/permission_rules.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The words of one simple command without their quotes; nothing for a word that is known only when
// it runs ("$x").
using CommandWords = std::vector<std::optional<std::string>>;

// The rules that people wrote by hand, and what they say of a call. Deny comes before ask, ask
// before allow; within each the first that matches is named. Immutable; any thread.
//
// A shell pattern is compared with one command of the line, its words joined by single blanks:
// `*` stands for any text, and one at the end behind a blank or a colon ("git push *", "git
// push:*") for none at all, too. What denies and what asks sees through the path of a program, git's
// global options and programs that start others; what allows does not.
// A path pattern counts from the project, from home with "~/", or from the root with "/"; without
// a slash it is a name in any directory (of the project, where it allows). Its wildcards are those of text/glob.h.
class Rules {
public:
    Rules() = default;
    Rules(std::vector<PermissionRule> rules, Path project, Path home)
        : m_rules(std::move(rules)), m_project(std::move(project)), m_home(std::move(home)) {}

    // The rule that decides on a file, or null.
    const PermissionRule* for_path(PermissionRule::Subject subject, const Path& real) const;

    struct CommandFindings {
        const PermissionRule* deny = nullptr;
        const PermissionRule* unclear = nullptr; // denies, if an expansion turns out to be what it names
        const PermissionRule* ask = nullptr;
        std::vector<const PermissionRule*> allow; // one for each command; null: none
    };
    CommandFindings for_commands(std::span<const CommandWords> commands) const;

    bool denies_commands() const; // there is a rule that denies some command
    // What needs the key runs commands that are not seen: a program that is known only when it runs, or
    // a shell that reads its script from somewhere (one whose script stands on the line has no key).
    static bool hides_commands(std::string_view key);
    std::span<const PermissionRule> all() const { return m_rules; }

private:
    const PermissionRule* first_for_path(PermissionRule::Effect effect, PermissionRule::Subject subject,
                                         const Path& real) const;
    bool matches_path(const PermissionRule& rule, const Path& real) const;

    std::vector<PermissionRule> m_rules;
    Path m_project;
    Path m_home;
};

// "config.toml:12 (deny shell:git push*): others work there".
std::string rule_in_words(const PermissionRule& rule);

} // namespace thoth
