#include "permission/shell/characters.h"
#include "permission/shell/parser.h"

#include <algorithm>
#include <iterator>

namespace thoth::shell {

namespace {
constexpr std::string_view k_special = "@*#?-$!";
constexpr std::string_view k_counts = "?#!$"; // never more than one word

// What an inner word runs and hides is the outer word's; its text is not.
void absorb(Word& outer, Word&& inner) {
    std::move(inner.scripts.begin(), inner.scripts.end(), std::back_inserter(outer.scripts));
    outer.hazards.insert(outer.hazards.end(), inner.hazards.begin(), inner.hazards.end());
}

// An expansion begins here, and what it yields is not known.
void mark_expansion(Word& word, bool quoted) {
    if (word.literal) word.fixed = word.text.size();
    if (word.text.empty()) word.starts_open = true;
    word.literal = false;
    word.expands = true;
    if (!quoted) word.splits = true;
    word.parameter.clear();
}
} // namespace

void Parser::dollar(Word& word, Quote quote) {
    const Level level(*this);
    const bool quoted = quote != Quote::plain;
    const bool is_first = word.text.empty() && word.literal;
    next();
    const char c = at();
    if (c == '(') {
        mark_expansion(word, quoted);
        if (after() == '(') {
            next();
            next();
            return arithmetic(word);
        }
        word.scripts.push_back(substitution());
        return;
    }
    if (c == '{') {
        next();
        mark_expansion(word, quoted);
        braced_parameter(word, quote);
        if (!is_first) word.parameter.clear();
        return;
    }
    if (!quoted && c == '\'') {
        next();
        return ansi_quoted(word);
    }
    if (c == '[' || (!quoted && c == '"')) return fail();
    std::string name;
    if (is_name_start(c)) {
        for (; is_name_char(at()); next())
            name += at();
    } else if (c != '\0' && (is_digit(c) || k_special.find(c) != std::string_view::npos)) {
        name = c;
        next();
    } else {
        word.text += '$';
        return;
    }
    mark_expansion(word, quoted || k_counts.find(name) != std::string_view::npos);
    word.parameter = is_first ? name : "";
}

// ${ ... }, behind the brace.
void Parser::braced_parameter(Word& word, Quote quote) {
    if (at() == '!' && after() != '}') {
        word.hazards.push_back("${!...} uses a value as a name");
        return operand(word, quote);
    }
    const bool is_length = at() == '#' && after() != '}';
    if (is_length) next();
    std::string name;
    if (is_name_start(at())) {
        for (; is_name_char(at()); next())
            name += at();
    } else if (is_digit(at())) {
        for (; is_digit(at()); next())
            name += at();
    } else if (at() != '\0' && k_special.find(at()) != std::string_view::npos) {
        name = at();
        next();
    } else {
        return fail();
    }
    const char c = at();
    if (take('}')) {
        if (!is_length) word.parameter = name;
        return;
    }
    if (is_length && c != '[') return fail();
    if (c == '[') {
        word.hazards.push_back("${x[...]} evaluates its subscript");
    } else if (c == '@') {
        word.hazards.push_back("${x@...} can run the code that a value holds");
    } else if (c == '=' || (c == ':' && after() == '=')) {
        word.hazards.push_back("${x=...} assigns");
    } else if (c == ':' && std::string_view("-+?").find(after()) == std::string_view::npos) {
        next();
        return substring_bounds(word, quote);
    } else if (std::string_view(":-+?#%/^,").find(c) == std::string_view::npos) {
        return fail();
    }
    operand(word, quote);
}

// ${x:N} and ${x:N:M}, behind the first colon.
void Parser::substring_bounds(Word& word, Quote quote) {
    bash_only_form();
    const size_t start = m_pos;
    std::string bounds;
    for (; is_digit(at()) || at() == ':'; next())
        bounds += at();
    const size_t colon = bounds.find(':');
    const bool is_plain = at() == '}' && is_number(bounds.substr(0, colon)) &&
                          (colon == std::string::npos || is_number(bounds.substr(colon + 1)));
    if (is_plain) return next();
    m_pos = start;
    word.hazards.push_back("${x:...} evaluates its bounds");
    operand(word, quote);
}

// Up to the closing brace. The text does not count, only what it runs.
void Parser::operand(Word& word, Quote quote) {
    const Level level(*this);
    Word inner;
    while (!m_failed && at() != '}') {
        const char c = at();
        check_quoted_newline(c);
        const bool is_quote = c == '\'' || c == '"' || c == '\\';
        if (c == '\0' || (is_quote && quote == Quote::body)) return fail();
        if (c == '\'') {
            next();
            if (quote == Quote::plain)
                single_quoted(inner);
            else
                quoted_in_quoted_operand(inner);
        } else if (c == '"') {
            next();
            double_quoted(inner);
        } else if (c == '\\') {
            next();
            if (raw() == '\0') return fail();
            ++m_pos;
        } else if (c == '$') {
            if (quote != Quote::plain && after() == '\'') return fail();
            dollar(inner, quote);
        } else if (c == '`') {
            next();
            backquoted(inner, quote);
        } else if ((c == '<' || c == '>') && after() == '(') {
            process_substitution(inner);
        } else {
            next();
        }
    }
    next();
    absorb(word, std::move(inner));
}

// '...' in the operand of an expansion that stands in double quotes: the quotes must pair, but
// for most operators they quote nothing, so what is between them runs.
void Parser::quoted_in_quoted_operand(Word& word) {
    const size_t end = m_text.find('\'', m_pos);
    if (end == std::string_view::npos) return fail();
    const std::string_view between = m_text.substr(m_pos, end - m_pos);
    if (between.find_first_of("}\"\\\n") != std::string_view::npos) return fail();
    Parser inner(between, m_depth, m_budget);
    auto read = inner.whole_body();
    if (!read) return fail();
    m_bash_only = m_bash_only || inner.bash_only();
    absorb(word, std::move(*read));
    m_pos = end + 1;
}

// Behind "((": up to "))". Names, subscripts and substitutions make it run the text of a value.
void Parser::arithmetic(Word& word) {
    Word inner;
    bool is_plain = true;
    for (int parentheses = 0; !m_failed;) {
        const char c = at();
        check_quoted_newline(c);
        if (c == ')' && parentheses == 0) break;
        if (c == '\0' || std::string_view("'\"\\{}").find(c) != std::string_view::npos) return fail();
        parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == '$' && (after() == '#' || after() == '?')) {
            next();
            next();
        } else if (c == '$') {
            is_plain = false;
            dollar(inner, Quote::dquote);
        } else if (c == '`') {
            is_plain = false;
            next();
            backquoted(inner, Quote::dquote);
        } else {
            is_plain = is_plain && !is_name_start(c) && c != '[' && c != '#';
            next();
        }
    }
    next();
    // Otherwise it is a command substitution or a subshell that begins with a subshell.
    if (!take(')')) return fail();
    absorb(word, std::move(inner));
    if (!is_plain) word.hazards.push_back("arithmetic evaluates the text held in a name");
}

