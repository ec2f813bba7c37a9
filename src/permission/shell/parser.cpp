#include "permission/shell/parser.h"

#include "permission/shell/characters.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

// Words that end a list where a command could begin.
constexpr std::array k_closers{"then"sv, "elif"sv, "else"sv, "fi"sv, "do"sv,
                               "done"sv, "esac"sv, "}"sv,    "in"sv, "]]"sv};
constexpr std::array k_openers{"if"sv, "while"sv, "until"sv,    "for"sv,    "select"sv, "case"sv,
                               "{"sv,  "[["sv,    "function"sv, "coproc"sv, "time"sv,   "!"sv};

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& table) {
    return std::find(table.begin(), table.end(), word) != table.end();
}
} // namespace

std::optional<Parsed> parse_script(std::string_view text, int depth, Budget& budget) {
    if (depth > k_max_depth || text.size() > k_max_bytes) return std::nullopt;
    return Parser(text, depth, budget).whole_script();
}

std::optional<Parsed> Parser::whole_script() {
    Parsed parsed{script(), false};
    if (at() != '\0' || !m_pending.empty() || parsed.script.chains.empty()) fail();
    parsed.bash_only = m_bash_only;
    if (m_failed) return std::nullopt;
    return parsed;
}

void Parser::fail() {
    m_failed = true;
    m_pos = m_text.size();
}

char Parser::at() {
    while (m_text.substr(m_pos).starts_with("\\\n"))
        m_pos += 2;
    return raw();
}

char Parser::after() {
    at();
    size_t position = m_pos + 1;
    while (position < m_text.size() && m_text.substr(position).starts_with("\\\n"))
        position += 2;
    return position < m_text.size() ? m_text[position] : '\0';
}

void Parser::next() {
    at();
    if (m_pos < m_text.size()) ++m_pos;
}

bool Parser::take(char c) {
    if (at() != c) return false;
    next();
    return true;
}

void Parser::expect(char c) {
    skip_blanks();
    if (!take(c)) fail();
}

// Blanks and a comment. A backslash does not continue a comment.
void Parser::skip_blanks() {
    while (is_blank(at()))
        next();
    if (at() == '#') m_pos = std::min(m_text.find('\n', m_pos), m_text.size());
}

void Parser::skip_newlines() {
    skip_blanks();
    while (at() == '\n') {
        newline();
        skip_blanks();
    }
}

void Parser::newline() {
    // Whether the bodies of the outer line begin here is something shells disagree about.
    if (m_outer_pending > 0) return fail();
    next();
    read_bodies();
}

// The word ahead if nothing in it is quoted or expanded; it is not taken.
std::string Parser::bare_word() {
    skip_blanks();
    const size_t start = m_pos;
    std::string word;
    while (!is_meta(at())) {
        if (std::string_view("'\"\\$`").find(at()) != std::string_view::npos) {
            word.clear();
            break;
        }
        word += at();
        next();
    }
    m_pos = start;
    return word;
}

bool Parser::take_bare(std::string_view word) {
    if (bare_word() != word) return false;
    for (size_t i = 0; i < word.size(); ++i)
        next();
    return true;
}

void Parser::expect_bare(std::string_view word) {
    if (!take_bare(word)) fail();
}

bool Parser::ends_list() {
    const char c = at();
    return c == '\0' || c == ')' || c == ';' || is_one_of(bare_word(), k_closers);
}

Script Parser::script() {
    const Level level(*this);
    Script script;
    script.depth = m_depth;
    skip_newlines();
    while (!m_failed && !ends_list()) {
        Chain chain = this->chain();
        skip_blanks();
        const bool is_case_end = at() == ';' && (after() == ';' || after() == '&');
        if (at() == '&') {
            next();
            chain.background = true;
        } else if (at() == ';' && !is_case_end) {
            next();
        } else if (at() != '\n') {
            script.chains.push_back(std::move(chain));
            break;
        }
        script.chains.push_back(std::move(chain));
        skip_newlines();
    }
    return script;
}

Chain Parser::chain() {
    Chain chain;
    bool after_or = false;
    while (!m_failed) {
        chain.links.push_back({after_or, pipeline()});
        skip_blanks();
        const char c = at();
        if ((c != '&' && c != '|') || after() != c) break;
        after_or = c == '|';
        next();
        next();
        skip_newlines();
    }
    return chain;
}

// `!` and `time`, in front of a pipeline.
void Parser::prefixes(Pipeline& pipeline) {
    for (bool timed = false; !m_failed;) {
        if (take_bare("!")) {
            if (pipeline.negated || at() == '(') return fail();
            pipeline.negated = true;
        } else if (!timed && take_bare("time")) {
            timed = true;
            bash_only_form(); // elsewhere it is a program, and what follows its arguments
            take_bare("-p");
            take_bare("--");
        } else {
            return;
        }
    }
}

Pipeline Parser::pipeline() {
    Pipeline pipeline;
    prefixes(pipeline);
    while (!m_failed) {
        pipeline.commands.push_back(command());
        skip_blanks();
        if (at() != '|' || after() == '|') break;
        next();
        if (take('&')) {
            bash_only_form();
        }
        skip_newlines();
        if (bare_word() == "!" || bare_word() == "time") fail();
    }
    return pipeline;
}

Command Parser::command() {
    const Level level(*this);
    if (--m_budget.commands < 0) fail();
    const std::string keyword = bare_word();
    const bool is_compound = at() == '(' || is_one_of(keyword, k_openers);
    if (!is_compound) return is_one_of(keyword, k_closers) ? (fail(), Command{}) : simple_command();
    Command command = at() == '(' ? (after() == '(' ? arithmetic_command() : subshell()) : compound(keyword);
    skip_blanks();
    while (!m_failed && redirect_ahead()) {
        command.redirects.push_back(redirect());
        skip_blanks();
    }
    return command;
}

Command Parser::simple_command() {
    Command command;
    while (!m_failed) {
        skip_blanks();
        if (redirect_ahead()) {
            command.redirects.push_back(redirect());
            continue;
        }
        const bool is_process = (at() == '<' || at() == '>') && after() == '(';
        if (is_meta(at()) && !is_process) break;
        if (command.words.empty()) {
            // Whether a keyword is one behind a redirection is something shells disagree about.
            const std::string bare = bare_word();
            if (is_one_of(bare, k_openers) || is_one_of(bare, k_closers)) fail();
        }
        Word word = this->word();
        const bool is_assignment = word.assigns > 0 && command.words.empty();
        if (!m_elements.empty() && !is_assignment) {
            static constexpr std::array k_takes_arrays{"declare"sv, "typeset"sv, "local"sv, "export"sv,
                                                       "readonly"sv};
            const Word* program = command.words.empty() ? nullptr : &command.words[0];
            if (program == nullptr || program->quoted || !is_one_of(program->text, k_takes_arrays)) fail();
        }
        (is_assignment ? command.assignments : command.words).push_back(std::move(word));
        std::move(m_elements.begin(), m_elements.end(), std::back_inserter(command.assignments));
        m_elements.clear();
    }
    // A parenthesis here would begin a function.
    if (at() == '(') fail();
    if (command.words.empty() && command.assignments.empty() && command.redirects.empty()) fail();
    return command;
}

} // namespace thoth::shell
