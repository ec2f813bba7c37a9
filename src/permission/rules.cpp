#include "permission/rules.h"

#include "text/glob.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
using namespace std::string_view_literals;
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

constexpr std::array k_program_directories{"/bin/"sv,  "/usr/bin/"sv,  "/usr/local/bin/"sv,
                                           "/sbin/"sv, "/usr/sbin/"sv, "/usr/local/sbin/"sv};
// git's global options that take a value as a word of its own.
constexpr std::array k_git_with_value{
    "-C"sv, "-c"sv, "--git-dir"sv, "--work-tree"sv, "--namespace"sv, "--super-prefix"sv, "--config-env"sv};

enum class Match { no, perhaps, yes };

// Where in a pattern one can be after having read some text: a flag for each position. `*` is any
// text. An expansion in the text may become anything, so whatever lies ahead can be reached then.
class PatternRun {
public:
    explicit PatternRun(std::string_view pattern) : m_pattern(pattern), m_at(pattern.size() + 1) {
        m_at[0] = true;
        pass_stars();
    }
    void read(char c) {
        std::vector<bool> next(m_at.size());
        for (size_t i = 0; i < m_pattern.size(); ++i) {
            if (!m_at[i]) continue;
            if (m_pattern[i] == '*') next[i] = true;
            if (m_pattern[i] == c) next[i + 1] = true;
        }
        m_at = std::move(next);
        pass_stars();
    }
    void read_anything() {
        const auto first = std::ranges::find(m_at, true);
        std::fill(first, m_at.end(), true);
    }
    bool is_through() const { return m_at.back(); }

private:
    void pass_stars() {
        for (size_t i = 0; i < m_pattern.size(); ++i)
            if (m_at[i] && m_pattern[i] == '*') m_at[i + 1] = true;
    }
    std::string_view m_pattern;
    std::vector<bool> m_at;
};

// `unknown`: what an expansion is taken for. True: for anything it could become.
bool goes_through(std::string_view pattern, std::span<const std::optional<std::string>> words, bool unknown) {
    PatternRun run(pattern);
    bool first = true;
    for (const auto& word : words) {
        if (!first) run.read(' ');
        first = false;
        if (word)
            for (const char c : *word)
                run.read(c);
        else if (unknown)
            run.read_anything();
        else
            run.read('\0'); // no character of a pattern, so that only `*` takes it
    }
    return run.is_through();
}

Match match_words(std::string_view pattern, std::span<const std::optional<std::string>> words) {
    std::string body(pattern);
    if (body.ends_with(":*") || body.ends_with(" *")) {
        const std::string bare = body.substr(0, body.size() - 2);
        if (goes_through(bare, words, false)) return Match::yes;
        body = bare + " *";
    }
    if (goes_through(body, words, false)) return Match::yes;
    return goes_through(body, words, true) ? Match::perhaps : Match::no;
}

CommandWords without_program_path(const CommandWords& words) {
    CommandWords out = words;
    if (out.empty() || !out[0]) return out;
    for (const std::string_view directory : k_program_directories)
        if (out[0]->starts_with(directory) && out[0]->find('/', directory.size()) == std::string::npos) {
            out[0] = out[0]->substr(directory.size());
            break;
        }
    return out;
}

CommandWords without_git_options(const CommandWords& words) {
    if (words.empty() || words[0] != "git") return words;
    size_t at = 1;
    while (at < words.size() && words[at] && words[at]->starts_with('-'))
        at += std::ranges::find(k_git_with_value, *words[at]) != k_git_with_value.end() ? 2 : 1;
    CommandWords out{words[0]};
    if (at < words.size()) out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    return out;
}

// Every spelling of the command that a rule which restricts has to see.
Match match_any_spelling(std::string_view pattern, const CommandWords& words) {
    const CommandWords plain = without_program_path(words);
    Match best = Match::no;
    for (const CommandWords& spelling : {words, plain, without_git_options(plain)})
        best = std::max(best, match_words(pattern, spelling));
    return best;
}
} // namespace

const PermissionRule* Rules::for_path(Subject subject, const Path& real) const {
    for (const Effect effect : {Effect::deny, Effect::ask, Effect::allow})
        if (const PermissionRule* rule = first_for_path(effect, subject, real)) return rule;
    return nullptr;
}

const PermissionRule* Rules::first_for_path(Effect effect, Subject subject, const Path& real) const {
    const auto rule = std::ranges::find_if(m_rules, [&](const PermissionRule& candidate) {
        return candidate.effect == effect && candidate.subject == subject && matches_path(candidate, real);
    });
    return rule == m_rules.end() ? nullptr : &*rule;
}

bool Rules::matches_path(const PermissionRule& rule, const Path& real) const {
    const std::string& pattern = rule.pattern;
    const bool in_project = is_within(real, m_project);
    if (pattern.starts_with('/')) return glob_match(pattern, real.string());
    if (pattern.starts_with("~/"))
        return !m_home.empty() && is_within(real, m_home) &&
               glob_match(pattern.substr(2), real.lexically_relative(m_home).string());
    const bool is_name = pattern.find('/') == std::string::npos;
    if (is_name && (in_project || rule.effect != Effect::allow) && glob_match(pattern, real.filename().string()))
        return true;
    const std::string below_project = pattern.starts_with("./") ? pattern.substr(2) : pattern;
    return in_project && glob_match(below_project, real.lexically_relative(m_project).string());
}

Rules::CommandFindings Rules::for_commands(std::span<const CommandWords> commands) const {
    CommandFindings found;
    found.allow.assign(commands.size(), nullptr);
    for (const PermissionRule& rule : m_rules) {
        if (rule.subject != Subject::shell) continue;
        for (size_t i = 0; i < commands.size(); ++i) {
            if (rule.effect == Effect::allow) {
                if (!found.allow[i] && match_words(rule.pattern, without_program_path(commands[i])) == Match::yes)
                    found.allow[i] = &rule;
                continue;
            }
            const Match match = match_any_spelling(rule.pattern, commands[i]);
            if (match == Match::no) continue;
            if (rule.effect == Effect::ask && !found.ask) found.ask = &rule;
            if (rule.effect == Effect::deny && match == Match::yes && !found.deny) found.deny = &rule;
            if (rule.effect == Effect::deny && match == Match::perhaps && !found.unclear) found.unclear = &rule;
        }
    }
    return found;
}

bool Rules::denies_commands() const {
    return std::ranges::any_of(m_rules, [](const PermissionRule& rule) {
        return rule.effect == Effect::deny && rule.subject == Subject::shell;
    });
}

std::string rule_in_words(const PermissionRule& rule) {
    return fmt::format("{} ({} {}:{}){}", rule.origin, name_of(rule.effect), name_of(rule.subject), rule.pattern,
                       rule.reason.empty() ? "" : ": " + rule.reason);
}

} // namespace thoth
