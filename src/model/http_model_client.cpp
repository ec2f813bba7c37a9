#include "model/http_model_client.h"

#include "model/ascii.h"
#include "model/base_url.h"
#include "model/guided_client.h"
#include "model/server_error.h"
#include "model/wire_format.h"
#include "model/wire_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {

constexpr size_t k_max_model_list = 8u << 20;

// Hands a good answer to the decoder and keeps the beginning of any other.
class ExchangeSink final : public HttpSink {
public:
    ExchangeSink(StreamDecoder& decoder, const Clock& clock, std::chrono::milliseconds longest_quiet)
        : m_decoder(decoder), m_clock(clock), m_longest_quiet(longest_quiet) {}

    void on_head(const HttpHead& head) override {
        m_head = head;
        m_news_at = m_clock.steady();
    }
    bool on_body(std::string_view bytes) override {
        if (m_head.success()) {
            m_decoder.feed(bytes);
            watch_for_news();
            return !m_decoder.done() && !m_quiet;
        }
        m_error_body.append(bytes.substr(0, k_max_error_body - m_error_body.size()));
        return m_error_body.size() < k_max_error_body && !is_whole();
    }
    const HttpHead& head() const { return m_head; }
    const std::string& error_body() const { return m_error_body; }
    bool quiet() const { return m_quiet; } // the stream was given up: signs of life, and no news

private:
    void watch_for_news() {
        const SteadyTime now = m_clock.steady();
        if (const size_t news = m_decoder.news(); news != m_news) {
            m_news = news;
            m_news_at = now;
        }
        m_quiet = now - m_news_at > m_longest_quiet;
    }
    // Some servers leave the connection open behind an error.
    bool is_whole() const {
        const std::string_view body = trim(m_error_body);
        return (body.ends_with('}') || body.ends_with(']')) && is_json(body);
    }

    StreamDecoder& m_decoder;
    const Clock& m_clock;
    std::chrono::milliseconds m_longest_quiet;
    HttpHead m_head;
    std::string m_error_body;
    size_t m_news = 0;
    SteadyTime m_news_at;
    bool m_quiet = false;
};

bool has_header(const HttpHeaders& headers, std::string_view name) {
    return std::ranges::any_of(headers, [&](const auto& header) { return lower(header.first) == lower(name); });
}

class HttpModelClient final : public ModelClient {
public:
    HttpModelClient(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                    std::unique_ptr<WireFormat> format, uint64_t id_seed)
        : m_http(http), m_clock(clock), m_endpoint(std::move(endpoint)), m_format(std::move(format)),
          m_ids(id_seed) {}

    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) override;
    Result<std::vector<ModelInfo>> models(std::stop_token stop) override;
    void use_model(std::string name) override {
        m_endpoint.model = std::move(name);
        m_own_calls_seen = false;
    }

private:
    struct Attempt {
        Reply reply;
        bool again = false; // the same request may be sent once more at once
    };
    Attempt attempt(const ModelRequest& request, ReplySink& sink, const std::stop_token& stop);
    Attempt attempt_without_reply(const Error& error);
    Reply decoded(StreamDecoder& decoder, const ExchangeSink& exchange, HttpEnd end) const;
    HttpRequest http_request(std::string method, std::string url, const char* accept) const;
    ReplyRules rules_of(const ModelRequest& request) const;
    Reply failed(ReplyError error) const;

    HttpClient& m_http;
    const Clock& m_clock;
    ModelEndpoint m_endpoint;
    std::unique_ptr<WireFormat> m_format;
    CallIds m_ids;
    bool m_own_calls_seen = false;   // the server reads the calls of this model itself
    bool m_connected_before = false; // the connection may be one that the server closed meanwhile
};

HttpRequest HttpModelClient::http_request(std::string method, std::string url, const char* accept) const {
    HttpRequest request;
    request.method = std::move(method);
    request.url = std::move(url);
    request.limits = m_endpoint.limits;
    request.headers = m_endpoint.headers;
    const auto add = [&](const char* name, std::string value) {
        if (!has_header(request.headers, name)) request.headers.emplace_back(name, std::move(value));
    };
    add("Accept", accept);
    add("Accept-Encoding", "identity");
    if (request.method == "POST") add("Content-Type", "application/json");
    if (!m_endpoint.api_key.empty()) add("Authorization", "Bearer " + m_endpoint.api_key);
    return request;
}

ReplyRules HttpModelClient::rules_of(const ModelRequest& request) const {
    ReplyRules rules;
    rules.implicit_think_open = m_endpoint.implicit_think_open;
    rules.max_tokens = m_endpoint.max_tokens;
    for (const ToolSpec& tool : request.tools)
        rules.tool_names.push_back(tool.name);
    rules.tools = OfferedTools(request.tools);
    rules.text_calls = m_endpoint.text_tool_calls == TextToolCalls::all ||
                       (m_endpoint.text_tool_calls == TextToolCalls::automatic && !m_own_calls_seen);
    return rules;
}

