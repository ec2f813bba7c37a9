#include "permission/shell/characters.h"
#include "permission/shell/parser.h"

namespace thoth::shell {

namespace {
using Kind = Command::Kind;

Command of_kind(Kind kind) {
    Command command;
    command.kind = kind;
    return command;
}
} // namespace

Command Parser::compound(const std::string& keyword) {
    if (keyword == "{") return group();
    if (keyword == "[[") return test_command();
    if (keyword == "if") return if_command();
    if (keyword == "while" || keyword == "until") return while_command();
    if (keyword == "for" || keyword == "select") return for_command(keyword == "select");
    if (keyword == "case") return case_command();
    fail(); // function, coproc, and `!` or `time` in the wrong place
    return {};
}

// A list that must not be empty.
Script Parser::body() {
    Script body = script();
    if (body.chains.empty()) fail();
    return body;
}

Command Parser::subshell() {
    Command command = of_kind(Kind::subshell);
    expect('(');
    command.bodies.push_back(body());
    expect(')');
    return command;
}

Command Parser::group() {
    Command command = of_kind(Kind::group);
    expect_bare("{");
    command.bodies.push_back(body());
    expect_bare("}");
    return command;
}

Command Parser::if_command() {
    Command command = of_kind(Kind::branch);
    expect_bare("if");
    do {
        command.bodies.push_back(body());
        expect_bare("then");
        command.bodies.push_back(body());
    } while (!m_failed && take_bare("elif"));
    if (take_bare("else")) command.bodies.push_back(body());
    expect_bare("fi");
    return command;
}

Command Parser::while_command() {
    Command command = of_kind(Kind::loop);
    if (!take_bare("while")) expect_bare("until");
    command.bodies.push_back(body());
    do_group(command);
    return command;
}

void Parser::do_group(Command& command) {
    expect_bare("do");
    command.bodies.push_back(body());
    expect_bare("done");
}

Command Parser::for_command(bool select) {
    Command command = of_kind(Kind::loop);
    expect_bare(select ? "select" : "for");
    if (select) bash_only_form();
    skip_blanks();
    if (at() == '(' && !select) {
        Command arithmetic = arithmetic_command();
        command.words = std::move(arithmetic.words);
        skip_blanks();
        if (take(';') && at() == ';') fail();
    } else {
        command.variable = bare_word();
        if (!is_identifier(command.variable)) fail();
        take_bare(command.variable);
        skip_newlines();
        if (take_bare("in")) {
            skip_blanks();
            while (!m_failed && (!is_meta(at()) || ((at() == '<' || at() == '>') && after() == '('))) {
                command.words.push_back(word());
                skip_blanks();
            }
            if (at() != '\n' && at() != ';') fail();
        }
        if (take(';') && at() == ';') fail();
    }
    skip_newlines();
    do_group(command);
    return command;
}

Command Parser::case_command() {
    Command command = of_kind(Kind::branch);
    expect_bare("case");
    skip_blanks();
    command.words.push_back(word());
    skip_newlines();
    expect_bare("in");
    skip_newlines();
    while (!m_failed && !take_bare("esac"))
        case_item(command);
    return command;
}

void Parser::case_item(Command& command) {
    if (take('(')) skip_blanks();
    do {
        skip_blanks();
        if (is_meta(at())) return fail();
        command.words.push_back(word());
        skip_blanks();
    } while (take('|'));
    if (!take(')')) return fail();
    command.bodies.push_back(script()); // may be empty
    skip_blanks();
    if (at() != ';') {
        if (bare_word() != "esac") fail();
        return;
    }
    next();
    if (take(';')) {
        if (take('&')) bash_only_form();
    } else if (take('&')) {
        bash_only_form();
    } else {
        fail();
    }
    skip_newlines();
}

// (( ... )). Elsewhere than in bash these are two subshells.
Command Parser::arithmetic_command() {
    Command command = of_kind(Kind::arithmetic);
    if (!take('(') || !take('(')) fail();
    bash_only_form();
    Word expression;
    arithmetic(expression);
    command.words.push_back(std::move(expression));
    return command;
}

} // namespace thoth::shell
