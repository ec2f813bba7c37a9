#include "model/guided_text.h"

#include "base/json.h"
#include "model/text_calls/forms.h"
#include "model/text_calls/text_cursor.h"
#include "model/wire_json.h"
#include "text/repeated_keys.h"
#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr std::string_view k_replacement = "\xEF\xBF\xBD";
constexpr std::string_view k_space = " \t\r\n";
constexpr size_t k_most_undecided = 4096; // bytes; no object begins with so much white space

// The code unit of "\uXXXX" at the start of `text`; nothing if it is none.
std::optional<unsigned> unit_of(std::string_view text) {
    unsigned unit = 0;
    if (text.size() < 6 || !text.starts_with("\\u")) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
    return error == std::errc{} && end == text.data() + 6 ? std::optional(unit) : std::nullopt;
}

// Reads one escape into `out`; how many bytes it took, 0 if more must come.
size_t read_escape(std::string_view text, std::string& out) {
    if (text.size() < 2) return 0;
    constexpr std::string_view k_letters = "nrtbf";
    constexpr std::string_view k_meaning = "\n\r\t\b\f";
    if (text[1] != 'u') {
        const size_t known = k_letters.find(text[1]);
        out += known == k_letters.npos ? text[1] : k_meaning[known];
        return 2;
    }
    if (text.size() < 6) return 0;
    const auto unit = unit_of(text);
    if (!unit || *unit < 0xD800 || *unit > 0xDFFF) {
        append_utf8(out, unit.value_or(0xFFFD));
        return 6;
    }
    if (text.size() < 12 && (text.size() < 7 || text[6] == '\\')) return 0; // its other half may follow
    const auto low = unit_of(text.substr(6));
    if (*unit > 0xDBFF || !low || *low < 0xDC00 || *low > 0xDFFF) {
        out += k_replacement;
        return 6;
    }
    append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00));
    return 12;
}

// An object begins somewhere, or what marks a call of one of the families.
bool looks_like_a_call(std::string_view text) {
    const size_t start = text.find_first_not_of(k_space);
    if (start != text.npos && text[start] == '{') return true;
    for (size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1)) {
        const size_t next = text.find_first_not_of(k_space, at + 1);
        if (next != text.npos && (text[next] == '"' || text[next] == '\'')) return true;
    }
    return std::ranges::any_of(text_call_forms(), [&](const TextCallForm& form) {
        return form.marker.size() > 1 && text.find(form.marker) != text.npos; // "{" and "[" mark nothing
    });
}
} // namespace

std::string GuidedText::feed(std::string_view text) {
    m_written += text;
    if (m_state == State::start) begin();
    std::string out;
    if (m_state == State::saying) say(out);
    return out;
}

// Decides by the first key.
void GuidedText::begin() {
    TextCursor text(m_written, m_written.size() > k_most_undecided);
    text.skip_space();
    if (text.at_end() && !text.complete()) return;
    bool says = true;
    for (const std::string_view part : {"{", "\"say\"", ":", "\""}) {
        text.skip_space();
        says = says && text.skip(part);
    }
    if (says) {
        m_state = State::saying;
        m_at = m_written.size() - text.rest().size();
    } else if (!text.open()) {
        m_state = State::held;
    }
}

void GuidedText::say(std::string& out) {
    while (m_at < m_written.size()) {
        const size_t next = std::min(m_written.find_first_of("\"\\", m_at), m_written.size());
        out.append(m_written, m_at, next - m_at);
        m_at = next;
        if (next == m_written.size()) return;
        if (m_written[next] == '"') {
            m_state = State::said;
            return;
        }
        const size_t taken = read_escape(std::string_view(m_written).substr(next), out);
        if (taken == 0) return;
        m_at += taken;
    }
}

GuidedText::Ending GuidedText::finish() const {
    const bool says = m_state == State::saying || m_state == State::said;
    const auto value = parse_wire_json(m_written);
    if (!value || !value->is_object())
        return {says || looks_like_a_call(m_written) ? Kind::unreadable : Kind::prose, {}, {}};
    if (repeats_a_key(m_written)) return {Kind::unreadable, {}, {}};
    if (says) return {value->size() == 1 ? Kind::said : Kind::unreadable, {}, {}};
    const Json* arguments = member(*value, "arguments");
    std::string name = string_at(*value, "tool");
    const bool call = !name.empty() && arguments && arguments->is_object() && value->size() == 2;
    if (!call) return {Kind::unreadable, {}, {}};
    return {Kind::call, std::move(name), dump_json(*arguments)};
}

} // namespace thoth
