#include "permission/rules.h"

#include "text/glob.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace thoth {

namespace {
using namespace std::string_view_literals;
using Effect = PermissionRule::Effect;
using Subject = PermissionRule::Subject;

// git's global options that take a value as a word of their own, and those that do not. After another
// one the subcommand may be either of the next two words.
constexpr std::array k_git_with_value{"-C"sv,
                                      "-c"sv,
                                      "--git-dir"sv,
                                      "--work-tree"sv,
                                      "--namespace"sv,
                                      "--super-prefix"sv,
                                      "--config-env"sv,
                                      "--attr-source"sv,
                                      "--shallow-file"sv};
constexpr std::array k_git_alone{"-p"sv,
                                 "-P"sv,
                                 "--paginate"sv,
                                 "--no-pager"sv,
                                 "--bare"sv,
                                 "--html-path"sv,
                                 "--no-replace-objects"sv,
                                 "--literal-pathspecs"sv,
                                 "--no-optional-locks"sv,
                                 "--no-lazy-fetch"sv,
                                 "--icase-pathspecs"sv,
                                 "--glob-pathspecs"sv,
                                 "--noglob-pathspecs"sv,
                                 "--no-advice"sv};

// Programs that start what stands in their arguments, in one form or another.
constexpr std::array k_starters{
    "bundle"sv,    "busybox"sv,  "bunx"sv,   "chroot"sv,  "chrt"sv,     "doas"sv,     "docker"sv, "entr"sv,
    "env"sv,       "fakeroot"sv, "fd"sv,     "fdfind"sv,  "find"sv,     "firejail"sv, "flock"sv,  "gdb"sv,
    "hyperfine"sv, "i386"sv,     "ionice"sv, "kubectl"sv, "linux32"sv,  "linux64"sv,  "ltrace"sv, "nice"sv,
    "nohup"sv,     "npm"sv,      "npx"sv,    "nsenter"sv, "parallel"sv, "perf"sv,     "pipenv"sv, "pkexec"sv,
    "pnpm"sv,      "podman"sv,   "poetry"sv, "prlimit"sv, "rr"sv,       "runuser"sv,  "script"sv, "setarch"sv,
    "setpriv"sv,   "setsid"sv,   "ssh"sv,    "stdbuf"sv,  "strace"sv,   "su"sv,       "sudo"sv,   "systemd-run"sv,
    "taskset"sv,   "timeout"sv,  "toybox"sv, "unshare"sv, "uv"sv,       "valgrind"sv, "watch"sv,  "x86_64"sv,
    "xargs"sv,     "xvfb-run"sv, "yarn"sv};
constexpr std::array k_shells{"sh"sv, "bash"sv, "dash"sv, "ash"sv, "zsh"sv, "ksh"sv, "fish"sv, "csh"sv, "tcsh"sv};

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
    bool is_dead() const { return std::ranges::find(m_at, true) == m_at.end(); } // nothing can match any more

private:
    void pass_stars() {
        for (size_t i = 0; i < m_pattern.size(); ++i)
            if (m_at[i] && m_pattern[i] == '*') m_at[i + 1] = true;
    }
    std::string_view m_pattern;
    std::vector<bool> m_at;
};

using WordsView = std::span<const std::optional<std::string>>;

// A way to read some words of a command: the first ones put otherwise, the rest as they stand. A view,
// since a long line has very many.
struct Spelling {
    CommandWords head;
    WordsView rest;
};

// `unknown`: what an expansion is taken for. True: for anything it could become.
bool goes_through(std::string_view pattern, const Spelling& spelling, bool unknown) {
    PatternRun run(pattern);
    bool first = true;
    const auto read = [&](const std::optional<std::string>& word) {
        if (!first) run.read(' ');
        first = false;
        if (!word && unknown) run.read_anything();
        if (!word && !unknown) run.read('\0'); // no character of a pattern, so that only `*` takes it
        if (!word) return;
        for (size_t i = 0; i < word->size() && !run.is_dead(); ++i)
            run.read((*word)[i]);
    };
    for (const WordsView part : {WordsView(spelling.head), spelling.rest})
        for (size_t i = 0; i < part.size() && !run.is_dead(); ++i)
            read(part[i]);
    return run.is_through();
}

Match match_spelling(std::string_view pattern, const Spelling& spelling) {
    std::string body(pattern);
    if (body.ends_with(":*") || body.ends_with(" *")) {
        const std::string bare = body.substr(0, body.size() - 2);
        if (goes_through(bare, spelling, false)) return Match::yes;
        body = bare + " *";
    }
    if (goes_through(body, spelling, false)) return Match::yes;
    return goes_through(body, spelling, true) ? Match::perhaps : Match::no;
}

