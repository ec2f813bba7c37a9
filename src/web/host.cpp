#include "web/host.h"

#include "web/punycode.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_longest_host = 253; // bytes
constexpr size_t k_longest_label = 63;

std::unexpected<Error> bad_host(std::string message) {
    return fail(Errc::invalid_argument, std::move(message), "write it as https://host/path");
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (true) {
        const size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// Decimal, 0x..., or octal with a leading 0, as inet_aton() reads it.
std::optional<uint64_t> number_in(std::string_view text) {
    int base = 10;
    if (text.size() > 1 && text[0] == '0') {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
        text.remove_prefix(base == 16 ? 2 : 1);
        if (text.empty()) return 0;
    }
    uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// A name whose last part is a number is read as an address by those who connect, or not at all.
bool ends_in_number(std::string_view host) {
    const std::string_view last = split(host, '.').back();
    const bool is_digits = !last.empty() && std::ranges::all_of(last, [](char c) { return c >= '0' && c <= '9'; });
    return is_digits || number_in(last).has_value();
}

Result<std::string> ipv4(std::string_view host) {
    const std::vector<std::string_view> parts = split(host, '.');
    if (parts.size() > 4) return bad_host("the host of the address is no IPv4 address");
    uint64_t address = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
        const bool is_last = i + 1 == parts.size();
        const uint64_t limit = is_last ? uint64_t{1} << (8 * (4 - i)) : 256;
        const auto number = number_in(parts[i]);
        if (!number || *number >= limit) return bad_host("the host of the address is no IPv4 address");
        address += is_last ? *number : *number << (8 * (3 - i));
    }
    return fmt::format("{}.{}.{}.{}", address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
}

Result<std::string> ipv6(std::string_view host) {
    in6_addr address{};
    std::array<char, INET6_ADDRSTRLEN> text{};
    const std::string inner(host.substr(1, host.size() - 2));
    if (inet_pton(AF_INET6, inner.c_str(), &address) != 1 ||
        !inet_ntop(AF_INET6, &address, text.data(), text.size()))
        return bad_host("the host of the address is no IPv6 address");
    return fmt::format("[{}]", text.data());
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

Result<std::string> name(std::string_view host) {
    if (host.size() > k_longest_host) return bad_host("the host of the address is too long");
    for (const std::string_view label : split(host, '.'))
        if (label.empty() || label.size() > k_longest_label || !std::ranges::all_of(label, is_name_character))
            return bad_host("the host of the address is no name that a host can have");
    return std::string(host);
}
} // namespace

Result<std::string> canonical_host(std::string_view text) {
    if (text.empty()) return bad_host("the address has no host");
    if (text.size() > 4 * k_longest_host) return bad_host("the host of the address is too long");
    if (text.front() == '[') {
        if (text.size() < 3 || text.back() != ']') return bad_host("the host of the address is no IPv6 address");
        return ipv6(text);
    }
    std::string host = TRY(ascii_host(text));
    if (host.ends_with('.')) host.pop_back();
    if (ends_in_number(host)) return ipv4(host);
    return name(host);
}

std::optional<std::string> address_in_host(std::string_view host) {
    if (host.starts_with('[')) return std::string(host.substr(1, host.size() - 2));
    in_addr address{};
    const std::string text(host);
    if (inet_pton(AF_INET, text.c_str(), &address) != 1) return std::nullopt;
    return text;
}

bool is_localhost(std::string_view host) {
    return host == "localhost" || host.ends_with(".localhost");
}

} // namespace thoth
