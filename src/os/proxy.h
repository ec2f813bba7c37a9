#pragma once
#include "os/environment.h"

#include <string>
#include <string_view>

namespace thoth {

// The proxies that the environment names. May hold passwords: never for a message as they are.
struct ProxySettings {
    std::string http{};
    std::string https{};
    std::string exceptions{}; // hosts that are spoken to directly
};

// http_proxy, https_proxy, and all_proxy for both, no_proxy; each in small or in capital letters,
// small ones first. A variable that is set and empty means "none".
ProxySettings proxies_in(const Environment& environment);

// The proxy for one server, or empty. `host` as in an address: IPv6 in brackets. This machine
// (`loopback`) is never asked for through a proxy.
std::string proxy_for(const ProxySettings& settings, std::string_view scheme, std::string_view host,
                      std::string_view port, bool loopback);

// The proxy of an address by host and port, without name and password: fit for a message.
std::string proxy_name(std::string_view proxy);

// The same address without name and password.
std::string without_credentials(std::string_view proxy);

// Whether a no_proxy list names the host: separated by commas or blanks, each "*", a name that stands for
// itself and everything below it (with or without a dot or "*." before it), an address, a network
// ("10.0.0.0/8", "fd00::/8"); any of them with ":port" for that port only. Names in any case.
bool is_proxy_exception(std::string_view list, std::string_view host, std::string_view port);

} // namespace thoth