std::string base_name(const std::string& word) {
    return word.substr(word.rfind('/') + 1);
}

// The program of the system by its name alone: what allows must not take another one for it.
Spelling without_system_path(WordsView words) {
    if (words.empty() || !words[0]) return {{}, words};
    for (const std::string_view directory : {"/bin/"sv, "/usr/bin/"sv, "/usr/local/bin/"sv})
        if (*words[0] == std::string(directory) + base_name(*words[0]))
            return {{base_name(*words[0])}, words.subspan(1)};
    return {{}, words};
}

WordsView from(WordsView words, size_t first) {
    return words.subspan(std::min(first, words.size()));
}

// What git may be asked to do, behind its global options. An alias of the line may stand for anything.
void add_git_spellings(std::vector<Spelling>& out, WordsView words) {
    const auto is_one_of = [](const auto& table, const std::string& word) {
        return std::ranges::find(table, word) != table.end();
    };
    size_t at = 1;
    while (at < words.size() && words[at] && words[at]->starts_with('-')) {
        const bool has_value = is_one_of(k_git_with_value, *words[at]);
        if (has_value && at + 1 < words.size() && words[at + 1] && words[at + 1]->starts_with("alias."))
            out.push_back({{"git", std::nullopt}, {}});
        if (!has_value && !is_one_of(k_git_alone, *words[at]) && words[at]->find('=') == std::string::npos)
            out.push_back({{"git"}, from(words, at + 2)});
        at += has_value ? 2 : 1;
    }
    out.push_back({{"git"}, from(words, at)});
}

// The words of a text that some program takes for a command line.
CommandWords split(const std::string& text) {
    CommandWords words;
    for (size_t at = text.find_first_not_of(" \t\n"); at != std::string::npos;) {
        const size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(" \t\n", end);
    }
    return words;
}

void add_spellings(std::vector<Spelling>& out, WordsView words) {
    out.push_back({{}, words});
    if (words.empty() || !words[0]) return;
    const std::string program = base_name(*words[0]);
    if (program != *words[0]) out.push_back({{program}, words.subspan(1)});
    constexpr std::string_view k_git = "git-";
    if (program == "git") add_git_spellings(out, words);
    if (program.starts_with(k_git)) out.push_back({{"git", program.substr(k_git.size())}, words.subspan(1)});
}

// Every command line that may come of the words: of a program that starts others each part from some
// word on, and each word that is a line itself.
std::vector<Spelling> all_spellings(WordsView words) {
    std::vector<Spelling> out;
    add_spellings(out, words);
    if (words.empty() || !words[0]) return out;
    if (std::ranges::find(k_starters, base_name(*words[0])) == k_starters.end()) return out;
    for (size_t i = 1; i < words.size(); ++i) {
        add_spellings(out, words.subspan(i));
        if (words[i] && words[i]->find_first_of(" \t\n") != std::string::npos)
            out.push_back({split(*words[i]), {}});
    }
    return out;
}

// A pattern that begins with a star takes whatever stands before as well: the words as they stand
// are enough for it.
Match best_match(std::string_view pattern, std::span<const Spelling> spellings) {
    if (pattern.starts_with('*')) spellings = spellings.first(1);
    Match best = Match::no;
    for (const Spelling& spelling : spellings)
        best = std::max(best, match_spelling(pattern, spelling));
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
    if (m_rules.empty()) return found;
    std::vector<std::vector<Spelling>> spellings;
    for (const CommandWords& command : commands)
        spellings.push_back(all_spellings(command));
    for (const PermissionRule& rule : m_rules) {
        if (rule.subject != Subject::shell) continue;
        for (size_t i = 0; i < commands.size(); ++i) {
            if (rule.effect == Effect::allow) {
                if (!found.allow[i] && match_spelling(rule.pattern, without_system_path(commands[i])) == Match::yes)
                    found.allow[i] = &rule;
                continue;
            }
            const Match match = best_match(rule.pattern, spellings[i]);
            if (match == Match::no) continue;
            if (rule.effect == Effect::ask && !found.ask) found.ask = &rule;
            if (rule.effect == Effect::deny && match == Match::yes && !found.deny) found.deny = &rule;
            if (rule.effect == Effect::deny && match == Match::perhaps && !found.unclear) found.unclear = &rule;
        }
    }
    return found;
}

bool Rules::hides_commands(std::string_view key) {
    constexpr std::string_view k_shell = "shell:";
    if (!key.starts_with(k_shell)) return false;
    const std::string_view program = key.substr(k_shell.size());
    return program == "?" || std::ranges::find(k_shells, program) != k_shells.end();
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
