#include "search/git_config.h"

#include <algorithm>
#include <array>
#include <optional>

namespace thoth {

namespace {
using namespace std::string_view_literals;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}
bool is_key(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

class ConfigReader {
public:
    explicit ConfigReader(std::string_view text) : m_text(text) {}

    void read(const std::function<void(std::string_view, const std::string&)>& visit) {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (is_blank(c) || c == '\n') {
                ++m_at;
            } else if (c == '#' || c == ';') {
                skip_line();
            } else if (c == '[') {
                if (!section()) return;
            } else {
                std::string key = m_section;
                while (m_at < m_text.size() && is_key(m_text[m_at]))
                    key += lower(m_text[m_at++]);
                const auto text = key.size() > m_section.size() ? value() : std::nullopt;
                if (!text) return;
                visit(key, *text);
            }
        }
    }

private:
    void skip_line() { m_at = std::min(m_text.find('\n', m_at), m_text.size()); }
    void skip_blanks() {
        while (m_at < m_text.size() && is_blank(m_text[m_at]))
            ++m_at;
    }
    bool section() { // [name] or [name "sub section"]
        m_section.clear();
        for (++m_at; m_at < m_text.size() && is_key(m_text[m_at]); ++m_at)
            m_section += lower(m_text[m_at]);
        m_section += '.';
        skip_blanks();
        if (m_at < m_text.size() && m_text[m_at] == '"') {
            for (++m_at; m_at < m_text.size() && m_text[m_at] != '"' && m_text[m_at] != '\n'; ++m_at) {
                if (m_text[m_at] == '\\' && m_at + 1 < m_text.size()) ++m_at;
                m_section += m_text[m_at];
            }
            m_section += '.';
            ++m_at;
        }
        if (m_at >= m_text.size() || m_text[m_at] != ']') return false;
        ++m_at;
        return true;
    }
    std::optional<std::string> value() {
        skip_blanks();
        if (m_at >= m_text.size() || m_text[m_at] == '\n') return "true";
        if (m_text[m_at] == '#' || m_text[m_at] == ';') {
            skip_line();
            return "true";
        }
        if (m_text[m_at] != '=') return std::nullopt;
        ++m_at;
        skip_blanks();
        std::string text;
        size_t keep = 0; // blanks behind this are not part of the value unless more follows
        bool quoted = false;
        for (; m_at < m_text.size() && m_text[m_at] != '\n'; ++m_at) {
            const char c = m_text[m_at];
            if (c == '"') {
                quoted = !quoted;
                keep = text.size();
            } else if (!quoted && (c == '#' || c == ';')) {
                skip_line();
                break;
            } else if (c == '\\') {
                if (!escape(text)) return std::nullopt;
                keep = text.size();
            } else {
                text += c;
                if (quoted || !is_blank(c)) keep = text.size();
            }
        }
        text.resize(keep);
        return quoted ? std::nullopt : std::optional(text);
    }
    bool escape(std::string& text) {
        if (++m_at < m_text.size() && m_text[m_at] == '\r' && m_text.substr(m_at).starts_with("\r\n")) ++m_at;
        if (m_at >= m_text.size()) return false;
        switch (m_text[m_at]) {
        case '\n': // the value goes on
            return true;
        case 'n':
            text += '\n';
            return true;
        case 't':
            text += '\t';
            return true;
        case 'b':
            text += '\b';
            return true;
        case '\\':
        case '"':
            text += m_text[m_at];
            return true;
        default:
            return false;
        }
    }

    std::string_view m_text;
    size_t m_at = 0;
    std::string m_section;
};
} // namespace

void read_git_config(std::string_view text,
                     const std::function<void(std::string_view key, const std::string& value)>& visit) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    ConfigReader(text).read(visit);
}

bool is_git_true(std::string_view value) {
    std::string text(value);
    std::ranges::transform(text, text.begin(), lower);
    constexpr std::array k_true{"true"sv, "yes"sv, "on"sv, "1"sv};
    return std::ranges::find(k_true, text) != k_true.end();
}

} // namespace thoth
