#include "web/fetcher.h"

#include "text/unicode.h"
#include "web/charset.h"
#include "web/host.h"
#include "web/html_text.h"
#include "web/media_type.h"
#include "web/network_address.h"
#include "web/readable_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_most_known_hosts = 200;
constexpr size_t k_sniffed = 512;        // bytes of a body that is none to read
constexpr size_t k_most_of_error = 2000; // characters of what a server says instead of a page

std::string header(const HttpHead& head, std::string_view name) {
    for (const auto& [key, value] : head.headers)
        if (key == name) return value;
    return {};
}

bool is_redirect(const HttpHead& head) {
    const int s = head.status;
    return (s == 301 || s == 302 || s == 303 || s == 307 || s == 308) && !header(head, "location").empty();
}

bool contains(const std::vector<std::string>& list, const std::string& item) {
    return std::ranges::find(list, item) != list.end();
}

std::string size_in_words(size_t bytes) {
    return bytes < 1024 * 1024 ? fmt::format("{} kB", (bytes + 1023) / 1024)
                               : fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1024 * 1024));
}

HttpRequest request_for(const WebUrl& url, const HttpLimits& limits) {
    HttpRequest request;
    request.url = url.text();
    request.headers = {{"accept", "text/markdown, text/html, application/xhtml+xml, text/plain;q=0.9, "
                                  "application/json;q=0.9, */*;q=0.5"},
                       {"accept-language", "en, *;q=0.5"}};
    request.limits = limits;
    request.compressed = true;
    return request;
}
} // namespace

// What came of one reply, as far as it is wanted.
class Fetcher::Body final : public HttpSink {
public:
    explicit Body(size_t limit) : m_limit(limit) {}
    void on_head(const HttpHead& new_head) override {
        head = new_head;
        type = parse_media_type(header(head, "content-type"));
        if (!head.success()) m_limit = std::min(m_limit, k_max_error_body);
    }
    bool on_body(std::string_view bytes) override {
        if (is_redirect(head)) return false;
        const size_t room = m_limit - std::min(m_limit, text.size());
        text.append(bytes.substr(0, room));
        is_cut = is_cut || bytes.size() > room;
        if (text.size() >= k_sniffed && body_kind(type, text) == BodyKind::binary) return false;
        return !is_cut;
    }
    HttpHead head;
    MediaType type;
    std::string text;
    bool is_cut = false;

private:
    size_t m_limit;
};

Fetcher::Fetcher(std::unique_ptr<HttpClient> http, FetchLimits limits, ReachOf reach)
    : m_http(std::move(http)), m_limits(limits), m_reach(std::move(reach)) {
    if (!m_reach) m_reach = [](std::string_view address) { return reach_of_address(address); };
}

std::vector<std::string> Fetcher::not_public(const WebUrl& url) const {
    if (const auto address = address_in_host(url.host))
        return m_reach(*address).empty() ? std::vector<std::string>() : std::vector{*address};
    if (is_localhost(url.host)) return {"127.0.0.1", "::1"};
    const auto known = m_not_public.find(url.host);
    return known == m_not_public.end() ? std::vector<std::string>() : known->second;
}

void Fetcher::note(const std::string& host, std::vector<std::string> addresses) {
    if (m_not_public.size() >= k_most_known_hosts) m_not_public.clear();
    m_not_public[host] = std::move(addresses);
}

// The addresses that somebody said yes to are the ones that are used, whatever the name stands for by now.
Result<HttpEnd> Fetcher::send(const WebUrl& url, const std::vector<std::string>& may, Body& body,
                              std::stop_token stop) {
    std::vector<std::string> refused;
    HttpRequest request = request_for(url, m_limits.http);
    request.may_connect = [&](const std::string& address) {
        const bool ok = m_reach(address).empty() || contains(may, address);
        if (!ok && !contains(refused, address)) refused.push_back(address);
        return ok;
    };
    if (!address_in_host(url.host)) request.addresses = may;
    auto end = m_http->send(request, body, std::move(stop));
    if (end || refused.empty()) return end;
    const std::string first = refused.front();
    note(url.host, std::move(refused));
    return fail(Errc::refused,
                fmt::format("{} has the address {} ({}), which was not asked about; nothing was sent", url.host,
                            first, m_reach(first)),
                "call it once more with the same url: the user is asked about that address then");
}

Result<Fetched> Fetcher::fetch(const WebUrl& asked, const std::vector<std::string>& may, std::stop_token stop) {
    WebUrl url = asked;
    for (int hops = 0; hops <= m_limits.redirects; ++hops) {
        Body body(m_limits.body);
        const HttpEnd end = TRY(send(url, may, body, stop));
        if (end == HttpEnd::cancelled) return fail(Errc::cancelled, "cancelled by user");
        if (is_redirect(body.head)) {
            auto next = resolve_url(url, header(body.head, "location"));
            if (!next)
                return fail(Errc::protocol, fmt::format("{} redirects to no address of the web", url.place()));
            if (next->place() != asked.place()) return MovedAway{std::move(*next)};
            url = std::move(*next);
            continue;
        }
        const int status = body.head.status;
        const bool is_page = body.head.success();
        WebPage page = TRY(page_of(asked, url, std::move(body), end, stop));
        if (is_page) return m_cache.add(std::move(page));
        return NoPage{status, std::string(first_code_points(page.text, k_most_of_error))};
    }
    return fail(Errc::protocol, fmt::format("{} redirects more than {} times", asked.place(), m_limits.redirects));
}

Result<WebPage> Fetcher::page_of(const WebUrl& asked, const WebUrl& found, Body body, HttpEnd end,
                                 std::stop_token stop) {
    WebPage page{asked.text(), found.text()};
    const BodyKind kind = body_kind(body.type, body.text);
    if (kind == BodyKind::binary) {
        const std::string length = header(body.head, "content-length");
        const bool is_known = !length.empty() && length.size() < 15 &&
                              std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; });
        page.remarks.push_back(fmt::format(
            "this is {}{}, and no text; to have it as a file, download it with the shell",
            binary_in_words(body.type, body.text), is_known ? ", " + size_in_words(std::stoull(length)) : ""));
        return page;
    }
    if (body.is_cut)
        page.remarks.push_back(
            fmt::format("the page is larger than {}; only its beginning was read", size_in_words(m_limits.body)));
    if (end == HttpEnd::cut) page.remarks.emplace_back("the connection broke off; this is what had come");
    if (end == HttpEnd::stalled) page.remarks.emplace_back("the server took too long; this is what had come");
    std::string text = to_utf8(body.text, body.type.charset);
    bool is_cut = false;
    body.text = {};
    if (kind == BodyKind::html) {
        PageText read = TRY(text_of_html(text, found, {}, std::move(stop)));
        page.title = readable_text(read.title);
        text = std::move(read.text);
        if (read.needs_scripts)
            page.remarks.emplace_back(
                "the page has little text of its own; its scripts may add to it, and none are run");
        is_cut = read.cut;
    }
    page.text = readable_text(text);
    if (page.text.size() > k_most_page_text) {
        page.text.resize(utf8_prefix(page.text, k_most_page_text).size());
        is_cut = true;
    }
    if (is_cut) page.remarks.emplace_back("the text is too long; its end is not there");
    return page;
}

} // namespace thoth
