#include "permission/shell/characters.h"
#include "permission/shell/parser.h"

#include <algorithm>
#include <array>

// [[ ... ]], by the grammar of bash and nothing looser: an operand that could be taken for an
// operator, or the other way round, is a failure.

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view k_unary = "abcdefghknoprstuvwxzGLNORS";
constexpr std::array k_binary{"="sv,   "=="sv,  "!="sv,  "=~"sv,  "-eq"sv, "-ne"sv, "-lt"sv,
                              "-le"sv, "-gt"sv, "-ge"sv, "-nt"sv, "-ot"sv, "-ef"sv};
constexpr std::array k_arithmetic{"-eq"sv, "-ne"sv, "-lt"sv, "-le"sv, "-gt"sv, "-ge"sv};

bool is_unary(std::string_view word) {
    return word.size() == 2 && word[0] == '-' && k_unary.find(word[1]) != std::string_view::npos;
}

bool is_integer(const Word& word) {
    const std::string_view text = word.text;
    return word.literal && is_number(text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text);
}
} // namespace

Command Parser::test_command() {
    Command command;
    command.kind = Command::Kind::test;
    bash_only_form();
    expect_bare("[[");
    test_or(command);
    expect_bare("]]");
    return command;
}

void Parser::test_or(Command& command) {
    const Level level(*this);
    while (!m_failed) {
        skip_newlines();
        test_term(command);
        skip_newlines();
        const char c = at();
        if ((c != '&' && c != '|') || after() != c) return;
        next();
        next();
    }
}

void Parser::test_term(Command& command) {
    while (take_bare("!"))
        skip_newlines();
    skip_blanks();
    if (take('(')) {
        test_or(command);
        return expect(')');
    }
    const std::string operation = bare_word();
    if (!is_unary(operation)) return test_comparison(command);
    take_bare(operation);
    if (operation == "-v" || operation == "-R") command.hazards.push_back("a test of -v or -R can run code");
    command.words.push_back(test_operand());
}

void Parser::test_comparison(Command& command) {
    Word left = test_operand();
    skip_blanks();
    const std::string operation = test_operator();
    if (operation.empty()) {
        command.words.push_back(std::move(left));
        return;
    }
    skip_blanks();
    Word right = operation == "=~" ? word(WordKind::regex) : test_operand();
    const bool counts = std::find(k_arithmetic.begin(), k_arithmetic.end(), operation) != k_arithmetic.end();
    if (counts && !(is_integer(left) && is_integer(right)))
        command.hazards.push_back("a comparison evaluates the text held in a name");
    command.words.push_back(std::move(left));
    command.words.push_back(std::move(right));
}

// Takes a binary operator; empty when there is none.
std::string Parser::test_operator() {
    if ((at() == '<' || at() == '>') && after() != '(') {
        const std::string operation(1, at());
        next();
        return operation;
    }
    const std::string operation = bare_word();
    if (std::find(k_binary.begin(), k_binary.end(), operation) == k_binary.end()) return {};
    take_bare(operation);
    return operation;
}

Word Parser::test_operand() {
    skip_blanks();
    const std::string bare = bare_word();
    const bool is_process = (at() == '<' || at() == '>') && after() == '(';
    if ((is_meta(at()) && !is_process) || bare == "]]" || bare == "!") {
        fail();
        return {};
    }
    return word();
}

} // namespace thoth::shell
