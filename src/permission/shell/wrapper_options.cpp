#include "permission/shell/wrapper_options.h"

#include "permission/shell/characters.h"

#include <algorithm>

namespace thoth::shell {

namespace {
bool is_known(const Word& word) {
    return word.literal && !word.placeholder;
}

bool in(const std::array<std::string_view, 8>& table, std::string_view word) {
    return std::ranges::find(table, word) != table.end();
}

// Reads the options of one word after the other.
class OptionReader {
public:
    OptionReader(const WrapperOptions& options, std::span<const Word> words, std::vector<FoundOption>* found)
        : m_options(options), m_words(words), m_found(found) {}

    std::optional<size_t> read() {
        for (m_at = 1; m_at < m_words.size(); ++m_at) {
            const Word& word = m_words[m_at];
            const std::string_view text = word.text;
            if (!text.starts_with('-') || text.size() == 1) {
                if (!is_known(word) && m_options.operands > 0) return std::nullopt;
                break;
            }
            if (!is_known(word)) return std::nullopt;
            if (text == "--") {
                ++m_at;
                break;
            }
            // nice -5
            if (m_options.name == "nice" && is_number(text.substr(1))) continue;
            if (!(text.starts_with("--") ? long_option(text) : cluster(text))) return std::nullopt;
        }
        for (size_t i = 0; i < m_options.operands; ++i, ++m_at) {
            if (m_at >= m_words.size()) return m_words.size();
            if (!is_known(m_words[m_at])) return std::nullopt;
        }
        return std::min(m_at, m_words.size());
    }

private:
    void note(std::string_view name, std::string_view value, bool has_value) {
        if (m_found != nullptr) m_found->push_back({name, &m_words[m_at], value, has_value});
    }
    bool next_value(std::string_view name) {
        if (m_at + 1 >= m_words.size() || !is_known(m_words[m_at + 1])) return false;
        ++m_at;
        note(name, m_words[m_at].text, true);
        return true;
    }
    bool long_option(std::string_view text) {
        const size_t equals = text.find('=');
        const std::string_view name = text.substr(0, equals);
        if (in(m_options.long_flags, text)) return note(text, {}, false), true;
        if (!in(m_options.long_values, name)) return false;
        if (equals == std::string_view::npos) return next_value(name);
        note(name, text.substr(equals + 1), true);
        return true;
    }
    bool cluster(std::string_view text) {
        for (size_t i = 1; i < text.size(); ++i) {
            const std::string_view letter = text.substr(i, 1);
            if (m_options.values.find(letter) != std::string_view::npos) {
                if (i + 1 == text.size()) return next_value(letter);
                note(letter, text.substr(i + 1), true);
                return true;
            }
            if (m_options.attached_values.find(letter) != std::string_view::npos) {
                note(letter, text.substr(i + 1), i + 1 < text.size());
                return true;
            }
            if (m_options.flags.find(letter) == std::string_view::npos) return false;
            note(letter, {}, false);
        }
        return true;
    }

    const WrapperOptions& m_options;
    std::span<const Word> m_words;
    std::vector<FoundOption>* m_found;
    size_t m_at = 1;
};
} // namespace

std::optional<WrapperOptions> transparent_wrapper(std::string_view name) {
    static constexpr std::array<WrapperOptions, 14> k_table{{
        {"timeout",
         "v",
         "ks",
         {"--verbose", "--foreground", "--preserve-status"},
         {"--kill-after", "--signal"},
         "",
         1},
        {"nice", "", "n", {}, {"--adjustment"}, "", 0},
        {"ionice", "t", "cn", {}, {"--class", "--classdata"}, "", 0},
        {"nohup", "", "", {}, {}, "", 0},
        {"setsid", "wcf", "", {"--wait", "--ctty", "--fork"}, {}, "", 0},
        {"stdbuf", "", "ioe", {}, {"--input", "--output", "--error"}, "", 0},
        {"time", "pv", "f", {}, {"--format"}, "", 0},
        {"chrt", "bfior", "", {}, {}, "", 1},
        {"taskset", "c", "", {}, {}, "", 1},
        {"busybox", "", "", {}, {}, "", 0},
        {"toybox", "", "", {}, {}, "", 0},
        {"builtin", "", "", {}, {}, "", 0},
        {"command", "pvV", "", {}, {}, "", 0},
        {"exec", "cl", "a", {}, {}, "", 0},
    }};
    const auto found = std::ranges::find(k_table, name, &WrapperOptions::name);
    return found == k_table.end() ? std::nullopt : std::optional(*found);
}

WrapperOptions xargs_options() {
    // Where the value is optional, it must be attached: that one is in both lists.
    return {"xargs",
            "0rtxp",
            "InPLsdaE",
            {"--null", "--no-run-if-empty", "--verbose", "--exit", "--interactive", "--replace", "--max-lines",
             "--eof"},
            {"--replace", "--max-lines", "--eof", "--max-args", "--max-procs", "--max-chars", "--delimiter",
             "--arg-file"},
            "i",
            0};
}

std::optional<size_t> inner_program(const WrapperOptions& options, std::span<const Word> words,
                                    std::vector<FoundOption>* found) {
    return OptionReader(options, words, found).read();
}

} // namespace thoth::shell
