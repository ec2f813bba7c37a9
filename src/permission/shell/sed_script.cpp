#include "permission/shell/characters.h"
#include "permission/shell/option_rules.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

// Reads one script of sed from the front. Only what is certain to change no file and to run no
// program is understood.
class SedScript {
public:
    explicit SedScript(std::string_view text) : m_text(text) {}

    bool is_plain() {
        do {
            skip_blanks();
            if (!address_range()) return false;
            if (take('!')) skip_blanks();
            if (!command()) return false;
            skip_blanks();
        } while (take(';'));
        return m_text.empty();
    }

private:
    bool take(char c) {
        if (!m_text.starts_with(c)) return false;
        m_text.remove_prefix(1);
        return true;
    }
    void skip_blanks() {
        while (take(' ') || take('\t'))
            continue;
    }
    bool number() {
        size_t digits = 0;
        while (digits < m_text.size() && is_digit(m_text[digits]))
            ++digits;
        m_text.remove_prefix(digits);
        return digits > 0;
    }
    // Up to the delimiter, which is taken.
    bool delimited(char delimiter) {
        for (size_t i = 0; i < m_text.size(); ++i) {
            if (m_text[i] == '\n') return false;
            if (m_text[i] == '\\') {
                ++i;
            } else if (m_text[i] == delimiter) {
                m_text.remove_prefix(i + 1);
                return true;
            }
        }
        return false;
    }
    bool address() { return take('$') || (take('/') ? delimited('/') : number()); }
    bool address_range() {
        const bool has_address =
            m_text.starts_with('$') || m_text.starts_with('/') || (!m_text.empty() && is_digit(m_text[0]));
        if (!has_address) return true;
        if (!address()) return false;
        skip_blanks();
        if (take(',')) {
            skip_blanks();
            if (take('+') ? !number() : !address()) return false;
            skip_blanks();
        }
        return true;
    }
    bool command() {
        if (take('p') || take('d') || take('q') || take('=')) return true;
        if (!take('s') || m_text.empty()) return false;
        const char delimiter = m_text[0];
        if ("/|#,:"sv.find(delimiter) == std::string_view::npos) return false;
        m_text.remove_prefix(1);
        if (!delimited(delimiter) || !delimited(delimiter)) return false;
        while (!m_text.empty() && (is_digit(m_text[0]) || "gpiI"sv.find(m_text[0]) != std::string_view::npos))
            m_text.remove_prefix(1);
        return true;
    }

    std::string_view m_text;
};
} // namespace

bool is_plain_sed_script(std::string_view script) {
    return SedScript(script).is_plain();
}

// The reason why it is asked about, or nothing.
std::string check_sed(std::span<const Word> arguments) {
    static constexpr std::array k_harmless{"-n"sv,
                                           "-E"sv,
                                           "-r"sv,
                                           "-s"sv,
                                           "-u"sv,
                                           "-z"sv,
                                           "-nE"sv,
                                           "-En"sv,
                                           "-nr"sv,
                                           "-rn"sv,
                                           "--quiet"sv,
                                           "--silent"sv,
                                           "--regexp-extended"sv};
    std::vector<const Word*> scripts;
    std::vector<const Word*> operands;
    std::string attached;
    bool options = true;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const Word& word = arguments[i];
        const std::string_view text = word.text;
        if (!options || !text.starts_with('-') || text == "-") {
            operands.push_back(&word);
        } else if (text == "--") {
            options = false;
        } else if (text == "-e") {
            if (++i == arguments.size()) return "sed has no script";
            scripts.push_back(&arguments[i]);
        } else if (text.starts_with("-e") && word.literal) {
            if (!is_plain_sed_script(text.substr(2))) return "sed can write files or run programs with this script";
            attached = text;
        } else if (std::ranges::find(k_harmless, text) == k_harmless.end()) {
            return "sed changes files or its script with this option";
        }
    }
    if (scripts.empty() && attached.empty()) {
        if (operands.empty()) return "sed has no script";
        scripts.push_back(operands[0]);
    }
    for (const Word* script : scripts)
        if (!script->literal || script->placeholder || !is_plain_sed_script(script->text))
            return "sed can write files or run programs with this script";
    return {};
}

} // namespace thoth::shell
