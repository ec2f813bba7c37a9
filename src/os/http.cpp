#include "os/http.h"

namespace thoth {

namespace {
class BufferSink final : public HttpSink {
public:
    explicit BufferSink(size_t limit) : m_limit(limit) {}
    void on_head(const HttpHead& head) override { reply.head = head; }
    bool on_body(std::string_view bytes) override {
        reply.body.append(bytes.substr(0, m_limit - reply.body.size()));
        return reply.body.size() < m_limit;
    }
    HttpReply reply;

private:
    size_t m_limit;
};
} // namespace

Result<HttpReply> fetch(HttpClient& client, const HttpRequest& request, size_t limit, std::stop_token stop) {
    BufferSink sink(limit);
    const HttpEnd end = TRY(client.send(request, sink, stop));
    if (end == HttpEnd::cancelled) return fail(Errc::cancelled, "cancelled");
    if (end != HttpEnd::complete) return fail(Errc::io, "the reply from " + request.url + " broke off");
    return std::move(sink.reply);
}

} // namespace thoth
