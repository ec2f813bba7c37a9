// Addresses of the web: one that is taken is in its one form, which means the same when it is read again, and holds
// nothing that could stand for something else where it is shown or sent. So with what it means on another page.
#include "web/host.h"
#include "web/network_address.h"
#include "web/url.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {
void check(const thoth::Result<thoth::WebUrl>& url) {
    if (!url) return;
    const std::string text = url->text();
    const auto again = thoth::parse_web_url(text);
    if (!again || *again != *url || again->place() != url->place()) std::abort();
    if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; })) std::abort();
    if (text.find_first_of("\"<>\\^`{|}#") != std::string::npos) std::abort();
    if (url->host.find_first_of("@/?:%") != std::string::npos && !url->host.starts_with('[')) std::abort();
    if (url->host.empty() || url->port == 0 || !url->target.starts_with('/')) std::abort();
    // What an address is known as is an address to those who connect, too.
    if (const auto address = thoth::address_in_host(url->host)) (void)thoth::reach_of_address(*address);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string text(data, data + size);
    check(thoth::parse_web_url(text));
    check(thoth::parse_web_url("http://" + text));
    const thoth::WebUrl base{"https", "a.test", 443, "/b/c?d"};
    check(thoth::resolve_url(base, text));
    (void)thoth::reach_of_address(text);
    return 0;
}
