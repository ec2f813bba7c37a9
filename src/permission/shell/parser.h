#pragma once
#include "permission/shell/syntax.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thoth::shell {

// What all scripts of one line share: how much of it may still be read, and what it turned out
// to need.
struct Budget {
    int commands = k_max_commands;
};

struct Parsed {
    Script script;
    bool bash_only = false; // has a form that other shells read differently
};

// Reads a script as bash 5 reads it without options, or not at all: nothing when it is not
// understood to the last byte, is empty, or exceeds a limit. Whatever bash rejects is rejected
// here; more may be. Pure. `text` has passed is_plainly_visible().
std::optional<Parsed> parse_script(std::string_view text, int depth, Budget& budget);

// The recursive descent behind it. A failure is final: it moves to the end of the text, so that
// every loop ends, and the result is thrown away. Its parts: parser.cpp (grammar),
// compound_commands.cpp, conditions.cpp ([[ ]]), words.cpp, expansions.cpp, redirections.cpp.
class Parser {
public:
    Parser(std::string_view text, int depth, Budget& budget) : m_text(text), m_depth(depth), m_budget(budget) {}

    std::optional<Parsed> whole_script();
    // The text as the body of a here-document that is expanded.
    std::optional<Word> whole_body();
    bool bash_only() const { return m_bash_only; }

private:
    // How quotes are read here: `plain` outside of any, `body` in a here-document.
    enum class Quote { plain, dquote, body };
    enum class WordKind { argument, array_element, regex };

    struct PendingBody {
        std::string delimiter;
        bool quoted = false;
        bool strip_tabs = false;
        std::shared_ptr<Word> body;
    };
    // What is known of a word while it is being read.
    struct WordState {
        bool plain = true;       // nothing quoted or expanded so far
        bool open_brace = false; // an unquoted { ...
        bool separator = false;  // ... and behind it a comma or two dots: then a } makes it a brace expansion
        bool brace_first = false;
        int parentheses = 0; // open ones, of a regular expression
    };
    // Bounds the recursion; one lives in every function that can call itself.
    class Level {
    public:
        explicit Level(Parser& parser) : m_parser(parser) {
            if (++parser.m_level > k_max_level) parser.fail();
        }
        ~Level() { --m_parser.m_level; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Parser& m_parser;
    };
    static constexpr int k_max_level = 200;

    // Characters. A backslash before a newline is not there, except where raw() is used.
    char at();
    char after();
    void next();
    char raw() const { return m_pos < m_text.size() ? m_text[m_pos] : '\0'; }
    bool take(char c);
    void fail();
    void bash_only_form() { m_bash_only = true; }
    void skip_blanks();
    void skip_newlines();
    void newline();
    std::string bare_word();
    bool take_bare(std::string_view word);
    void expect_bare(std::string_view word);
    void expect(char c);

    Script script();
    Chain chain();
    Pipeline pipeline();
    void prefixes(Pipeline& pipeline);
    Command command();
    Command simple_command();
    bool ends_list();

    Command compound(const std::string& keyword);
    Script body();
    Command subshell();
    Command group();
    Command if_command();
    Command while_command();
    Command for_command(bool select);
    Command case_command();
    void case_item(Command& command);
    Command arithmetic_command();
    void do_group(Command& command);

    Command test_command();
    void test_or(Command& command);
    void test_term(Command& command);
    void test_comparison(Command& command);
    Word test_operand();
    std::string test_operator();

    Word word(WordKind kind = WordKind::argument);
    bool plain_character(Word& word, WordState& state, WordKind kind);
    bool quoted_or_expanded(Word& word, WordState& state);
    void subscript(Word& word);
    void array(Word& word);
    void single_quoted(Word& word);
    void double_quoted(Word& word);
    void ansi_quoted(Word& word);
    bool ansi_escape(std::string& out);
    bool ansi_number(std::string& out, int base, int digits, bool is_code_point);
    void check_quoted_newline(char c);

    void dollar(Word& word, Quote quote);
    void braced_parameter(Word& word, Quote quote);
    void substring_bounds(Word& word, Quote quote);
    void operand(Word& word, Quote quote);
    void quoted_in_quoted_operand(Word& word);
    void arithmetic(Word& word);
    Script substitution();
    void process_substitution(Word& word);
    void backquoted(Word& word, Quote quote);

    bool redirect_ahead();
    Redirect redirect();
    void file_target(Redirect& redirect);
    void duplicate_target(Redirect& redirect, bool output);
    void here_document(Redirect& redirect, bool strip_tabs);
    void read_bodies();
    void read_body(PendingBody& pending);

    std::string_view m_text;
    size_t m_pos = 0;
    int m_depth;
    Budget& m_budget;
    bool m_failed = false;
    bool m_bash_only = false;
    int m_level = 0;
    std::vector<PendingBody> m_pending; // here-documents of the current line
    size_t m_outer_pending = 0;         // those of lines around a substitution
    std::vector<Word> m_elements;       // of the array that was just read
};

} // namespace thoth::shell
