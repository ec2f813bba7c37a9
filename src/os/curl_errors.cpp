#include "os/curl_errors.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace thoth {

namespace {

constexpr size_t k_max_details = 200; // bytes; the other side has a say in it
constexpr const char* k_check_proxy =
    "check http_proxy, https_proxy and all_proxy, or name the host in no_proxy if it is reached directly";

std::string printable(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, k_max_details))
        if (c >= ' ' && c <= '~') result += c;
    return result;
}

std::string reach_hint(const Target& target) {
    if (target.loopback) return "start the server, or correct its address";
    if (!target.proxy_name.empty()) return k_check_proxy;
    return "check the address and the network; a proxy is named with https_proxy or http_proxy";
}

// "host:443", or "host:443 through the proxy box:3128".
std::string way_to(const Target& target) {
    if (target.proxy_name.empty()) return target.name();
    return fmt::format("{} through the proxy {}", target.name(), target.proxy_name);
}

Error connect_failure(const CurlLibrary& curl, const Target& target, const CurlFailure& failure) {
    const Errc code = failure.os_error == ETIMEDOUT ? Errc::timed_out : Errc::unavailable;
    const std::string reason = failure.os_error == ECONNREFUSED ? "nobody listens there (connection refused)"
                               : failure.os_error != 0          ? std::strerror(failure.os_error)
                                                                : curl.easy_strerror(failure.code);
    return {code, fmt::format("cannot connect to {}: {}", way_to(target), reason), reach_hint(target)};
}

// What is wrong with a certificate is told by libcurl's words only, which follow its TLS library.
std::string hint_for_certificate(std::string_view details) {
    if (details.find("expired") != details.npos || details.find("not yet valid") != details.npos)
        return "its owner must renew the certificate, unless the clock of this machine is wrong";
    if (details.find("does not match") != details.npos || details.find("subject name") != details.npos)
        return "the certificate belongs to another name; check the address of the server";
    return "if a proxy or a server of your own signs with its own authority, name the file with its certificate "
           "(PEM) as ca_file in the profile or in SSL_CERT_FILE, or a directory of them in SSL_CERT_DIR";
}

std::string tls_hint(CURLcode code, std::string_view details) {
    if (code == CURLE_PEER_FAILED_VERIFICATION) return hint_for_certificate(details);
    if (code == CURLE_SSL_CACERT_BADFILE) return "check ca_file in the profile, SSL_CERT_FILE and SSL_CERT_DIR";
    return "if the server speaks plain http, write http:// in its address";
}

// Another try does not change a certificate.
Errc tls_code(CURLcode code) {
    const bool is_certificate = code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE;
    return is_certificate ? Errc::not_permitted : Errc::unavailable;
}

Error tls_failure(const CurlLibrary& curl, const Target& target, const CurlFailure& failure) {
    std::string reason = printable(failure.details);
    if (reason.empty()) reason = curl.easy_strerror(failure.code);
    return {tls_code(failure.code), fmt::format("no secure connection to {}: {}", way_to(target), reason),
            tls_hint(failure.code, reason)};
}

bool is_tls(CURLcode code) {
    switch (code) {
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return true;
    default:
        return false;
    }
}

} // namespace

Error describe_failure(const CurlLibrary& curl, const Target& target, const CurlFailure& failure,
                       std::chrono::milliseconds connect_limit) {
    const std::string name = target.name();
    if (is_tls(failure.code)) return tls_failure(curl, target, failure);
    if (failure.proxy_status >= 300)
        return {Errc::unavailable,
                fmt::format("the proxy {} does not connect to {}: it answered {}", target.proxy_name, name,
                            failure.proxy_status),
                k_check_proxy};
    switch (failure.code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return {Errc::unavailable, fmt::format("cannot connect to {}: the name of the host is unknown", name),
                reach_hint(target)};
    case CURLE_COULDNT_RESOLVE_PROXY:
        return {Errc::unavailable, fmt::format("cannot connect to {}: that proxy is unknown", way_to(target)),
                k_check_proxy};
    case CURLE_COULDNT_CONNECT:
        return connect_failure(curl, target, failure);
    case CURLE_OPERATION_TIMEDOUT:
        return {
            Errc::timed_out,
            fmt::format("cannot connect to {}: no answer within {}", way_to(target), format_limit(connect_limit)),
            reach_hint(target)};
    case CURLE_OK: // the connection ended regularly, inside the head
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return {Errc::io, fmt::format("{} closed the connection without an answer", name),
                "try again; if it stays so, look at what the server logged"};
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        return {Errc::protocol, fmt::format("what {} answered is not HTTP", name), "check the port and the scheme"};
    default:
        return {
            Errc::io, fmt::format("the exchange with {} failed: {}", name, curl.easy_strerror(failure.code)), {}};
    }
}

std::string format_limit(std::chrono::milliseconds limit) {
    if (limit.count() % 1000 == 0) return fmt::format("{} s", limit.count() / 1000);
    return fmt::format("{} ms", limit.count());
}

} // namespace thoth
