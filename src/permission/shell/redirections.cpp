#include "permission/shell/characters.h"
#include "permission/shell/parser.h"

#include <algorithm>

namespace thoth::shell {

namespace {
bool is_descriptor_copy(std::string_view text) {
    return text == "-" || is_number(text) || (text.ends_with('-') && is_number(text.substr(0, text.size() - 1)));
}

// What a delimiter may consist of; with anything else it is not certain which line ends the body.
bool is_simple_delimiter(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_name_char(c) || std::string_view(".!%@+-").find(c) != std::string_view::npos;
    });
}

bool is_simple_file(std::string_view text) {
    return std::ranges::all_of(
        text, [](char c) { return is_name_char(c) || c == '.' || c == '/' || c == '+' || c == '-'; });
}

bool continues(std::string_view line) {
    const size_t last = line.find_last_not_of('\\');
    return (line.size() - (last == std::string_view::npos ? 0 : last + 1)) % 2 == 1;
}
} // namespace

// Whether a redirection operator stands here, perhaps with a number in front.
bool Parser::redirect_ahead() {
    const size_t start = m_pos;
    const bool both = at() == '&' && after() == '>';
    const bool has_number = is_digit(at());
    while (is_digit(at()))
        next();
    const bool is_operator = (at() == '<' || at() == '>') && after() != '(';
    const bool is_process = has_number && (at() == '<' || at() == '>') && after() == '(';
    m_pos = start;
    return both || (is_operator && !is_process);
}

Redirect Parser::redirect() {
    Redirect redirect;
    if (at() == '&') {
        next();
        next();
        take('>');
        bash_only_form();
        redirect.descriptor = 1;
        file_target(redirect);
        return redirect;
    }
    std::string number;
    for (; is_digit(at()); next())
        number += at();
    if (number.size() > 3) fail();
    const bool output = at() == '>';
    redirect.descriptor = output ? 1 : 0;
    if (!number.empty() && !m_failed) redirect.descriptor = std::stoi(number);
    next();
    if (output) {
        if (take('&')) {
            duplicate_target(redirect, true);
        } else {
            if (!take('>')) take('|');
            file_target(redirect);
        }
    } else if (take('&')) {
        duplicate_target(redirect, false);
    } else if (take('>')) {
        file_target(redirect);
    } else if (!take('<')) {
        redirect.kind = Redirect::Kind::input;
        file_target(redirect);
    } else if (take('<')) {
        bash_only_form();
        redirect.kind = Redirect::Kind::here_string;
        file_target(redirect);
    } else {
        here_document(redirect, take('-'));
    }
    return redirect;
}

void Parser::file_target(Redirect& redirect) {
    skip_blanks();
    const bool is_process = (at() == '<' || at() == '>') && after() == '(';
    if (is_meta(at()) && !is_process) return fail();
    redirect.target = word();
    // A number here is the front of the next redirection, and this one has no target.
    const bool is_front =
        (at() == '<' || at() == '>') && !redirect.target.quoted && is_number(redirect.target.text);
    if (!m_elements.empty() || is_front) fail();
}

// Behind >& or <&: another descriptor, or for >& a file.
void Parser::duplicate_target(Redirect& redirect, bool output) {
    file_target(redirect);
    if (redirect.target.literal && is_descriptor_copy(redirect.target.text)) {
        redirect.kind = Redirect::Kind::duplicate;
        return;
    }
    redirect.kind = output ? Redirect::Kind::output : Redirect::Kind::input;
    bash_only_form();
    // bash expands the word behind >& twice: what was quoted runs the second time.
    if (redirect.target.literal && (!output || !is_simple_file(redirect.target.text))) fail();
}

void Parser::here_document(Redirect& redirect, bool strip_tabs) {
    redirect.kind = Redirect::Kind::here_document;
    file_target(redirect);
    const Word& delimiter = redirect.target;
    if (!delimiter.literal || !is_simple_delimiter(delimiter.text)) return fail();
    redirect.body = std::make_shared<Word>();
    m_pending.push_back({delimiter.text, delimiter.quoted, strip_tabs, redirect.body});
}

void Parser::read_bodies() {
    auto pending = std::exchange(m_pending, {});
    for (PendingBody& each : pending)
        if (!m_failed) read_body(each);
}

void Parser::read_body(PendingBody& pending) {
    std::string text;
    std::string joined; // lines that a backslash joins are one
    bool goes_on = false;
    while (true) {
        if (m_pos >= m_text.size()) return fail();
        const size_t end = std::min(m_text.find('\n', m_pos), m_text.size());
        std::string_view line = m_text.substr(m_pos, end - m_pos);
        m_pos = std::min(end + 1, m_text.size());
        if (pending.strip_tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
        if (line == pending.delimiter && !goes_on) break;
        // bash ends a body here too, sometimes, and runs what follows.
        joined += line;
        if (line.starts_with(pending.delimiter) || joined.starts_with(pending.delimiter)) return fail();
        text += line;
        text += '\n';
        goes_on = !pending.quoted && continues(line);
        if (goes_on)
            joined.pop_back();
        else
            joined.clear();
    }
    if (pending.quoted) {
        pending.body->text = std::move(text);
        return;
    }
    Parser inner(text, m_depth, m_budget);
    auto body = inner.whole_body();
    if (!body) return fail();
    m_bash_only = m_bash_only || inner.bash_only();
    *pending.body = std::move(*body);
}

std::optional<Word> Parser::whole_body() {
    Word word;
    while (!m_failed && at() != '\0') {
        if (at() == '$') {
            dollar(word, Quote::body);
        } else if (at() == '`') {
            next();
            backquoted(word, Quote::body);
        } else if (at() == '\\') {
            next();
            if (std::string_view("$`\\").find(raw()) == std::string_view::npos) word.text += '\\';
            if (raw() != '\0') word.text += raw();
            if (m_pos < m_text.size()) ++m_pos;
        } else {
            word.text += at();
            next();
        }
    }
    if (m_failed) return std::nullopt;
    return word;
}

} // namespace thoth::shell
