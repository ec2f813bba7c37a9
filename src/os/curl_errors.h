#pragma once
#include "os/curl_url.h"

#include <chrono>
#include <string_view>

namespace thoth {

// Why an exchange ended before there was a head.
struct CurlFailure {
    CURLcode code = CURLE_OK;
    int os_error = 0;         // errno of the last attempt to connect, or 0
    long proxy_status = 0;    // what a proxy said to CONNECT, or 0
    std::string_view details; // libcurl's own words; shown for TLS only, since others quote addresses
};

// The failure as its reader needs it: the server by host and port, the reason, and what would
// help. Never the address itself, a header or a key. Errc::not_permitted: a certificate is not trusted;
// the only kind of them that a second try cannot cure.
Error describe_failure(const CurlLibrary& curl, const Target& target, const CurlFailure& failure,
                       std::chrono::milliseconds connect_limit);

// "120 s", "50 ms".
std::string format_limit(std::chrono::milliseconds limit);

} // namespace thoth
