#include "permission/shell/option_rules.h"
#include "permission/shell/options.h"
#include "permission/shell/web_hosts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::array k_global_options{
    "--no-pager"sv, "-P"sv,    "--no-optional-locks"sv, "--literal-pathspecs"sv, "--no-replace-objects"sv,
    "--version"sv,  "--help"sv};
constexpr std::array k_storable{
    "status"sv,      "log"sv,          "diff"sv,     "show"sv,     "add"sv,       "commit"sv,     "branch"sv,
    "switch"sv,      "checkout"sv,     "fetch"sv,    "pull"sv,     "merge"sv,     "tag"sv,        "blame"sv,
    "describe"sv,    "rev-parse"sv,    "rev-list"sv, "ls-files"sv, "ls-tree"sv,   "ls-remote"sv,  "remote"sv,
    "stash"sv,       "restore"sv,      "reset"sv,    "clone"sv,    "init"sv,      "grep"sv,       "shortlog"sv,
    "cherry-pick"sv, "revert"sv,       "worktree"sv, "cat-file"sv, "diff-tree"sv, "diff-index"sv, "name-rev"sv,
    "merge-base"sv,  "for-each-ref"sv, "show-ref"sv, "config"sv,   "reflog"sv,    "version"sv,    "help"sv};
constexpr std::array k_remote_commands{"clone"sv, "fetch"sv, "pull"sv, "ls-remote"sv, "remote"sv};
// Options that name a program or a file to write.
constexpr std::array k_options{"output"sv,      "ext-diff"sv,     "textconv"sv, "open-files-in-pager"sv,
                               "upload-pack"sv, "receive-pack"sv, "exec"sv};

// Options of one subcommand that lose work or run something.
struct CommandOptions {
    std::string_view command;
    std::string_view letters;
    std::string_view letters_with_value;
    std::array<std::string_view, 3> names;
};
constexpr std::array<CommandOptions, 8> k_command_options{{
    {"grep", "O", "efABCm", {}},
    {"reset", "", "", {"hard", "merge", "keep"}},
    {"switch", "fC", "c", {"force", "discard-changes", "force-create"}},
    {"restore", "W", "s", {"worktree"}},
    {"branch", "DMCfd", "u", {"delete", "force"}},
    {"tag", "df", "mFu", {"delete", "force"}},
    {"clone", "cu", "boj", {"config", "template"}},
    {"init", "", "b", {"template", "separate-git-dir"}},
}};

template <size_t N>
bool in(const std::array<std::string_view, N>& table, std::string_view word) {
    return std::ranges::find(table, word) != table.end();
}

class GitCall {
public:
    GitCall(std::span<const Word> arguments, const OptionContext& context, const Paths& paths)
        : m_rest(arguments), m_context(context), m_paths(paths) {}

    OptionFindings judge() {
        if (!global_options()) {
            m_found.reasons.push_back("git is configured on the command line");
            // What the command is behind an unknown option is not certain.
            m_found.destructive_git = true;
            return std::move(m_found);
        }
        if (m_rest.empty()) return std::move(m_found);
        command();
        return std::move(m_found);
    }

private:
    // Takes them; false for one that is not known to be harmless.
    bool global_options() {
        while (!m_rest.empty() && m_rest[0].text.starts_with('-')) {
            const bool is_directory = m_rest[0].text == "-C";
            if (is_directory ? !directory() : !in(k_global_options, m_rest[0].text)) return false;
            m_rest = m_rest.subspan(is_directory ? 2 : 1);
        }
        return true;
    }
    bool directory() const {
        if (m_rest.size() < 2 || !m_rest[1].literal || m_rest[1].placeholder) return false;
        const auto path = m_paths.absolute(m_rest[1].text, m_rest[1].tilde, m_context.cwd);
        return path && m_paths.in_project(*path);
    }

