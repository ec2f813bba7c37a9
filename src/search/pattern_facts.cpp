#include "search/pattern_facts.h"

#include "search/required_literals.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
using Set = LiteralSet;
using Part = LiteralPart;
constexpr int k_deepest = 64;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

class Reader {
public:
    Reader(std::string_view pattern, bool fold) : m_pattern(pattern), m_fold(fold) {}

    std::optional<PatternFacts> read() {
        if (peek("(?i)")) {
            m_fold = true;
            m_at += 4;
        }
        const auto whole = alternatives(0);
        if (!whole || m_at != m_pattern.size()) return std::nullopt;
        PatternFacts facts;
        facts.literals = whole->best();
        if (!m_fold && whole->second.size() == 1 && facts.literals == whole->required)
            facts.second_literal = apart_from(facts.literals, whole->second.front());
        facts.fold = m_fold;
        facts.ascii = m_ascii;
        facts.bears_cr = m_bears_cr;
        if (m_bears_cr)
            for (size_t i = m_dollars.size(); i > 0; --i)
                m_out.replace(m_dollars[i - 1], 1, "(?:\\r?$)");
        facts.across_lines = (m_fold ? "(?i)" : "") + m_out;
        return facts;
    }

private:
    using Maybe = std::optional<Part>;

    static std::string apart_from(const Set& literals, const std::string& other) {
        const auto has_it = [&](const std::string& literal) { return literal.find(other) != std::string::npos; };
        return std::ranges::any_of(literals, has_it) ? std::string() : other;
    }
    bool at_end() const { return m_at >= m_pattern.size(); }
    bool peek(std::string_view text) const { return m_pattern.substr(m_at).starts_with(text); }
    char next() { return m_pattern[m_at++]; }
    void copy(size_t from) { m_out += m_pattern.substr(from, m_at - from); }

    Maybe alternatives(int depth) {
        if (depth > k_deepest) return std::nullopt;
        std::optional<Part> joined;
        while (true) {
            const Maybe branch = sequence(depth);
            if (!branch) return std::nullopt;
            joined = joined ? Part::either(*joined, *branch) : *branch;
            if (at_end() || m_pattern[m_at] != '|') return joined;
            m_out += next();
        }
    }
    Maybe sequence(int depth) {
        LiteralSequence parts;
        while (!at_end() && m_pattern[m_at] != '|' && m_pattern[m_at] != ')') {
            const Maybe part = atom(depth);
            if (!part) return std::nullopt;
            const Times times = quantifier();
            if (m_out.size() > 64 * 1024) return std::nullopt;
            if (times.possessive) m_bears_cr = false;
            add(parts, *part, times);
        }
        return parts.whole();
    }

    struct Times {
        unsigned least = 1;
        bool once = true; // exactly `least` times, if that is one
        bool optional_once = false;
        bool possessive = false;
    };
    static void add(LiteralSequence& parts, const Part& part, const Times& times) {
        if (times.optional_once && part.exact) {
            Part perhaps = part;
            perhaps.required.clear();
            perhaps.second.clear();
            perhaps.exact->push_back("");
            parts.add(perhaps.exact->size() <= 4 ? perhaps : Part::any());
        } else if (times.least == 0) {
            parts.add(Part::any());
        } else if (times.once) {
            parts.add(part);
        } else {
            parts.add_repeated(part);
        }
    }
    Times quantifier() {
        Times times;
        if (at_end()) return times;
        const size_t from = m_at;
        const char c = m_pattern[m_at];
        if (c == '*' || c == '+' || c == '?') {
            ++m_at;
            times = {c == '+' ? 1u : 0u, false, c == '?', false};
        } else if (c != '{' || !counted(times)) {
            return times;
        }
        if (!at_end() && (m_pattern[m_at] == '?' || m_pattern[m_at] == '+')) times.possessive = next() == '+';
        copy(from);
        return times;
    }
    bool counted(Times& times) { // {2} {2,} {2,3}; anything else is plain text
        size_t at = m_at + 1;
        const size_t digits = at;
        while (at < m_pattern.size() && is_digit(m_pattern[at]))
            ++at;
        if (at == digits) return false;
        const std::string_view least = m_pattern.substr(digits, at - digits);
        const bool is_zero = least.find_first_not_of('0') == std::string_view::npos;
        bool fixed = true;
        if (at < m_pattern.size() && m_pattern[at] == ',') {
            fixed = false;
            for (++at; at < m_pattern.size() && is_digit(m_pattern[at]);)
                ++at;
        }
        if (at >= m_pattern.size() || m_pattern[at] != '}') return false;
        times = {is_zero ? 0u : 1u, fixed && least == "1", false, false};
        m_at = at + 1;
        return true;
    }

