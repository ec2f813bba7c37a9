#include "web/url.h"

#include "text/unicode.h"
#include "web/host.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <vector>

namespace thoth {

namespace {
constexpr const char* k_hint = "write it as https://host/path";

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

// "scheme:" at the front; empty when there is none.
std::string_view scheme_of(std::string_view text) {
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0 || !is_letter(text[0])) return {};
    const bool is_scheme = std::ranges::all_of(text.substr(0, colon), [](char c) {
        return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
    });
    return is_scheme ? text.substr(0, colon) : std::string_view();
}

// Without blanks around it, and without line breaks and tabs inside it, as browsers read it.
std::string without_breaks(std::string_view text) {
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ')
        text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ')
        text.remove_suffix(1);
    std::string out;
    for (const char c : text)
        if (c != '\n' && c != '\r' && c != '\t') out += c;
    return out;
}

// What may not stand in a path or query goes over as %XX; what is encoded already stays.
std::string encoded(std::string_view text) {
    constexpr std::string_view k_as_it_is = "-._~!$&'()*+,;=:@/?%[]";
    std::string out;
    for (const char c : text) {
        if (is_letter(c) || is_digit(c) || k_as_it_is.find(c) != std::string_view::npos)
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return out;
}

// "." and ".." are taken out of a path.
std::string without_dots(std::string_view path) {
    std::vector<std::string_view> parts;
    bool ends_in_directory = false;
    while (!path.empty()) {
        path.remove_prefix(1); // the slash
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(part.size());
        const std::string plain = lower(part);
        const bool is_up = plain == ".." || plain == ".%2e" || plain == "%2e." || plain == "%2e%2e";
        const bool is_here = plain == "." || plain == "%2e";
        if (is_up && !parts.empty()) parts.pop_back();
        if (!is_up && !is_here) parts.push_back(part);
        ends_in_directory = is_up || is_here;
    }
    std::string out;
    for (const std::string_view part : parts)
        out += fmt::format("/{}", part);
    return ends_in_directory || out.empty() ? out + "/" : out;
}

// Path and query as they are sent; the fragment is not.
std::string target_of(std::string_view text) {
    text = text.substr(0, text.find('#'));
    const size_t question = text.find('?');
    std::string path(text.substr(0, question));
    std::ranges::replace(path, '\\', '/');
    if (!path.starts_with('/')) path.insert(0, 1, '/');
    std::string target = without_dots(encoded(path));
    if (question != std::string_view::npos) target += encoded(text.substr(question));
    return target;
}

Result<uint16_t> port_of(std::string_view text, std::string_view scheme) {
    if (text.empty()) return scheme == "https" ? 443 : 80;
    uint32_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc() || end != text.data() + text.size() || port == 0 || port > 65535)
        return fail(Errc::invalid_argument, "the port of the address is no number from 1 to 65535", k_hint);
    return static_cast<uint16_t>(port);
}

// Of "host:port/path", behind the two slashes.
Result<WebUrl> parse_behind_scheme(std::string_view rest, std::string scheme) {
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#\\"));
    if (authority.find('@') != std::string_view::npos)
        return fail(Errc::invalid_argument, "the address has a user or a password in it",
                    "leave out what stands before the @");
    const size_t bracket = authority.starts_with('[') ? std::min(authority.find(']'), authority.size()) : 0;
    const size_t colon = authority.find(':', bracket);
    WebUrl url{std::move(scheme), {}, 0, {}};
    url.host = TRY(canonical_host(authority.substr(0, colon)));
    const std::string_view port = colon == std::string_view::npos ? "" : authority.substr(colon + 1);
    url.port = TRY(port_of(port, url.scheme));
    url.target = target_of(rest.substr(authority.size()));
    return url;
}

Result<WebUrl> checked(Result<WebUrl> url) {
    if (url && url->text().size() > k_longest_url)
        return fail(Errc::invalid_argument, fmt::format("the address is longer than {} bytes", k_longest_url));
    return url;
}
} // namespace

std::string WebUrl::text() const {
    return fmt::format("{}://{}{}{}", scheme, host, is_default_port() ? "" : fmt::format(":{}", port), target);
}

std::string WebUrl::place() const {
    return scheme == "https" && port == 443 ? host : fmt::format("{}://{}:{}", scheme, host, port);
}

Result<WebUrl> parse_web_url(std::string_view given) {
    if (given.size() > k_longest_url)
        return fail(Errc::invalid_argument, fmt::format("the address is longer than {} bytes", k_longest_url));
    const std::string text = without_breaks(given);
    const std::string scheme = lower(scheme_of(text));
    std::string_view rest = std::string_view(text).substr(scheme.empty() ? 0 : scheme.size() + 1);
    const bool has_slashes =
        rest.size() >= 2 && (rest[0] == '/' || rest[0] == '\\') && (rest[1] == '/' || rest[1] == '\\');
    if (scheme != "http" && scheme != "https") {
        if (!scheme.empty() && (has_slashes || rest.empty() || !is_digit(rest[0])))
            return fail(Errc::invalid_argument, fmt::format("{}: is neither http: nor https:", scheme), k_hint);
        return fail(Errc::invalid_argument, "the address does not begin with https:// or http://", k_hint);
    }
    if (!has_slashes)
        return fail(Errc::invalid_argument, fmt::format("two slashes are missing behind {}:", scheme), k_hint);
    return checked(parse_behind_scheme(rest.substr(2), scheme));
}

Result<WebUrl> resolve_url(const WebUrl& base, std::string_view given) {
    if (given.size() > k_longest_url)
        return fail(Errc::invalid_argument, fmt::format("the address is longer than {} bytes", k_longest_url));
    const std::string reference = without_breaks(given);
    if (!scheme_of(reference).empty()) return parse_web_url(reference);
    const auto is_slash = [&](size_t at) {
        return at < reference.size() && (reference[at] == '/' || reference[at] == '\\');
    };
    if (is_slash(0) && is_slash(1))
        return checked(parse_behind_scheme(std::string_view(reference).substr(2), base.scheme));

    WebUrl url = base;
    const std::string_view base_path = std::string_view(base.target).substr(0, base.target.find('?'));
    if (reference.empty() || reference[0] == '#') return url;
    if (is_slash(0))
        url.target = target_of(reference);
    else if (reference[0] == '?')
        url.target = target_of(std::string(base_path) + reference);
    else
        url.target = target_of(std::string(base_path.substr(0, base_path.rfind('/') + 1)) + reference);
    return checked(std::move(url));
}

} // namespace thoth
