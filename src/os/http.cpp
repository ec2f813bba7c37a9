#include "os/http.h"

#include <algorithm>

namespace thoth {

namespace {
struct UrlParts {
    std::string_view scheme; // with "://"
    std::string_view authority;
    std::string_view path;
};

UrlParts split_url(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));
    const auto colon = url.find("://");
    const size_t start = colon == std::string_view::npos ? 0 : colon + 3;
    const size_t slash = std::min(url.find('/', start), url.size());
    return {url.substr(0, start), url.substr(start, slash - start), url.substr(slash)};
}

class BufferSink final : public HttpSink {
public:
    explicit BufferSink(size_t limit) : m_limit(limit) {}
    void on_head(const HttpHead& head) override {
        reply.head = head;
        if (!head.success()) m_limit = std::min(m_limit, k_max_error_body);
    }
    bool on_body(std::string_view bytes) override {
        reply.body.append(bytes.substr(0, m_limit - reply.body.size()));
        return reply.body.size() < m_limit;
    }
    HttpReply reply;

private:
    size_t m_limit;
};
} // namespace

std::string display_url(std::string_view url) {
    const UrlParts parts = split_url(url);
    const auto at = parts.authority.rfind('@');
    const auto host = at == std::string_view::npos ? parts.authority : parts.authority.substr(at + 1);
    return std::string(parts.scheme).append(host).append(parts.path);
}

std::string url_path(std::string_view url) {
    const UrlParts parts = split_url(url);
    return parts.path.empty() ? "/" : std::string(parts.path);
}

Result<HttpReply> fetch(HttpClient& client, const HttpRequest& request, size_t limit, std::stop_token stop) {
    BufferSink sink(limit);
    const HttpEnd end = TRY(client.send(request, sink, stop));
    if (end == HttpEnd::cancelled) return fail(Errc::cancelled, "cancelled");
    if (end != HttpEnd::complete)
        return fail(Errc::io, "the reply from " + display_url(request.url) + " broke off");
    return std::move(sink.reply);
}

} // namespace thoth
