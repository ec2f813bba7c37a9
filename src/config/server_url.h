#pragma once
#include "base/result.h"

#include <string>
#include <string_view>

namespace thoth {

// The parts of an http(s) address that matter before anything is sent to it.
struct ServerUrl {
    std::string scheme; // "http" or "https"
    std::string host;   // lower case; an IPv6 address without its brackets
    int port = 0;       // 0: the scheme's own
    std::string path;   // from the first slash, perhaps empty
};

// Strict on purpose: what could mean one host to us and another to the HTTP library is
// refused. Errors (Errc::invalid_argument) name the reason and never repeat the address, which
// may hold a password: another scheme, no host, a user name or password, a query or fragment,
// a bad port, white space or a backslash anywhere.
Result<ServerUrl> parse_server_url(std::string_view url);

} // namespace thoth