    Maybe atom(int depth) {
        const size_t from = m_at;
        const char c = next();
        switch (c) {
        case '(':
            return group(depth);
        case '[':
            return set();
        case '\\':
            return escape();
        case '.':
            m_out += c;
            return Part::any();
        case '^':
            m_out += c;
            return Part::nothing();
        case '$':
            m_dollars.push_back(m_out.size());
            m_out += c;
            return Part::nothing();
        case '*':
        case '+':
        case '?':
            return std::nullopt;
        case '{': // later versions of PCRE2 take more for a quantifier
            if (peek(",") || peek(" ") || peek("\t")) return std::nullopt;
            break;
        default:
            break;
        }
        if (static_cast<unsigned char>(c) < 0x80) {
            if (c == '\n') return std::nullopt;
            m_out += c;
            return plain(c);
        }
        m_ascii = false;
        while (!at_end() && (static_cast<unsigned char>(m_pattern[m_at]) & 0xC0u) == 0x80u)
            ++m_at;
        copy(from);
        if (m_fold) return Part::any();
        return Part{Set{std::string(m_pattern.substr(from, m_at - from))}, {}, {}};
    }
    Part plain(char c) const { return {Set{std::string(1, m_fold ? to_lower(c) : c)}, {}, {}}; }

    Maybe group(int depth) {
        const size_t from = m_at - 1;
        bool looks_around = false;
        if (peek("*")) return std::nullopt;
        if (peek("?")) {
            constexpr std::array<std::string_view, 4> k_around{"?=", "?!", "?<=", "?<!"};
            const auto* around = std::ranges::find_if(k_around, [&](auto lead) { return peek(lead); });
            looks_around = around != k_around.end();
            if (looks_around) {
                m_at += around->size();
                m_bears_cr = false;
            } else if (peek("?:")) {
                m_at += 2;
            } else if (peek("?>")) {
                m_at += 2;
                m_bears_cr = false;
            } else if (!group_name()) {
                return std::nullopt;
            }
        }
        copy(from);
        const Maybe inner = alternatives(depth + 1);
        if (!inner || at_end()) return std::nullopt;
        m_out += next(); // the parenthesis
        return looks_around ? Part::nothing() : *inner;
    }
    bool group_name() { // ?<name> ?P<name> ?'name'
        char close = '>';
        if (peek("?<") || peek("?'")) {
            close = m_pattern[m_at + 1] == '\'' ? '\'' : '>';
            m_at += 2;
        } else if (peek("?P<")) {
            m_at += 3;
        } else {
            return false;
        }
        const size_t first = m_at;
        while (!at_end() && (is_letter(m_pattern[m_at]) || is_digit(m_pattern[m_at]) || m_pattern[m_at] == '_'))
            ++m_at;
        if (m_at == first || at_end()) return false;
        return next() == close;
    }

