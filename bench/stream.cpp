// What a streamed reply costs between the network and the screen: 200,000 tokens in each wire format, one an
// event, through the whole client in pieces as a socket gives them. CPU time of the thread, not wall time. Beside
// it stands the least that any client does: looking for the ends of the lines. Prints a table; docs/benchmarks.md
// says what the figures mean.
#include "model/http_model_client.h"
#include "os/clock.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <sys/resource.h>
#include <vector>

namespace thoth {
namespace {
constexpr int k_tokens = 200'000;
constexpr int k_block_tokens = 1'000;
constexpr size_t k_piece = 16 * 1024;

double cpu_ms() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

long peak_kib() {
    struct rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// One reply of a server. Its middle repeats, so that the whole never stands in memory.
class Body final : public HttpClient {
public:
    struct Parts {
        std::string begin;
        std::string block; // of k_block_tokens
        std::string end;
    };
    explicit Body(Parts parts) : m_parts(std::move(parts)) {}

    Result<HttpEnd> send(const HttpRequest&, HttpSink& sink, std::stop_token) override {
        sink.on_head({200, {}});
        bool goes_on = in_pieces(m_parts.begin, sink);
        for (int i = 0; goes_on && i < k_tokens / k_block_tokens; ++i)
            goes_on = in_pieces(m_parts.block, sink);
        if (goes_on) in_pieces(m_parts.end, sink);
        return HttpEnd::complete;
    }
    size_t size() const {
        return m_parts.begin.size() + m_parts.block.size() * (k_tokens / k_block_tokens) + m_parts.end.size();
    }
    // The least that reading a stream takes.
    double line_ends_ms() const {
        const double start = cpu_ms();
        for (int i = 0; i < k_tokens / k_block_tokens; ++i)
            if (std::ranges::count(m_parts.block, '\n') == 0) std::exit(1);
        return cpu_ms() - start;
    }

private:
    static bool in_pieces(std::string_view bytes, HttpSink& sink) {
        for (size_t at = 0; at < bytes.size(); at += k_piece)
            if (!sink.on_body(bytes.substr(at, k_piece))) return false;
        return true;
    }
    Parts m_parts;
};

class CountingSink final : public ReplySink {
public:
    void on_text(std::string_view text) override { m_bytes += text.size(); }
    void on_thinking(std::string_view) override {}
    size_t bytes() const { return m_bytes; }

private:
    size_t m_bytes = 0;
};

std::string token(int i) {
    return fmt::format(" word{}", i);
}

Body::Parts openai_body() {
    std::string block;
    for (int i = 0; i < k_block_tokens; ++i)
        block +=
            fmt::format(R"(data: {{"id":"chatcmpl-Xy12","object":"chat.completion.chunk","created":1760000000,)"
                        R"("model":"m","choices":[{{"index":0,"delta":{{"content":"{}"}},"finish_reason":null}}]}})"
                        "\n\n",
                        token(i));
    return {"", block,
            R"(data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})"
            "\n\ndata: [DONE]\n\n"};
}

Body::Parts ollama_body() {
    std::string block;
    for (int i = 0; i < k_block_tokens; ++i)
        block += fmt::format(R"({{"model":"m","created_at":"2026-01-01T00:00:00.000000Z",)"
                             R"("message":{{"role":"assistant","content":"{}"}},"done":false}})"
                             "\n",
                             token(i));
    return {"", block,
            R"({"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})"
            "\n"};
}

Body::Parts anthropic_body() {
    std::string block;
    const std::string begin =
        "event: message_start\n"
        R"(data: {"type":"message_start","message":{"id":"m1","model":"m","usage":{"input_tokens":1,"output_tokens":1}}})"
        "\n\nevent: content_block_start\n"
        R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})"
        "\n\n";
    for (int i = 0; i < k_block_tokens; ++i)
        block += fmt::format(
            "event: content_block_delta\n"
            R"(data: {{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{}"}}}})"
            "\n\n",
            token(i));
    return {begin, block,
            "event: content_block_stop\n"
            R"(data: {"type":"content_block_stop","index":0})"
            "\n\nevent: message_delta\n"
            R"(data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}})"
            "\n\nevent: message_stop\n"
            R"(data: {"type":"message_stop"})"
            "\n\n"};
}

using MakeClient = std::unique_ptr<ModelClient> (*)(HttpClient&, const Clock&, ModelEndpoint, uint64_t);

void measure(const char* name, Body::Parts parts, MakeClient make) {
    constexpr int k_rounds = 5;
    Body body(std::move(parts));
    const SystemClock clock;
    double best = 1e9;
    double floor = 1e9;
    const long before = peak_kib();
    for (int i = 0; i < k_rounds; ++i) {
        ModelEndpoint endpoint;
        endpoint.base_url = "http://127.0.0.1/v1";
        endpoint.model = "m";
        const auto client = make(body, clock, endpoint, 1);
        CountingSink sink;
        const double start = cpu_ms();
        const Reply reply = client->ask({}, sink, {});
        best = std::min(best, cpu_ms() - start);
        if (reply.finish != Finish::stop || sink.bytes() != reply.message.text.size() || sink.bytes() == 0) {
            fmt::print(stderr, "bench_stream: {} was not understood\n", name);
            std::exit(1);
        }
        floor = std::min(floor, body.line_ends_ms());
    }
    const double size = static_cast<double>(body.size());
    fmt::print("| {} | {:.1f} | {:.0f} | {:.3f} | {:.2f} | {:.2f} | {:.1f} |\n", name, size / 1e6, best,
               best * 1000 / size, best * 1000 / k_tokens, floor, static_cast<double>(peak_kib() - before) / 1024);
}
} // namespace
} // namespace thoth

int main() {
    fmt::print("| reply of {} tokens | MB | CPU, ms | µs a byte | µs a token | line ends alone, ms | MiB on top |\n"
               "|---|--:|--:|--:|--:|--:|--:|\n",
               thoth::k_tokens);
    thoth::measure("OpenAI-compatible", thoth::openai_body(), thoth::make_openai_client);
    thoth::measure("Ollama", thoth::ollama_body(), thoth::make_ollama_client);
    thoth::measure("Anthropic", thoth::anthropic_body(), thoth::make_anthropic_client);
    return 0;
}