Reply HttpModelClient::failed(ReplyError error) const {
    complete_error(error, m_endpoint, m_format->api());
    Reply reply;
    reply.finish = Finish::error;
    reply.error = std::move(error);
    return reply;
}

Reply HttpModelClient::ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    Attempt last = attempt(request, sink, stop);
    // Each reason to repeat holds once only: a learnt field stays learnt, and the second
    // connection is a fresh one.
    for (int i = 0; i < 2 && last.again && !stop.stop_requested(); ++i)
        last = attempt(request, sink, stop);
    m_own_calls_seen = m_own_calls_seen || std::ranges::any_of(last.reply.message.calls, [](const ToolCall& call) {
                           return !call.from_text;
                       });
    return std::move(last.reply);
}

HttpModelClient::Attempt HttpModelClient::attempt(const ModelRequest& request, ReplySink& sink,
                                                  const std::stop_token& stop) {
    auto body = m_format->chat_body(m_endpoint, request);
    if (!body) {
        ReplyError error;
        error.kind = ReplyErrorKind::invalid_request;
        error.message = body.error().message;
        error.hint = body.error().hint;
        return {failed(std::move(error))};
    }
    HttpRequest http = http_request("POST", m_format->chat_url(m_endpoint), m_format->accepted_type());
    http.body = std::move(*body);
    const auto decoder = m_format->decoder(rules_of(request), m_ids, sink);
    ExchangeSink exchange(*decoder, m_clock, m_endpoint.longest_quiet);
    const auto end = m_http.send(http, exchange, stop);
    if (!end) return attempt_without_reply(end.error());
    m_connected_before = true;
    if (exchange.head().success() || *end == HttpEnd::cancelled) return {decoded(*decoder, exchange, *end)};
    ReplyError error = error_from_answer(exchange.head(), exchange.error_body());
    const bool again = m_format->adapt(exchange.head().status, error);
    return {failed(std::move(error)), again};
}

Reply HttpModelClient::decoded(StreamDecoder& decoder, const ExchangeSink& exchange, HttpEnd end) const {
    Reply reply = decoder.finish(exchange.quiet() ? HttpEnd::stalled : end);
    if (!reply.error) return reply;
    if (exchange.quiet() && reply.finish == Finish::incomplete)
        reply.error->message =
            fmt::format("the server kept the connection alive and sent nothing of a reply for {} s",
                        std::chrono::duration_cast<std::chrono::seconds>(m_endpoint.longest_quiet).count());
    complete_error(*reply.error, m_endpoint, m_format->api());
    return reply;
}

HttpModelClient::Attempt HttpModelClient::attempt_without_reply(const Error& error) {
    if (error.code == Errc::cancelled) {
        Reply reply;
        reply.finish = Finish::cancelled;
        return {std::move(reply)};
    }
    // A server may close an idle connection just when it is used again.
    const bool again = error.code == Errc::io && std::exchange(m_connected_before, false);
    return {failed(error_without_reply(error, m_endpoint)), again};
}

Result<std::vector<ModelInfo>> HttpModelClient::models(std::stop_token stop) {
    const HttpRequest request = http_request("GET", m_format->models_url(m_endpoint), "application/json");
    const auto answer = fetch(m_http, request, k_max_model_list, stop);
    if (!answer && answer.error().code == Errc::cancelled) return fail(answer.error());
    ReplyError error;
    if (answer) {
        m_connected_before = true;
        if (answer->head.success()) return m_format->parse_models(answer->body);
        error = error_from_answer(answer->head, answer->body);
    } else {
        error = error_without_reply(answer.error(), m_endpoint);
    }
    complete_error(error, m_endpoint, m_format->api());
    return fail(as_error(error));
}

std::unique_ptr<ModelClient> client_over(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                         std::unique_ptr<WireFormat> format, uint64_t id_seed) {
    const ToolCallForm form = endpoint.tool_calls;
    auto client = std::make_unique<HttpModelClient>(http, clock, std::move(endpoint), std::move(format), id_seed);
    if (form == ToolCallForm::native) return client;
    return make_guided_client(std::move(client), form, id_seed + 1);
}

} // namespace

std::unique_ptr<ModelClient> make_openai_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed) {
    return client_over(http, clock, std::move(endpoint), make_openai_format(), id_seed);
}

std::unique_ptr<ModelClient> make_ollama_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed) {
    return client_over(http, clock, std::move(endpoint), make_ollama_format(), id_seed);
}

} // namespace thoth
