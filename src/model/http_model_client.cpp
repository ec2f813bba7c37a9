#include "model/http_model_client.h"

#include "model/ascii.h"
#include "model/context_window.h"
#include "model/continued_reply.h"
#include "model/guided_client.h"
#include "model/header_list.h"
#include "model/hosted_vendors.h"
#include "model/message_origin.h"
#include "model/server_error.h"
#include "model/wire_format.h"
#include "model/wire_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {

constexpr size_t k_max_model_list = 8u << 20;
// A server that takes longer to describe itself than this is used without.
constexpr HttpLimits k_look_up_limits{std::chrono::milliseconds{1'000}, std::chrono::milliseconds{3'000},
                                      std::chrono::milliseconds{1'000}};

// Hands a good answer to the decoder and keeps the beginning of any other.
class ExchangeSink final : public HttpSink {
public:
    ExchangeSink(StreamDecoder& decoder, ReplySink& sink, const Clock& clock,
                 std::chrono::milliseconds longest_quiet)
        : m_decoder(decoder), m_sink(sink), m_clock(clock), m_longest_quiet(longest_quiet),
          m_news_at(clock.steady()) {}

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
    void on_silence(std::chrono::milliseconds) override {
        const auto so_far = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.steady() - m_news_at);
        if (so_far < m_next_notice) return;
        m_next_notice = 2 * so_far;
        m_sink.on_wait({m_news == 0 ? WaitingForModel::For::answer : WaitingForModel::For::more, so_far});
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
            m_next_notice = {};
        }
        m_quiet = now - m_news_at > m_longest_quiet;
    }
    // Some servers leave the connection open behind an error.
    bool is_whole() const {
        const std::string_view body = trim(m_error_body);
        return (body.ends_with('}') || body.ends_with(']')) && is_json(body);
    }

    StreamDecoder& m_decoder;
    ReplySink& m_sink;
    const Clock& m_clock;
    std::chrono::milliseconds m_longest_quiet;
    HttpHead m_head;
    std::string m_error_body;
    size_t m_news = 0;
    SteadyTime m_news_at;
    std::chrono::milliseconds m_next_notice{0};
    bool m_quiet = false;
};

class HttpModelClient final : public ModelClient {
public:
    HttpModelClient(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                    std::unique_ptr<WireFormat> format, uint64_t id_seed)
        : m_http(http), m_clock(clock), m_endpoint(std::move(endpoint)), m_format(std::move(format)),
          m_ids(id_seed), m_wished_window(m_endpoint.context_window) {}

    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) override;
    Result<std::vector<ModelInfo>> models(std::stop_token stop) override;
    void use_model(std::string name) override {
        m_endpoint.model = std::move(name);
        m_own_calls_seen = false;
    }
    ModelInUse look_up(std::stop_token stop) override;
    Result<int64_t> count_tokens(std::string_view text, std::stop_token stop) override;

private:
    struct Attempt {
        Reply reply;
        bool again = false; // the same request may be sent once more at once
    };
    Reply whole_reply(const ModelRequest& request, ReplySink& sink, const std::stop_token& stop);
    Attempt attempt(const ModelRequest& request, ReplySink& sink, const std::stop_token& stop);
    Attempt attempt_without_reply(const Error& error);
    Reply decoded(StreamDecoder& decoder, const ExchangeSink& exchange, HttpEnd end) const;
    Result<Json> ask_server(const std::string& url, const std::string& body, const std::stop_token& stop);
    Result<std::string> models_page(const std::string& url, const std::stop_token& stop);
    HttpRequest http_request(std::string method, std::string url, const char* accept) const;
    ReplyRules rules_of(const ModelRequest& request) const;
    Reply failed(ReplyError error) const;

    HttpClient& m_http;
    const Clock& m_clock;
    ModelEndpoint m_endpoint;
    std::unique_ptr<WireFormat> m_format;
    CallIds m_ids;
    std::optional<int> m_wished_window; // what the user said, whatever the model in use makes of it
    bool m_own_calls_seen = false;      // the server reads the calls of this model itself
    bool m_connected_before = false;    // the connection may be one that the server closed meanwhile
};

HttpRequest HttpModelClient::http_request(std::string method, std::string url, const char* accept) const {
    HttpRequest request;
    request.method = std::move(method);
    request.url = std::move(url);
    request.limits = m_endpoint.limits;
    request.ca_file = m_endpoint.ca_file;
    request.headers = m_endpoint.headers;
    add_header(request.headers, "Accept", accept);
    add_header(request.headers, "Accept-Encoding", "identity");
    if (request.method == "POST") add_header(request.headers, "Content-Type", "application/json");
    m_format->authorize(m_endpoint, request.headers);
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
    Reply reply = continued_reply(request, [&](const ModelRequest& r) { return whole_reply(r, sink, stop); });
    mark_origin(reply.message, origin_of(m_endpoint, m_format->api()));
    return reply;
}

