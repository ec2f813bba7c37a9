#include "os/address_text.h"

#include <arpa/inet.h>
#include <array>
#include <cstring>
#include <netinet/in.h>

namespace thoth {

std::string address_text(const sockaddr& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const void* number = nullptr;
    sockaddr_in v4{};
    sockaddr_in6 v6{};
    if (address.sa_family == AF_INET) {
        std::memcpy(&v4, &address, sizeof v4);
        number = &v4.sin_addr;
    } else if (address.sa_family == AF_INET6) {
        std::memcpy(&v6, &address, sizeof v6);
        number = &v6.sin6_addr;
    }
    if (!number || !::inet_ntop(address.sa_family, number, text.data(), text.size())) return {};
    return text.data();
}

} // namespace thoth
