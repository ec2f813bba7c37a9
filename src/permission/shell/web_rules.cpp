#include "permission/shell/option_rules.h"
#include "permission/shell/web_hosts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

constexpr std::string_view k_curl_flags = "sSLfIivkg46#";
constexpr std::string_view k_curl_values = "HAmw";
constexpr std::array k_curl_long{"--silent"sv,  "--show-error"sv, "--location"sv, "--fail"sv,      "--head"sv,
                                 "--include"sv, "--verbose"sv,    "--insecure"sv, "--globoff"sv,   "--ipv4"sv,
                                 "--ipv6"sv,    "--http1.1"sv,    "--http2"sv,    "--compressed"sv};
constexpr std::array k_curl_long_values{"--header"sv, "--user-agent"sv,  "--max-time"sv, "--connect-timeout"sv,
                                        "--retry"sv,  "--retry-delay"sv, "--write-out"sv};
constexpr std::array k_wget_options{"-q"sv, "--quiet"sv, "-nv"sv, "-S"sv, "-c"sv};

template <size_t N>
bool in(const std::array<std::string_view, N>& table, std::string_view word) {
    return std::ranges::find(table, word) != table.end();
}

bool is_plain_value(std::string_view value) {
    return !value.starts_with('@') && value.find("%output") == std::string_view::npos;
}

bool is_known(const Word& word) {
    return word.literal && !word.placeholder;
}

// Collects what both have in common.
class Transfer {
public:
    explicit Transfer(std::string_view program) : m_program(program) {}

    void url(std::string_view text) {
        const WebTarget target = web_target(text);
        ++m_urls;
        if (!target.host.empty()) m_found.hosts.push_back(target.host);
        if (!target.plain) object("is given an address that is more than a host and a path");
    }
    void object(std::string_view why) {
        std::string reason = fmt::format("{} {}", m_program, why);
        if (std::ranges::find(m_found.reasons, reason) == m_found.reasons.end())
            m_found.reasons.push_back(std::move(reason));
    }
    void unknown_word() { object("is given a word that is not known"); }
    void unknown_option() { object("has an option that sends, writes or configures"); }
    OptionFindings result() {
        if (m_urls == 0) object("is given no address");
        m_found.network = true;
        return std::move(m_found);
    }

private:
    std::string_view m_program;
    OptionFindings m_found;
    int m_urls = 0;
};

// A cluster of short options of curl at `i`, which moves on when the value is the next word.
bool is_plain_cluster(std::span<const Word> arguments, size_t& i) {
    const std::string_view text = arguments[i].text;
    for (size_t at = 1; at < text.size(); ++at) {
        if (k_curl_flags.find(text[at]) != std::string_view::npos) continue;
        const bool is_output = text[at] == 'o';
        if (!is_output && k_curl_values.find(text[at]) == std::string_view::npos) return false;
        std::string_view value = text.substr(at + 1);
        if (value.empty()) {
            if (++i == arguments.size()) return false;
            value = arguments[i].text;
        }
        return is_output ? value == "/dev/null" : is_plain_value(value);
    }
    return text.size() > 1;
}
} // namespace

OptionFindings check_curl(std::span<const Word> arguments) {
    Transfer transfer("curl");
    for (const Word& word : arguments)
        if (!is_known(word)) transfer.unknown_word();
    bool may_be_value = false; // of an option that is not known here
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view text = arguments[i].text;
        if (!text.starts_with('-')) {
            const bool is_url = !may_be_value || text.find("://") != std::string_view::npos;
            if (is_known(arguments[i]) && is_url) transfer.url(text);
            may_be_value = false;
            continue;
        }
        bool is_plain = true;
        if (in(k_curl_long_values, text))
            is_plain = ++i < arguments.size() && is_plain_value(arguments[i].text);
        else
            is_plain = text.starts_with("--") ? in(k_curl_long, text) : is_plain_cluster(arguments, i);
        if (!is_plain) transfer.unknown_option();
        may_be_value = !is_plain;
    }
    return transfer.result();
}

OptionFindings check_wget(std::span<const Word> arguments) {
    Transfer transfer("wget");
    bool prints = false;
    bool may_be_value = false; // of an option that is not known here
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view text = arguments[i].text;
        const bool is_value = std::exchange(may_be_value, false) && text.find("://") == std::string_view::npos;
        if (!is_known(arguments[i])) {
            transfer.unknown_word();
        } else if (text == "-O-" || text == "-qO-") {
            prints = true;
        } else if ((text == "-O" || text == "-qO") && i + 1 < arguments.size() && arguments[i + 1].text == "-") {
            prints = true;
            ++i;
        } else if (!text.starts_with('-')) {
            if (!is_value) transfer.url(text);
        } else if (!in(k_wget_options, text)) {
            transfer.unknown_option();
            may_be_value = text.find('=') == std::string_view::npos;
        }
    }
    if (!prints) transfer.object("writes a file");
    return transfer.result();
}

} // namespace thoth::shell