Reply HttpModelClient::whole_reply(const ModelRequest& request, ReplySink& sink, const std::stop_token& stop) {
    // Each reason to repeat holds once only: a learnt form stays learnt, and the second
    // connection is a fresh one.
    constexpr int k_most_attempts = 8;
    Attempt last = attempt(request, sink, stop);
    for (int i = 1; i < k_most_attempts && last.again && !stop.stop_requested(); ++i)
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
    const auto with_size = [&](Attempt attempt) {
        attempt.reply.request_bytes = http.body.size();
        return attempt;
    };
    const auto decoder = m_format->decoder(rules_of(request), m_ids, sink);
    ExchangeSink exchange(*decoder, sink, m_clock, m_endpoint.longest_quiet);
    const auto end = m_http.send(http, exchange, stop);
    if (!end) return with_size(attempt_without_reply(end.error()));
    m_connected_before = true;
    if (exchange.head().success() || *end == HttpEnd::cancelled)
        return with_size({decoded(*decoder, exchange, *end)});
    ReplyError error = error_from_answer(exchange.head(), exchange.error_body(), m_clock.wall());
    const bool again = m_format->adapt(exchange.head().status, error);
    return with_size({failed(std::move(error)), again});
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
    constexpr int k_most_pages = 20;
    std::vector<ModelInfo> models;
    std::string url = m_format->models_url(m_endpoint);
    for (int page = 0; page < k_most_pages && !url.empty(); ++page) {
        const std::string body = TRY(models_page(url, stop));
        std::ranges::move(TRY(m_format->parse_models(body)), std::back_inserter(models));
        url = m_format->next_models_url(m_endpoint, body);
    }
    return models;
}

Result<std::string> HttpModelClient::models_page(const std::string& url, const std::stop_token& stop) {
    HttpRequest request = http_request("GET", url, "application/json");
    request.is_lookup = true;
    auto answer = fetch(m_http, request, k_max_model_list, stop);
    if (!answer && answer.error().code == Errc::cancelled) return fail(answer.error());
    ReplyError error;
    if (answer) {
        m_connected_before = true;
        if (answer->head.success()) return std::move(answer->body);
        error = error_from_answer(answer->head, answer->body, m_clock.wall());
    } else {
        error = error_without_reply(answer.error(), m_endpoint);
    }
    complete_error(error, m_endpoint, m_format->api());
    return fail(as_error(error));
}

Result<Json> HttpModelClient::ask_server(const std::string& url, const std::string& body,
                                         const std::stop_token& stop) {
    HttpRequest request = http_request(body.empty() ? "GET" : "POST", url, "application/json");
    request.body = body;
    request.limits = k_look_up_limits;
    request.is_lookup = true;
    const HttpReply reply = TRY(fetch(m_http, request, k_max_model_list, stop));
    m_connected_before = true;
    if (!reply.head.success()) return fail(Errc::protocol, fmt::format("status {}", reply.head.status));
    return parse_wire_json(reply.body);
}

ModelInUse HttpModelClient::look_up(std::stop_token stop) {
    const ModelFacts facts = m_format->facts(
        m_endpoint, [&](const std::string& url, const std::string& body) { return ask_server(url, body, stop); });
    ContextWindow window = choose_window(m_wished_window, facts, m_endpoint, m_format->api() == WireApi::ollama);
    m_endpoint.context_window = window.tokens;
    if (facts.calls_tools == false)
        window.notes.push_back(
            fmt::format("{} calls no tools, says {}: it can answer, and do nothing; -m names another",
                        m_endpoint.model, facts.server.empty() ? "the server" : facts.server));
    return {facts.server,      window.tokens, std::move(window.origin),
            facts.calls_tools, facts.thinks,  std::move(window.notes)};
}

Result<int64_t> HttpModelClient::count_tokens(std::string_view text, std::stop_token stop) {
    const std::string url = m_format->tokenizer_url(m_endpoint);
    if (url.empty()) return fail(Errc::unavailable, "the server has no page that counts tokens");
    return token_count(TRY(ask_server(url, tokenizer_body(m_endpoint, text), stop)));
}

std::unique_ptr<ModelClient> client_over(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                         std::unique_ptr<WireFormat> format, GuidedBy by, uint64_t id_seed) {
    const ToolCallForm form = endpoint.tool_calls;
    auto client = std::make_unique<HttpModelClient>(http, clock, std::move(endpoint), std::move(format), id_seed);
    if (form == ToolCallForm::native) return client;
    return make_guided_client(std::move(client), form, by, id_seed + 1);
}

} // namespace

std::unique_ptr<ModelClient> make_openai_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed) {
    const GuidedBy by = is_hosted_vendor(endpoint.base_url) ? GuidedBy::strict_tools : GuidedBy::reply_schema;
    return client_over(http, clock, std::move(endpoint), make_openai_format(), by, id_seed);
}

std::unique_ptr<ModelClient> make_ollama_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed) {
    return client_over(http, clock, std::move(endpoint), make_ollama_format(), GuidedBy::reply_schema, id_seed);
}

std::unique_ptr<ModelClient> make_anthropic_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                   uint64_t id_seed) {
    return std::make_unique<HttpModelClient>(http, clock, std::move(endpoint), make_anthropic_format(), id_seed);
}

} // namespace thoth
