#include "workspace/check_line.h"

#include <algorithm>
#include <array>
#include <vector>

namespace thoth {

namespace {
enum class Link { none, both, either, pipe, next, background }; // between two commands

struct Command {
    std::string_view text;
    Link before = Link::none;
    Link behind = Link::none;
};

constexpr std::array<std::string_view, 39> k_only_look{
    "echo", "printf", "grep",  "egrep", "fgrep", "rg",     "ag",  "git",   "cat",  "ls",   "true", "false", "sed",
    "awk",  "find",   "less",  "more",  "head",  "tail",   "man", "which", "type", "test", "[",    "rm",    "cp",
    "mv",   "mkdir",  "touch", "cd",    "pwd",   "export", "set", "sort",  "uniq", "wc",   "diff", "tee",   ":"};
constexpr std::array<std::string_view, 10> k_in_front{"sudo",    "time", "env",    "nice",   "nohup",
                                                      "command", "exec", "stdbuf", "ionice", "timeout"};
// What makes whether a command runs, or what its end means, depend on another one.
constexpr std::array<std::string_view, 12> k_conditions{"if", "then", "else", "elif", "while", "until",
                                                        "do", "for",  "case", "!",    "{",     "("};

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

// The connector at the start of `rest`, and how long it is.
std::pair<Link, size_t> connector(std::string_view rest, char before) {
    if (rest.starts_with("&&")) return {Link::both, 2};
    if (rest.starts_with("||")) return {Link::either, 2};
    if (rest.starts_with("|&")) return {Link::pipe, 2};
    if (rest.front() == '|' && before != '>') return {Link::pipe, 1};
    if (rest.front() == ';' || rest.front() == '\n') return {Link::next, 1};
    const bool redirects = before == '>' || before == '<' || rest.starts_with("&>");
    if (rest.front() == '&' && !redirects) return {Link::background, 1};
    return {Link::none, 1};
}

class Splitter {
public:
    explicit Splitter(std::string_view line) : m_line(line) {}

    std::vector<Command> commands() {
        while (m_at < m_line.size())
            step();
        end_command(Link::none, 0);
        return std::move(m_commands);
    }

private:
    void step() {
        const char c = m_line[m_at];
        if (m_quote != 0) {
            if (c == '\\' && m_quote == '"') ++m_at;
            if (c == m_quote) m_quote = 0;
            ++m_at;
        } else if (c == '\'' || c == '"') {
            m_quote = c;
            ++m_at;
        } else if (c == '\\') {
            m_at += 2;
        } else if (c == '#' && (m_at == m_begin || m_line[m_at - 1] == ' ' || m_line[m_at - 1] == '\t')) {
            const size_t end = std::min(m_line.find('\n', m_at), m_line.size());
            end_command(Link::next, end - m_at); // a comment is no part of a command
        } else if (const auto [link, length] = connector(m_line.substr(m_at), m_at > 0 ? m_line[m_at - 1] : ' ');
                   link != Link::none) {
            end_command(link, length);
        } else {
            ++m_at;
        }
    }
    void end_command(Link behind, size_t length) {
        m_at = std::min(m_at, m_line.size());
        const std::string_view text = m_line.substr(m_begin, m_at - m_begin);
        if (text.find_first_not_of(" \t\n") != std::string_view::npos) {
            m_commands.push_back({text, m_before, behind});
            m_before = behind;
        } else if (!m_commands.empty() && behind != Link::next && behind != Link::none) {
            m_commands.back().behind = m_before = behind;
        }
        m_at += length;
        m_begin = m_at;
    }

    std::string_view m_line;
    size_t m_at = 0;
    size_t m_begin = 0;
    char m_quote = 0;
    Link m_before = Link::none;
    std::vector<Command> m_commands;
};

struct Program {
    std::string_view name; // without its directory
    bool is_conditional = false;
};

Program program_of(std::string_view command) {
    Program program;
    while (!command.empty()) {
        const size_t begin = std::min(command.find_first_not_of(" \t\n"), command.size());
        command.remove_prefix(begin);
        const size_t end = std::min(command.find_first_of(" \t\n"), command.size());
        std::string_view word = command.substr(0, end);
        command.remove_prefix(end);
        if (word.starts_with('(') && word.size() > 1) {
            program.is_conditional = true;
            word.remove_prefix(1);
        }
        if (is_one_of(k_conditions, word)) {
            program.is_conditional = true;
            continue;
        }
        const bool is_assignment = word.find('=') != std::string_view::npos && word.front() != '=';
        const bool is_option =
            word.starts_with('-') || word.find_first_not_of("0123456789smh.") == std::string_view::npos;
        if (is_one_of(k_in_front, word) || is_assignment || is_option) continue;
        program.name = word.substr(word.find_last_of('/') + 1); // npos + 1: all of it
        return program;
    }
    return program;
}
} // namespace

CheckLine check_line(std::string_view line, const std::function<bool(std::string_view command)>& is_check) {
    CheckLine out{false, true};
    const std::vector<Command> commands = Splitter(line).commands();
    for (size_t i = 0; i < commands.size(); ++i) {
        const Program program = program_of(commands[i].text);
        if (is_one_of(k_only_look, program.name) || !is_check(commands[i].text)) continue;
        out.has_check = true;
        if (program.is_conditional || commands[i].before == Link::either) out.exit_tells = false;
        for (size_t j = i; j + 1 < commands.size(); ++j)
            if (commands[j].behind != Link::both) out.exit_tells = false;
        if (commands.back().behind == Link::background) out.exit_tells = false;
    }
    out.exit_tells = out.exit_tells && out.has_check;
    return out;
}

} // namespace thoth
