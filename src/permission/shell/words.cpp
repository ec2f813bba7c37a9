#include "permission/shell/characters.h"
#include "permission/shell/parser.h"
#include "text/unicode.h"

#include <algorithm>

namespace thoth::shell {

namespace {
// From here on it is not certain what the word is.
void open(Word& word) {
    if (word.literal) word.fixed = word.text.size();
    if (word.text.empty()) word.starts_open = true;
    word.literal = false;
}

bool is_named_descriptor(const Word& word) {
    const std::string_view text = word.text;
    return !word.quoted && text.size() > 2 && text.front() == '{' && text.back() == '}' && is_name_start(text[1]);
}
} // namespace

Word Parser::word(WordKind kind) {
    const Level level(*this);
    Word word;
    WordState state;
    if (at() == '~') {
        const char follows = after();
        word.tilde = follows == '/' || is_meta(follows) ? Tilde::home : Tilde::other;
    }
    if (kind == WordKind::array_element && at() == '[') subscript(word);
    while (!m_failed) {
        if (quoted_or_expanded(word, state)) {
            state.plain = false;
            continue;
        }
        if (!plain_character(word, state, kind)) break;
    }
    if (state.parentheses > 0) fail();
    if ((at() == '<' || at() == '>') && is_named_descriptor(word)) fail();
    if (word.literal) word.fixed = word.text.size();
    if (!word.text.empty()) word.parameter.clear();
    return word;
}

// Takes a quoted or expanded part; false when there is none here.
bool Parser::quoted_or_expanded(Word& word, WordState& state) {
    switch (at()) {
    case '\'':
        next();
        single_quoted(word);
        return true;
    case '"':
        next();
        double_quoted(word);
        return true;
    case '\\': {
        next();
        if (raw() == '\0') fail();
        word.quoted = true;
        word.text += raw();
        if (!m_failed) ++m_pos;
        return true;
    }
    case '$':
        dollar(word, Quote::plain);
        return true;
    case '`':
        next();
        backquoted(word, Quote::plain);
        return true;
    case '<':
    case '>':
        if (after() != '(' || state.parentheses > 0) return false;
        process_substitution(word);
        return true;
    default:
        return false;
    }
}

// Takes one unquoted character; false at the end of the word.
bool Parser::plain_character(Word& word, WordState& state, WordKind kind) {
    const char c = at();
    const bool is_regex = kind == WordKind::regex;
    if (is_regex && (c == '(' || c == '|' || (c == ')' && state.parentheses > 0))) {
        state.parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
    } else if (c == '(' && state.plain && word.assigns > 0 && word.text.find('=') + 1 == word.text.size()) {
        array(word);
        return false;
    } else if (is_meta(c)) {
        // A parenthesis inside a word is a function, or a pattern that only some settings know.
        if (c == '(' || state.parentheses > 0) fail();
        return false;
    }
    if (c == '[' && state.plain && is_identifier(word.text)) {
        subscript(word);
        return true;
    }
    if (c == '*' || c == '?' || (c == '[' && !(word.text.empty() && is_meta(after())))) open(word);
    if (c == '{') {
        if (!state.open_brace) state.brace_first = word.text.empty();
        state.open_brace = true;
    } else if (state.open_brace && (c == ',' || (c == '.' && after() == '.'))) {
        state.separator = true;
    } else if (c == '}' && state.separator) {
        bash_only_form();
        open(word);
        word.starts_open = word.starts_open || state.brace_first;
        word.fixed = state.brace_first ? 0 : std::min(word.fixed, word.text.find('{'));
    }
    if (c == '=' && state.plain && word.assigns == 0) {
        const bool appends = word.text.ends_with('+');
        const std::string_view name = std::string_view(word.text).substr(0, word.text.size() - (appends ? 1 : 0));
        if (is_identifier(name)) word.assigns = name.size();
        if (appends && word.assigns > 0) bash_only_form();
    }
    word.text += c;
    next();
    return true;
}

// NAME[...]: with bash everything up to the bracket belongs to it, whatever it is. Only what
// cannot be read in two ways is taken.
void Parser::subscript(Word& word) {
    const size_t name = word.text.size();
    open(word);
    word.starts_open = word.starts_open || name == 0;
    word.text += '[';
    next();
    while (!m_failed && at() != ']') {
        if (is_meta(at()) || at() == '\'' || at() == '"' || at() == '\\' || at() == '[') return fail();
        if (at() == '$') {
            dollar(word, Quote::plain);
        } else if (at() == '`') {
            next();
            backquoted(word, Quote::plain);
        } else {
            word.text += at();
            next();
        }
    }
    word.text += ']';
    next();
    if (at() != '=' && !(at() == '+' && after() == '=')) return;
    word.assigns = std::max<size_t>(name, 1);
    word.hazards.push_back("an assignment to part of an array evaluates its subscript");
}

// NAME=( ... ): the elements are kept beside the word.
void Parser::array(Word& word) {
    next();
    bash_only_form();
    word.hazards.push_back("an assignment to an array is not judged");
    if (m_outer_pending > 0 || !m_pending.empty()) return fail();
    std::vector<Word> elements;
    skip_newlines();
    while (!m_failed && at() != ')') {
        if (is_meta(at()) && !((at() == '<' || at() == '>') && after() == '(')) return fail();
        elements.push_back(this->word(WordKind::array_element));
        if (!m_elements.empty()) return fail();
        elements.back().assigns = 0;
        skip_newlines();
    }
    if (!take(')') || !is_meta(at()) || at() == '(') fail();
    m_elements = std::move(elements);
}

void Parser::check_quoted_newline(char c) {
    if (c == '\n' && (m_outer_pending > 0 || !m_pending.empty())) fail();
}

void Parser::single_quoted(Word& word) {
    word.quoted = true;
    while (raw() != '\'') {
        if (m_pos >= m_text.size()) return fail();
        check_quoted_newline(raw());
        if (m_failed) return;
        word.text += raw();
        ++m_pos;
    }
    ++m_pos;
}

void Parser::double_quoted(Word& word) {
    const Level level(*this);
    word.quoted = true;
    while (!m_failed && at() != '"') {
        const char c = at();
        check_quoted_newline(c);
        if (c == '\0') return fail();
        if (c == '$') {
            dollar(word, Quote::dquote);
        } else if (c == '`') {
            next();
            backquoted(word, Quote::dquote);
        } else if (c == '\\') {
            next();
            if (raw() == '\0') return fail();
            if (std::string_view("$`\"\\").find(raw()) == std::string_view::npos) word.text += '\\';
            word.text += raw();
            ++m_pos;
        } else {
            word.text += c;
            next();
        }
    }
    next();
}

// $'...': its text is decoded, so that it cannot hide a name; the word counts as dynamic.
void Parser::ansi_quoted(Word& word) {
    bash_only_form();
    const bool was_open = word.starts_open;
    open(word);
    word.starts_open = was_open;
    word.quoted = true;
    while (raw() != '\'') {
        if (m_pos >= m_text.size()) return fail();
        check_quoted_newline(raw());
        if (m_failed) return;
        const char c = raw();
        ++m_pos;
        if (c != '\\')
            word.text += c;
        else if (!ansi_escape(word.text))
            return fail();
    }
    ++m_pos;
}

// What follows the backslash. False for what ends the string early or is not understood.
bool Parser::ansi_escape(std::string& out) {
    static constexpr std::string_view k_letters = "abefnrtvE";
    static constexpr std::string_view k_meanings = "\a\b\x1b\f\n\r\t\v\x1b";
    const char c = raw();
    if (const size_t index = k_letters.find(c); c != '\0' && index != std::string_view::npos) {
        out += k_meanings[index];
    } else if (c == '\\' || c == '\'' || c == '"' || c == '?') {
        out += c;
    } else if (c >= '0' && c <= '7') {
        return ansi_number(out, 8, 3, false);
    } else if (c == 'x' || c == 'u' || c == 'U') {
        ++m_pos;
        return ansi_number(out, 16, c == 'x' ? 2 : c == 'u' ? 4 : 8, c != 'x');
    } else {
        return false;
    }
    ++m_pos;
    return true;
}

bool Parser::ansi_number(std::string& out, int base, int digits, bool is_code_point) {
    static constexpr std::string_view k_digits = "0123456789abcdef";
    char32_t value = 0;
    for (; digits > 0 && raw() != '\0'; --digits, ++m_pos) {
        const char lower = raw() >= 'A' && raw() <= 'F' ? static_cast<char>(raw() - 'A' + 'a') : raw();
        const size_t digit = k_digits.find(lower);
        if (digit >= static_cast<size_t>(base)) break;
        value = value * static_cast<char32_t>(base) + static_cast<char32_t>(digit);
    }
    if (value == 0 || (!is_code_point && value > 0xFF)) return false;
    if (is_code_point)
        append_utf8(out, value);
    else
        out += static_cast<char>(value);
    return true;
}

} // namespace thoth::shell
