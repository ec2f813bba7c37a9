#include "os/proxy.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <optional>
#include <span>

namespace thoth {

namespace {

struct Address {
    std::array<unsigned char, 16> bytes{};
    size_t size = 0; // 4 or 16
};

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

// "[::1]" without its brackets, "host." without its dot.
std::string_view bare(std::string_view host) {
    if (host.starts_with('[') && host.ends_with(']')) return host.substr(1, host.size() - 2);
    if (host.ends_with('.')) host.remove_suffix(1);
    return host;
}

std::optional<Address> address_from(std::string_view text) {
    const std::string copy(text);
    Address out;
    if (inet_pton(AF_INET, copy.c_str(), out.bytes.data()) == 1)
        out.size = 4;
    else if (inet_pton(AF_INET6, copy.c_str(), out.bytes.data()) == 1)
        out.size = 16;
    else
        return std::nullopt;
    return out;
}

std::optional<unsigned> number_from(std::string_view text) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool same_bits(const Address& one, const Address& other, size_t bits) {
    if (one.size != other.size || bits > one.size * 8) return false;
    for (size_t bit = 0; bit < bits; ++bit) {
        const auto mask = static_cast<unsigned char>(0x80U >> (bit % 8));
        if (((one.bytes[bit / 8] ^ other.bytes[bit / 8]) & mask) != 0) return false;
    }
    return true;
}

// One entry of the list, without its port.
struct Entry {
    std::string_view host;
    std::string_view port; // empty: every one
};

Entry split_entry(std::string_view text) {
    const size_t colon = text.rfind(':');
    const bool bracketed = text.starts_with('[');
    const size_t closing = text.find(']');
    // A second colon without brackets is an IPv6 address, which has no room for a port.
    const bool has_port = colon != text.npos && (bracketed ? closing + 1 == colon : text.find(':') == colon) &&
                          number_from(text.substr(colon + 1));
    if (!has_port) return {bare(text), {}};
    return {bare(text.substr(0, colon)), text.substr(colon + 1)};
}

bool is_in_network(std::string_view network, std::string_view host) {
    const size_t slash = network.find('/');
    const auto base = address_from(network.substr(0, slash));
    const auto address = address_from(host);
    if (!base || !address) return false;
    const auto bits = slash == network.npos ? std::optional<unsigned>(static_cast<unsigned>(base->size * 8))
                                            : number_from(network.substr(slash + 1));
    return bits && same_bits(*base, *address, *bits);
}

bool is_below(std::string_view domain, std::string_view host) {
    if (domain.starts_with("*.")) domain.remove_prefix(1);
    if (domain.starts_with('.')) domain.remove_prefix(1);
    if (domain.empty() || !host.ends_with(domain)) return false;
    return host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.';
}

std::string first_set(const Environment& environment, std::span<const char* const> names) {
    for (const char* name : names)
        if (auto value = environment.get(name)) return *std::move(value);
    return {};
}

} // namespace

ProxySettings proxies_in(const Environment& environment) {
    constexpr std::array k_http{"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"};
    constexpr std::array k_https{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
    constexpr std::array k_none{"no_proxy", "NO_PROXY"};
    return {first_set(environment, k_http), first_set(environment, k_https), first_set(environment, k_none)};
}

bool is_proxy_exception(std::string_view list, std::string_view host, std::string_view port) {
    constexpr std::string_view k_separators = ", \t";
    const std::string small = lower(list);
    const std::string name = lower(bare(host));
    std::string_view rest = small;
    while (true) {
        rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(k_separators)));
        if (rest.empty()) return false;
        const Entry entry = split_entry(rest.substr(0, rest.find_first_of(k_separators)));
        rest.remove_prefix(std::min(rest.size(), rest.find_first_of(k_separators)));
        if (!entry.port.empty() && entry.port != port) continue;
        if (entry.host == "*" || is_in_network(entry.host, name) || is_below(entry.host, name)) return true;
    }
}

// A password may hold anything, so what stands before the last @ goes.
std::string proxy_name(std::string_view proxy) {
    if (const size_t at = proxy.rfind('@'); at != proxy.npos)
        proxy.remove_prefix(at + 1);
    else if (const size_t colon = proxy.find("://"); colon != proxy.npos)
        proxy.remove_prefix(colon + 3);
    return std::string(proxy.substr(0, proxy.find_first_of("/?#")));
}

std::string without_credentials(std::string_view proxy) {
    const size_t at = proxy.rfind('@');
    if (at == proxy.npos) return std::string(proxy);
    const size_t scheme = proxy.find("://");
    const size_t start = scheme == proxy.npos || scheme > at ? 0 : scheme + 3;
    return std::string(proxy.substr(0, start)).append(proxy.substr(at + 1));
}

std::string proxy_for(const ProxySettings& settings, std::string_view scheme, std::string_view host,
                      std::string_view port, bool loopback) {
    if (loopback || is_proxy_exception(settings.exceptions, host, port)) return {};
    return scheme == "https" ? settings.https : settings.http;
}

} // namespace thoth
