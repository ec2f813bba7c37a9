#include "config/server_url.h"

#include <algorithm>
#include <charconv>

namespace thoth {

namespace {
std::unexpected<Error> refuse(std::string reason) {
    return fail(Errc::invalid_argument, std::move(reason), "an address looks like http://localhost:11434/v1");
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

bool is_host_name(std::string_view host) {
    return std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    });
}

bool is_ipv6_text(std::string_view host) {
    return host.find(':') != std::string_view::npos && std::all_of(host.begin(), host.end(), [](char c) {
               return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9') || c == ':' || c == '.';
           });
}

Result<int> parse_port(std::string_view text) {
    int port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (error != std::errc{} || end != text.data() + text.size() || port < 1 || port > 65535)
        return refuse("its port is not a number from 1 to 65535");
    return port;
}

// "host", "host:port", "[v6]", "[v6]:port".
Result<void> parse_authority(std::string_view authority, ServerUrl& url) {
    if (authority.find('@') != std::string_view::npos)
        return refuse("it holds a user name or password, which belongs in api_key or headers");
    std::string_view host = authority;
    std::string_view rest;
    if (authority.starts_with('[')) {
        const size_t close = authority.find(']');
        if (close == std::string_view::npos) return refuse("its bracket is not closed");
        host = authority.substr(1, close - 1);
        rest = authority.substr(close + 1);
    } else if (const size_t colon = authority.find(':'); colon != std::string_view::npos) {
        host = authority.substr(0, colon);
        rest = authority.substr(colon);
    }
    url.host = lower(host);
    if (url.host.empty()) return refuse("it names no host");
    if (authority.starts_with('[') ? !is_ipv6_text(url.host) : !is_host_name(url.host))
        return refuse("its host is no name and no address");
    if (rest.empty()) return {};
    if (!rest.starts_with(':')) return refuse("something stands between its host and its path");
    url.port = TRY(parse_port(rest.substr(1)));
    return {};
}
} // namespace

Result<ServerUrl> parse_server_url(std::string_view text) {
    if (std::any_of(text.begin(), text.end(),
                    [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\\' || c == '\x7f'; }))
        return refuse("it holds white space, a backslash or a control character");
    ServerUrl url;
    const size_t colon = text.find("://");
    if (colon != std::string_view::npos) url.scheme = lower(text.substr(0, colon));
    if (url.scheme != "http" && url.scheme != "https") return refuse("it does not start with http:// or https://");
    text.remove_prefix(colon + 3);
    const size_t end = std::min(text.find_first_of("/?#"), text.size());
    url.path = text.substr(end);
    TRY(parse_authority(text.substr(0, end), url));
    if (url.path.find_first_of("?#") != std::string::npos)
        return refuse("it holds a query or a fragment, and paths are added to its end");
    return url;
}

} // namespace thoth
