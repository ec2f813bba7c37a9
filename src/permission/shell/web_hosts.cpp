#include "permission/shell/web_hosts.h"

#include "permission/shell/characters.h"

#include <algorithm>
#include <array>

namespace thoth::shell {

namespace {
using namespace std::string_view_literals;

// curl guesses the protocol of an address without one by how it begins.
constexpr std::array k_guessed{"ftp."sv, "dict."sv, "ldap."sv, "imap."sv, "smtp."sv, "pop3."sv};

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

// Of "scheme://..."; empty when there is none.
std::string scheme_of(std::string_view url) {
    const size_t end = url.find("://");
    if (end == std::string_view::npos || end == 0) return {};
    const std::string_view scheme = url.substr(0, end);
    const bool is_scheme = std::ranges::all_of(
        scheme, [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
    return is_scheme ? lower(scheme) : std::string();
}

bool is_host_char(char c) {
    return is_name_char(c) || c == '-' || c == '.';
}
} // namespace

std::string host_name(std::string_view text) {
    if (text.ends_with('.')) text.remove_suffix(1);
    const bool is_bracketed = text.size() > 2 && text.front() == '[' && text.back() == ']';
    const std::string_view inner = is_bracketed ? text.substr(1, text.size() - 2) : text;
    const bool is_host =
        !inner.empty() && inner[0] != '.' && inner[0] != '-' &&
        std::ranges::all_of(inner, [&](char c) { return is_host_char(c) || (is_bracketed && c == ':'); });
    return is_host ? lower(text) : std::string();
}

WebTarget web_target(std::string_view url) {
    const std::string scheme = scheme_of(url);
    std::string_view rest = scheme.empty() ? url : url.substr(scheme.size() + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#\\"));
    const size_t at = authority.rfind('@');
    std::string_view host = at == std::string_view::npos ? authority : authority.substr(at + 1);
    const size_t port = host.find(':', host.starts_with('[') ? std::min(host.find(']'), host.size()) : 0);
    const std::string_view number = port == std::string_view::npos ? "" : host.substr(port + 1);
    host = host.substr(0, port);
    WebTarget target;
    target.host = host_name(host);
    const bool is_web = scheme == "http" || scheme == "https" || scheme.empty();
    const bool is_guessed = scheme.empty() && std::ranges::any_of(k_guessed, [&](auto start) {
                                return target.host.starts_with(start);
                            });
    const bool is_odd = url.find_first_of("{}[]\\ \t\n") != std::string_view::npos;
    target.plain = is_web && !is_guessed && !is_odd && at == std::string_view::npos && !target.host.empty() &&
                   (number.empty() || is_number(number));
    return target;
}

Repository repository(std::string_view text) {
    Repository result;
    const size_t colon = text.find(':');
    const std::string scheme = scheme_of(text);
    if (!scheme.empty()) {
        result.host = web_target(text).host;
        result.plain = (scheme == "http" || scheme == "https") && !result.host.empty();
    } else if (text.find("::") != std::string_view::npos && text.find("::") == colon) {
        result.plain = false; // a remote helper: a program
    } else if (colon != std::string_view::npos && text.find('/') > colon) {
        const std::string_view host = text.substr(0, colon);
        result.host = host_name(host.substr(host.rfind('@') + 1));
        result.plain = !result.host.empty();
    }
    return result;
}

} // namespace thoth::shell
