#include "search/wildmatch.h"

#include <array>
#include <optional>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_none = std::string_view::npos;
using Byte = unsigned char;

// ASCII only, whatever the locale.
bool is_lower(Byte c) {
    return c >= 'a' && c <= 'z';
}
bool is_upper(Byte c) {
    return c >= 'A' && c <= 'Z';
}
bool is_alpha(Byte c) {
    return is_lower(c) || is_upper(c);
}
bool is_digit(Byte c) {
    return c >= '0' && c <= '9';
}
bool is_alnum(Byte c) {
    return is_alpha(c) || is_digit(c);
}
bool is_space(Byte c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}
bool is_graph(Byte c) {
    return c > 0x20 && c < 0x7F;
}
bool is_print(Byte c) {
    return c >= 0x20 && c < 0x7F;
}
bool is_punct(Byte c) {
    return is_graph(c) && !is_alnum(c);
}
bool is_cntrl(Byte c) {
    return c < 0x20 || c == 0x7F;
}
bool is_blank(Byte c) {
    return c == ' ' || c == '\t';
}
bool is_xdigit(Byte c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

using Test = bool (*)(Byte);
constexpr std::array<std::pair<std::string_view, Test>, 12> k_classes{{{"alnum", is_alnum},
                                                                       {"alpha", is_alpha},
                                                                       {"blank", is_blank},
                                                                       {"cntrl", is_cntrl},
                                                                       {"digit", is_digit},
                                                                       {"graph", is_graph},
                                                                       {"lower", is_lower},
                                                                       {"print", is_print},
                                                                       {"punct", is_punct},
                                                                       {"space", is_space},
                                                                       {"upper", is_upper},
                                                                       {"xdigit", is_xdigit}}};

// A set of the pattern, looked at for one byte.
class SetReader {
public:
    SetReader(std::string_view pattern, size_t at, LetterCase letters)
        : m_pattern(pattern), m_at(at), m_letters(letters) {}

    struct Answer {
        bool matches = false;
        size_t behind = 0; // in the pattern
    };
    // Nothing: the set has no end or an unknown class.
    std::optional<Answer> look(Byte byte) {
        ++m_at; // the bracket
        const bool negated = m_at < m_pattern.size() && (m_pattern[m_at] == '!' || m_pattern[m_at] == '^');
        if (negated) ++m_at;
        bool found = false;
        std::optional<Byte> previous; // what a range may begin with
        do {                          // a closing bracket in front is a member
            if (!member(byte, previous, found)) return std::nullopt;
        } while (m_at < m_pattern.size() && m_pattern[m_at] != ']');
        if (m_at >= m_pattern.size()) return std::nullopt;
        return Answer{found != negated && byte != '/', m_at + 1};
    }

private:
    bool member(Byte byte, std::optional<Byte>& previous, bool& found) {
        if (m_at >= m_pattern.size()) return false;
        const bool begins_class = m_pattern.substr(m_at).starts_with("[:");
        if (begins_class) {
            const size_t close = m_pattern.find(']', m_at + 2);
            if (close == k_none) return false;
            if (close > m_at + 2 && m_pattern[close - 1] == ':') {
                previous.reset();
                return named_class(m_pattern.substr(m_at + 2, close - m_at - 3), byte, close, found);
            }
        }
        const bool is_range =
            m_pattern[m_at] == '-' && previous && m_at + 1 < m_pattern.size() && m_pattern[m_at + 1] != ']';
        if (is_range) ++m_at;
        const auto plain = next_plain();
        if (!plain) return false;
        if (is_range) {
            found = found || (byte >= *previous && byte <= *plain);
            previous.reset();
        } else {
            found = found || byte == *plain;
            previous = *plain;
        }
        return true;
    }
    bool named_class(std::string_view name, Byte byte, size_t close, bool& found) {
        for (const auto& [known, test] : k_classes) {
            if (known != name) continue;
            const bool either = m_letters == LetterCase::folded && known == "upper";
            found = found || test(byte) || (either && is_lower(byte));
            m_at = close + 1;
            return true;
        }
        return false;
    }
    std::optional<Byte> next_plain() {
        if (m_pattern[m_at] == '\\') ++m_at;
        if (m_at >= m_pattern.size()) return std::nullopt;
        return static_cast<Byte>(m_pattern[m_at++]);
    }

    std::string_view m_pattern;
    size_t m_at;
    LetterCase m_letters;
};

// Goes through both at once. On a mismatch the last `*` takes one byte more, or else the last `**` one
// component: what an earlier one could do, the last can do as well.
class Matcher {
public:
    Matcher(std::string_view pattern, std::string_view text, LetterCase letters)
        : m_pattern(pattern), m_text(text), m_letters(letters) {}

    bool run() {
        while (true) {
            if (m_at == m_pattern.size()) {
                if (m_in == m_text.size()) return true;
                if (!go_back()) return false;
            } else if (m_pattern[m_at] == '*') {
                if (const auto answer = star()) return *answer;
            } else if (const Step step = one(); step == Step::malformed) {
                return false;
            } else if (step == Step::differs && !go_back()) {
                return false;
            }
        }
    }

private:
    enum class Step { matches, differs, malformed };

    // An answer when the pattern ends here.
    std::optional<bool> star() {
        const size_t first = m_at;
        while (m_at < m_pattern.size() && m_pattern[m_at] == '*')
            ++m_at;
        const std::string_view rest = m_pattern.substr(m_at);
        const bool alone = m_at - first > 1 && (first == 0 || m_pattern[first - 1] == '/') &&
                           (rest.empty() || rest.starts_with('/') || rest.starts_with("\\/"));
        if (!alone) {
            if (rest.empty() && m_text.find('/', m_in) == k_none) return true;
            m_star = {m_at, m_in};
            return std::nullopt;
        }
        if (rest.empty()) return true;
        m_star = {};
        m_at += rest.starts_with('/') ? 1 : 2;
        m_folders = {m_at, m_in};
        if (rest.starts_with('\\')) { // not "no folder at all"
            if (!next_folder()) return false;
        }
        return std::nullopt;
    }

    Step one() {
        const char wanted = m_pattern[m_at];
        if (m_in == m_text.size()) return wanted == '[' && !set(0) ? Step::malformed : Step::differs;
        const auto byte = static_cast<Byte>(m_text[m_in]);
        if (wanted == '[') {
            const auto answer = set(byte);
            if (!answer) return Step::malformed;
            if (!answer->matches) return Step::differs;
            m_at = answer->behind;
            ++m_in;
            return Step::matches;
        }
        size_t length = 1;
        bool fits = wanted == '?' ? byte != '/' : static_cast<Byte>(wanted) == byte;
        if (wanted == '\\') {
            length = 2;
            fits = m_at + 1 < m_pattern.size() && static_cast<Byte>(m_pattern[m_at + 1]) == byte;
        }
        if (!fits) return Step::differs;
        m_at += length;
        ++m_in;
        return Step::matches;
    }
    std::optional<SetReader::Answer> set(Byte byte) const {
        return SetReader(m_pattern, m_at, m_letters).look(byte);
    }

    bool go_back() {
        if (m_star.pattern != k_none && m_star.text < m_text.size() && m_text[m_star.text] != '/') {
            m_at = m_star.pattern;
            m_in = ++m_star.text;
            return true;
        }
        m_star = {};
        return next_folder();
    }
    bool next_folder() {
        if (m_folders.pattern == k_none) return false;
        const size_t slash = m_text.find('/', m_folders.text);
        if (slash == k_none) return false;
        m_folders.text = slash + 1;
        m_at = m_folders.pattern;
        m_in = m_folders.text;
        return true;
    }

    struct Mark {
        size_t pattern = k_none; // behind the star
        size_t text = 0;         // how far the star reaches
    };
    std::string_view m_pattern;
    std::string_view m_text;
    LetterCase m_letters;
    size_t m_at = 0;
    size_t m_in = 0;
    Mark m_star{};
    Mark m_folders{};
};
} // namespace

bool wildmatch(std::string_view pattern, std::string_view text, LetterCase letters) {
    return Matcher(pattern, text, letters).run();
}

} // namespace thoth