    void command() {
        const Word& first = m_rest[0];
        const std::string& name = first.text;
        m_rest = m_rest.subspan(1);
        if (!first.literal || first.placeholder || !in(k_storable, name)) {
            lossy(fmt::format("git {} is asked about every time",
                              first.literal ? name : "with a command that is not known"));
            m_found.network = m_found.network || name == "push";
            return;
        }
        for (const Word& word : options())
            if (const std::string option = dangerous(word.text); !option.empty())
                m_found.reasons.push_back(fmt::format("git {} can run a program or write a file", option));
        command_options(name);
        command_forms(name);
        if (in(k_remote_commands, name)) repositories();
    }

    std::span<const Word> options() const {
        const auto end =
            std::ranges::find_if(m_rest, [](const Word& word) { return word.literal && word.text == "--"; });
        return m_rest.first(static_cast<size_t>(end - m_rest.begin()));
    }
    static std::string dangerous(std::string_view word) {
        if (word == "--text") return {}; // not --textconv cut short
        for (const std::string_view name : k_options)
            if (is_long_option(word, name)) return "--" + std::string(name);
        return {};
    }

    void lossy(std::string reason) {
        m_found.reasons.push_back(std::move(reason));
        m_found.destructive_git = true;
    }

    void command_options(const std::string& name) {
        const auto rule = std::ranges::find(k_command_options, name, &CommandOptions::command);
        if (rule == k_command_options.end()) return;
        for (const Word& word : options()) {
            bool is_lossy = has_letter(word.text, rule->letters, rule->letters_with_value);
            for (const std::string_view option : rule->names)
                is_lossy = is_lossy || (!option.empty() && is_long_option(word.text, option));
            if (is_lossy) return lossy(fmt::format("git {} {} can lose work or run programs", name, word.text));
        }
    }

    bool first_is(std::initializer_list<std::string_view> words) const {
        return !m_rest.empty() && m_rest[0].literal && !m_rest[0].placeholder &&
               std::ranges::find(words, m_rest[0].text) != words.end();
    }

    // Commands of which only some forms are harmless.
    void command_forms(const std::string& name) {
        bool is_harmless = true;
        if (name == "checkout")
            is_harmless = first_is({"-b"}) && m_rest.size() == 2 && m_rest[1].literal && !m_rest[1].placeholder &&
                          !m_rest[1].text.starts_with('-');
        else if (name == "restore")
            is_harmless = std::ranges::any_of(options(), [](const Word& word) {
                return word.text == "--staged" || has_letter(word.text, "S", "s");
            });
        else if (name == "stash")
            is_harmless = !first_is({"drop", "clear", "pop"}) && (m_rest.empty() || m_rest[0].literal);
        else if (name == "worktree")
            is_harmless = first_is({"list", "add"});
        else if (name == "reflog")
            is_harmless = !first_is({"expire", "delete"}) && (m_rest.empty() || m_rest[0].literal);
        else if (name == "config")
            is_harmless = first_is({"--get", "--get-all", "--get-regexp", "--list", "-l", "get", "list"});
        if (!is_harmless) lossy(fmt::format("this form of git {} can lose or change what is there", name));
    }

    // What the command talks to.
    void repositories() {
        bool options_ended = false;
        for (const Word& word : m_rest) {
            if (!word.literal || word.placeholder) {
                m_found.reasons.push_back("it is not known which repository git talks to");
                continue;
            }
            options_ended = options_ended || word.text == "--";
            if (word.text.starts_with('-') && !options_ended) continue;
            const Repository named = repository(word.text);
            if (!named.host.empty()) m_found.hosts.push_back(named.host);
            if (!named.plain)
                m_found.reasons.push_back("git is given a repository of a kind that can run programs");
        }
    }

    std::span<const Word> m_rest;
    const OptionContext& m_context;
    const Paths& m_paths;
    OptionFindings m_found;
};
} // namespace

OptionFindings check_git(std::span<const Word> arguments, const OptionContext& context, const Paths& paths) {
    return GitCall(arguments, context, paths).judge();
}

} // namespace thoth::shell
