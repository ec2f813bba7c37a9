#pragma once
#include "base/result.h"
#include "os/http.h"
#include "web/page_cache.h"
#include "web/url.h"

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thoth {

struct FetchLimits {
    size_t body = 10 * 1024 * 1024; // bytes, unpacked; of a larger page its beginning is read
    int redirects = 5;
    HttpLimits http{.connect = std::chrono::milliseconds{10'000},
                    .first_byte = std::chrono::milliseconds{20'000},
                    .idle = std::chrono::milliseconds{15'000},
                    .total = std::chrono::milliseconds{45'000}};
};

// The server says that the page is with somebody else, who was not asked about.
struct MovedAway {
    WebUrl to;
};

// The server has no page for this address.
struct NoPage {
    int status = 0;
    std::string text{}; // the beginning of what it says, as a text
};

using Fetched = std::variant<WebPage, MovedAway, NoPage>;

// Fetches pages. Redirects are followed as long as they stay with the same scheme, host and port. Each connection
// is judged by the address it goes to: one that is not public (this machine, private networks) only if the caller
// names it. No cookies, no credentials. What was fetched stays known for the session. One thread.
class Fetcher {
public:
    // In words what an address is to others, empty for a public one; see reach_of_address().
    using ReachOf = std::function<std::string(std::string_view address)>;
    explicit Fetcher(std::unique_ptr<HttpClient> http, FetchLimits limits = {}, ReachOf reach = {});

    // The addresses of this host that are not public, as far as that is known: it is one, or a fetch found out. A
    // name is not looked up for it: whoever answers would learn of it.
    std::vector<std::string> not_public(const WebUrl& url) const;
    std::string reach_of(std::string_view address) const { return m_reach(address); }

    const WebPage* cached(const WebUrl& url) const { return m_cache.find(url.text()); }

    // `may`: the addresses that are not public and may be connected to nonetheless. Errors: Errc::refused, the host
    // has such an address and it is not among them: nothing was sent, and not_public() knows it from now on. Else
    // those of HttpClient::send, Errc::cancelled, Errc::too_large.
    Result<Fetched> fetch(const WebUrl& url, const std::vector<std::string>& may, std::stop_token stop);

private:
    class Body;
    Result<HttpEnd> send(const WebUrl& url, const std::vector<std::string>& may, Body& body, std::stop_token stop);
    Result<WebPage> page_of(const WebUrl& asked, const WebUrl& found, Body body, HttpEnd end, std::stop_token stop);
    void note(const std::string& host, std::vector<std::string> addresses);

    std::unique_ptr<HttpClient> m_http;
    FetchLimits m_limits;
    ReachOf m_reach;
    PageCache m_cache;
    std::map<std::string, std::vector<std::string>> m_not_public; // by host
};

} // namespace thoth
