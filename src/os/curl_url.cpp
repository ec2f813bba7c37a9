#include "os/curl_url.h"

#include <arpa/inet.h>
#include <cstdint>

namespace thoth {

namespace {

std::string part_of(const CurlLibrary& curl, CURLU* url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl.url_get(url, part, &text, flags) != CURLUE_OK || !text) return {};
    std::string result(text);
    curl.free(text);
    return result;
}

} // namespace

Result<Target> parse_target(const CurlLibrary& curl, const std::string& url) {
    Target target{CurlUrl(curl.url(), CurlUrlFree{&curl}), {}, {}, {}};
    const char* k_hint = "write it as http://host:port/path or https://host/path";
    if (!target.url || curl.url_set(target.url.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME))
        return fail(Errc::invalid_argument, "the address of the server cannot be understood", k_hint);
    target.scheme = part_of(curl, target.url.get(), CURLUPART_SCHEME);
    if (target.scheme != "http" && target.scheme != "https")
        return fail(Errc::invalid_argument, "the address of the server is neither http nor https", k_hint);

    target.host = part_of(curl, target.url.get(), CURLUPART_HOST);
    target.port = part_of(curl, target.url.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
    target.loopback = is_loopback_host(target.host);
    return target;
}

bool is_loopback_host(std::string host) {
    for (char& c : host)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (host.ends_with('.')) host.pop_back();
    if (host == "localhost" || host.ends_with(".localhost")) return true;

    if (in_addr v4{}; inet_pton(AF_INET, host.c_str(), &v4) == 1) {
        const uint32_t number = ntohl(v4.s_addr);
        return number >> 24 == 127 || number == 0;
    }
    if (host.size() < 2 || host.front() != '[' || host.back() != ']') return false;
    in6_addr v6{};
    if (inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &v6) != 1) return false;
    if (IN6_IS_ADDR_V4MAPPED(&v6)) return v6.s6_addr[12] == 127;
    return IN6_IS_ADDR_LOOPBACK(&v6) || IN6_IS_ADDR_UNSPECIFIED(&v6);
}

} // namespace thoth
