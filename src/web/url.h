#pragma once
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace thoth {

// An address on the web in the one form that every reader understands alike, so that what is shown and
// granted is what is connected to: scheme, host and port in plain ASCII, no user, no fragment.
struct WebUrl {
    std::string scheme; // "http" or "https"
    std::string host;   // a name in small letters, "192.0.2.7" or "[2001:db8::1]"
    uint16_t port = 0;
    std::string target; // path and query, "/" at least; what an address may not hold is percent-encoded

    std::string text() const;  // "https://example.org/a?b"
    std::string place() const; // whom it is asked from: "example.org", "http://example.org:80"
    bool is_default_port() const { return port == (scheme == "https" ? 443 : 80); }
    bool operator==(const WebUrl&) const = default;
};

inline constexpr size_t k_longest_url = 8000; // bytes

// Errors (Errc::invalid_argument) say what is wrong with it, and repeat no password. An IPv4 address may be
// written in one of its odd forms (one number, hexadecimal, octal): it comes out in the usual one.
Result<WebUrl> parse_web_url(std::string_view text);

// What `reference` (a link, the target of a redirect) means on the page `base`.
Result<WebUrl> resolve_url(const WebUrl& base, std::string_view reference);

} // namespace thoth