// $( ... ), at the parenthesis.
Script Parser::substitution() {
    const Level level(*this);
    next();
    if (m_depth >= k_max_depth) fail();
    const auto pending = std::exchange(m_pending, {});
    m_outer_pending += pending.size();
    ++m_depth;
    Script script = this->script();
    --m_depth;
    skip_blanks();
    if (script.chains.empty() || !m_pending.empty() || !take(')')) fail();
    m_outer_pending -= pending.size();
    m_pending = pending;
    return script;
}

void Parser::process_substitution(Word& word) {
    bash_only_form();
    next();
    if (word.literal) word.fixed = word.text.size();
    word.literal = false;
    word.expands = true;
    word.process = true;
    word.parameter.clear();
    word.scripts.push_back(substitution());
}

// ` ... `, behind the first one. A backslash counts only before certain characters; what is left
// is a script of its own, whatever its quotes.
void Parser::backquoted(Word& word, Quote quote) {
    mark_expansion(word, quote != Quote::plain);
    std::string text;
    while (raw() != '`') {
        if (m_pos >= m_text.size()) return fail();
        check_quoted_newline(raw());
        if (m_failed) return;
        if (raw() == '\\') {
            ++m_pos;
            const char c = raw();
            if (c == '\0' || c == '\n' || (c == '"' && quote == Quote::body)) return fail();
            const bool is_removed = c == '$' || c == '`' || c == '\\' || (c == '"' && quote == Quote::dquote);
            if (!is_removed) text += '\\';
        }
        text += raw();
        ++m_pos;
    }
    ++m_pos;
    auto parsed = parse_script(text, m_depth + 1, m_budget);
    if (!parsed) return fail();
    m_bash_only = m_bash_only || parsed->bash_only;
    word.scripts.push_back(std::move(parsed->script));
}

} // namespace thoth::shell
