#pragma once
#include <string>
#include <sys/socket.h>

namespace thoth {

// "192.0.2.7" or "2001:db8::1"; empty for what is neither IPv4 nor IPv6. `address` must be as large as its family
// says. Pure; any thread.
std::string address_text(const sockaddr& address);

} // namespace thoth
