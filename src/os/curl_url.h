#pragma once
#include "os/curl_library.h"

#include <memory>
#include <string>

namespace thoth {

struct CurlUrlFree {
    const CurlLibrary* curl;
    void operator()(CURLU* url) const { curl->url_cleanup(url); }
};
using CurlUrl = std::unique_ptr<CURLU, CurlUrlFree>;

// An address as libcurl reads it, so that what we judge is what it connects to.
struct Target {
    CurlUrl url;
    std::string scheme; // http, https
    std::string host;
    std::string port;
    bool loopback = false;    // this machine: localhost, 127.0.0.0/8, ::1, and the addresses of zeros
    std::string proxy_name{}; // the proxy in between by host and port, without its password; or empty

    std::string name() const { return host + ":" + port; } // for messages; nothing secret
};

// Errc::invalid_argument: not http or https, or not an address at all. The error does not
// repeat the address, which may hold a password or a key.
Result<Target> parse_target(const CurlLibrary& curl, const std::string& url);

bool is_loopback_host(std::string host);

} // namespace thoth
