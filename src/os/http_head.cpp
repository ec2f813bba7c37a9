#include "os/http_head.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view k_blank = " \t\r\n";
    const auto first = text.find_first_not_of(k_blank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(k_blank) - first + 1);
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

// The characters of a method or a header name (RFC 9110, token).
bool is_token(std::string_view text) {
    constexpr std::string_view k_others = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               k_others.find(c) != std::string_view::npos;
    });
}

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

} // namespace

HeadReader::State HeadReader::feed_line(std::string_view line) {
    m_bytes += line.size();
    if (m_bytes > k_max_bytes) return State::too_large;
    if (m_complete) return State::after;

    while (!line.empty() && (line.back() == '\n' || line.back() == '\r'))
        line.remove_suffix(1);
    if (line.starts_with("HTTP/")) {
        start(line);
    } else if (!line.empty()) {
        add(line);
    } else if (m_head.status >= 200) {
        m_complete = true;
        return State::complete;
    }
    return State::reading;
}

void HeadReader::start(std::string_view status_line) {
    m_head = {};
    const auto space = status_line.find(' ');
    if (space == std::string_view::npos) return;
    const std::string_view code = trimmed(status_line.substr(space));
    std::from_chars(code.data(), code.data() + code.size(), m_head.status);
}

void HeadReader::add(std::string_view line) {
    if (line.front() == ' ' || line.front() == '\t') { // an old way to continue the line before
        if (!m_head.headers.empty()) m_head.headers.back().second.append(" ").append(trimmed(line));
        return;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    m_head.headers.emplace_back(lower(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1)));
}

Result<void> check_request(const HttpRequest& request) {
    if (!is_token(request.method)) return fail(Errc::invalid_argument, "the HTTP method is not a plain word");
    if (std::ranges::any_of(request.url, [](char c) { return is_control(c) || c == ' '; }))
        return fail(Errc::invalid_argument, "the address has a blank, a line break or a control character in it",
                    "write it without, or as %20");
    for (const auto& [name, value] : request.headers) {
        if (!is_token(name))
            return fail(Errc::invalid_argument, "the name of a header has characters that no header name may have",
                        "use letters, digits and '-'");
        if (std::ranges::any_of(value, [](char c) { return c != '\t' && is_control(c); }))
            return fail(Errc::invalid_argument,
                        fmt::format("the header {} has a line break or a control character in its value", name),
                        "a key that was read from a file often ends with a line break");
    }
    return {};
}

} // namespace thoth