    Maybe escape() {
        if (at_end()) return std::nullopt;
        const size_t from = m_at - 1;
        const char c = next();
        if (c == 'N' && peek("{")) return std::nullopt; // a character by its number
        switch (c) {
        case 'b':
        case 'B':
            copy(from);
            return Part::nothing();
        case 'd':
        case 'w':
        case 'h':
        case 'N':
        case 'S':
        case 'V':
            copy(from);
            return Part::any();
        case 's':
            m_out += "[^\\S\\n]";
            return Part::any();
        case 'D':
        case 'W':
        case 'H':
            m_out += std::string("[^\\") + to_lower(c) + "\\n]";
            return Part::any();
        case 't':
        case 'r':
        case 'e':
        case 'f':
        case 'a':
            copy(from);
            return Part::any(); // rare: not worth a table
        case 'p':
        case 'P':
            return property(from);
        case 'x':
            return hexadecimal(from);
        default:
            break;
        }
        if (c >= '1' && c <= '9') { // what a group matched
            while (!at_end() && is_digit(m_pattern[m_at]))
                ++m_at;
            m_bears_cr = false;
            copy(from);
            return Part::any();
        }
        if (is_letter(c) || is_digit(c) || c == '\n' || static_cast<unsigned char>(c) >= 0x80) return std::nullopt;
        copy(from);
        return plain(c);
    }
    Maybe property(size_t from) {
        if (at_end()) return std::nullopt;
        if (next() == '{') {
            const size_t close = m_pattern.find('}', m_at);
            if (close == std::string_view::npos) return std::nullopt;
            m_at = close + 1;
        }
        m_ascii = false;
        m_out += "(?:(?!\\n)";
        copy(from);
        m_out += ")";
        return Part::any();
    }
    Maybe hexadecimal(size_t from) { // two digits, below 0x80, not a line feed
        const auto is_hex = [](char c) { return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f'); };
        if (m_at + 2 > m_pattern.size() || !is_hex(m_pattern[m_at]) || !is_hex(m_pattern[m_at + 1]))
            return std::nullopt;
        if (m_pattern[m_at] > '7' || peek("0a") || peek("0A")) return std::nullopt;
        m_at += 2;
        copy(from);
        return Part::any();
    }

    // [...]; the reading is no finer than what follows from it.
    Maybe set() {
        const size_t from = m_at - 1;
        const bool negated = peek("^");
        if (negated) ++m_at;
        bool simple = true; // certain to have no line break in it, unless negated
        Set members;
        for (bool first = true; first || at_end() || m_pattern[m_at] != ']'; first = false) {
            if (at_end()) return std::nullopt;
            if (!set_member(simple, members)) return std::nullopt;
        }
        ++m_at;
        if (negated) {
            m_out += m_pattern.substr(from, m_at - from - 1);
            m_out += "\\n]";
            return Part::any();
        }
        if (!simple) m_out += "(?:(?!\\n)";
        copy(from);
        if (!simple) m_out += ")";
        constexpr size_t k_few = 4;
        if (!simple || members.empty() || members.size() > k_few) return Part::any();
        return Part{members, {}, {}};
    }
    bool set_member(bool& simple, Set& members) {
        char c = next();
        if (c == '\n') return false;
        if (static_cast<unsigned char>(c) >= 0x80) {
            m_ascii = false;
            simple = false;
        } else if (c == '[' && !at_end() &&
                   (m_pattern[m_at] == ':' || m_pattern[m_at] == '.' || m_pattern[m_at] == '=')) {
            const size_t close = m_pattern.find(":]", m_at + 1);
            if (m_pattern[m_at] != ':' || close == std::string_view::npos) return false;
            m_at = close + 2;
            simple = false;
        } else if (c == '\\') {
            if (at_end()) return false;
            c = next();
            if (c == 'p' || c == 'P') m_ascii = false;
            if (is_letter(c) && std::string_view("wdhsWDHSVtrefabpPx").find(c) == std::string_view::npos)
                return false;
            if (is_digit(c)) return false;
            if (is_letter(c)) {
                const bool begins_range = !at_end() && m_pattern[m_at] == '-';
                simple = simple && !begins_range && std::string_view("wdhSVt").find(c) != std::string_view::npos;
                for (size_t i = 0; i <= 4; ++i)
                    members.push_back(""); // too many to count
                return true;
            }
        }
        if (!at_end() && m_pattern[m_at] == '-' && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != ']') {
            for (size_t i = 0; i <= 4; ++i)
                members.push_back("");
            if (static_cast<unsigned char>(c) < ' ') simple = false;
        }
        members.push_back(std::string(1, m_fold ? to_lower(c) : c));
        return true;
    }

    std::string_view m_pattern;
    bool m_fold;
    size_t m_at = 0;
    std::string m_out;
    std::vector<size_t> m_dollars; // where one stands in m_out
    bool m_ascii = true;
    bool m_bears_cr = true;
};
} // namespace

std::optional<PatternFacts> look_at_pattern(std::string_view pattern, bool ignore_case) {
    return Reader(pattern, ignore_case).read();
}

} // namespace thoth
