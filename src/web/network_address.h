#pragma once
#include <string>
#include <string_view>

namespace thoth {

// What an address of the network is to whoever is not on it: empty for one that everybody reaches, else in words
// what it is ("this machine", "a private network", "a network link: cloud machines answer there about themselves").
// `address` as in "192.0.2.7" or "2001:db8::1"; what is neither is not public. IPv4 inside of IPv6 (mapped,
// translated, tunnelled) is judged as the address it leads to. Pure; any thread.
std::string reach_of_address(std::string_view address);

} // namespace thoth
