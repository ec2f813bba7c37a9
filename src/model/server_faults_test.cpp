#include "fakes/loopback_server.h"
#include "fakes/scripted_http.h"
#include "model/http_model_client.h"
#include "os/curl_http.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

// A real server on loopback that goes wrong in every way, and the state that each request ends in.
// docs/server-faults.md has the table.

namespace thoth {
namespace {

using namespace std::chrono_literals;

class Shown final : public ReplySink {
public:
    void on_text(std::string_view piece) override { text += piece; }
    void on_thinking(std::string_view) override {}
    std::string text;
};

using MakeClient = decltype(&make_openai_client);

// One wire format: a reply with a text and a call, and where in its body it is complete.
struct Wire {
    const char* name;
    MakeClient make;
    std::string body;
    std::string terminal; // from its end on nothing is missing
};

std::vector<Wire> wires() {
    const std::string openai =
        R"(data: {"choices":[{"delta":{"content":"Hi","tool_calls":[{"index":0,"id":"c","function":{"name":"run","arguments":"{\"x\":"}}]}}]})"
        "\n\n"
        R"(data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"stop"}]})"
        "\n\ndata: [DONE]\n\n";
    const std::string ollama =
        R"({"message":{"content":"Hi","tool_calls":[{"function":{"name":"run","arguments":{"x":1}}}]}})"
        "\n"
        R"({"message":{"content":""},"done":true,"done_reason":"stop"})"
        "\n";
    const std::string anthropic =
        R"(data: {"type":"message_start","message":{}})"
        "\n\n"
        R"(data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}})"
        "\n\n"
        R"(data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c","name":"run"}})"
        "\n\n"
        R"(data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\":1}"}})"
        "\n\n"
        R"(data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}})"
        "\n\n"
        R"(data: {"type":"message_stop"})"
        "\n\n";
    return {{"anthropic", &make_anthropic_client, anthropic, R"({"stop_reason":"tool_use"}})"},
            {"openai", &make_openai_client, openai, R"("finish_reason":"stop"}]})"},
            {"ollama", &make_ollama_client, ollama, R"("done_reason":"stop"})"}};
}

struct Bench {
    CurlHttp http{{}};
    SystemClock clock;
    Shown shown;
    ModelEndpoint endpoint;
    MakeClient make = &make_openai_client;

    Bench() {
        endpoint.model = "m";
        endpoint.limits = {.connect = 1s, .first_byte = 2s, .idle = 2s, .error_body = 2s};
    }
    // With a client that has no connection yet.
    Reply ask(const LoopbackServer& server, std::string_view path = "/v1") {
        endpoint.base_url = server.url(path);
        shown.text.clear();
        const std::vector<Message> messages{UserMessage{"q"}};
        const std::vector<ToolSpec> tools{{"run", "", R"({"type":"object"})"}};
        return make(http, clock, endpoint, 1)->ask({"", messages, tools}, shown, {});
    }
};

std::string in_chunks(std::string_view body, size_t size) {
    std::string out;
    for (; !body.empty(); body.remove_prefix(std::min(size, body.size())))
        out += fmt::format("{:x}\r\n{}\r\n", std::min(size, body.size()), body.substr(0, size));
    return out + "0\r\n\r\n";
}

// A reply of which `cut` bytes came: the call runs only when nothing is missing.
void expect_of_a_cut(const Wire& wire, const Reply& reply, const std::string& shown, size_t cut, size_t complete) {
    SCOPED_TRACE(fmt::format("{} after {}", wire.name, cut));
    EXPECT_EQ(reply.error.has_value(), cut < complete);
    EXPECT_EQ(reply.message.calls.size(), cut < complete ? 0u : 1u);
    EXPECT_EQ(reply.message.text, shown);
    EXPECT_TRUE(std::string_view("Hi").starts_with(reply.message.text));
    if (reply.error) {
        EXPECT_TRUE(reply.error->retryable) << reply.error->message;
    }
}

TEST(ServerFaults, AReplyThatIsCutAfterAnyByteIsIncompleteAndRunsNothing) { // B81
    const SystemClock clock;
    const std::vector<ToolSpec> tools{{"run", "", R"({"type":"object"})"}};
    ModelEndpoint endpoint;
    endpoint.base_url = "http://127.0.0.1/v1";
    for (const Wire& wire : wires()) {
        const size_t complete = wire.body.find(wire.terminal) + wire.terminal.size();
        for (size_t cut = 0; cut < wire.body.size(); ++cut) {
            ScriptedHttp http;
            http.answers.push_back({{200, {}}, {wire.body.substr(0, cut)}, HttpEnd::cut, {}, {}});
            Shown shown;
            expect_of_a_cut(wire, wire.make(http, clock, endpoint, 1)->ask({"", {}, tools}, shown, {}), shown.text,
                            cut, complete);
        }
    }
}

// The same over sockets, where each cut takes a connection: after some of the bytes, and the last ones.
void cut_on_the_wire(const Wire& wire, const std::string& whole, size_t complete) {
    constexpr size_t k_step = 11;
    std::vector<size_t> cuts;
    for (size_t cut = 0; cut < whole.size(); cut += cut + 2 * k_step < whole.size() ? k_step : 1)
        cuts.push_back(cut);
    std::vector<ServerAnswer> answers;
    for (const size_t cut : cuts)
        answers.push_back({send_bytes(whole.substr(0, cut)), close_connection()});
    const LoopbackServer server{answers};
    Bench bench;
    bench.make = wire.make;
    for (const size_t cut : cuts) {
        const Reply reply = bench.ask(server);
        expect_of_a_cut(wire, reply, bench.shown.text, cut, complete);
    }
}

TEST(ServerFaults, SoIsOneWhoseConnectionCloses) { // B81
    for (const Wire& wire : wires()) {
        const std::string whole = http_head(200, {}) + wire.body;
        cut_on_the_wire(wire, whole, whole.find(wire.terminal) + wire.terminal.size());
    }
}

TEST(ServerFaults, SoIsOneInChunks) { // B81
    const Wire wire = wires().at(1);
    const size_t size = wire.body.find(wire.terminal) + wire.terminal.size();
    const std::string whole = http_head(200, {{"Transfer-Encoding", "chunked"}}) + in_chunks(wire.body, size);
    cut_on_the_wire(wire, whole, whole.find(wire.terminal) + wire.terminal.size());
}

struct Fault {
    const char* name;
    ServerAnswer answer;
    ReplyErrorKind kind;
    bool retryable;
    const char* text;    // what is kept
    const char* message; // a part of it
    // The one limit that is reached; the others are long enough for a busy machine.
    std::chrono::milliseconds HttpLimits::* reached = nullptr;
};

const std::string k_half = "data: {\"choices\":[{\"delta\":{\"content\":\"Half\"}}]}\n\n";

ServerAnswer pings(int count, std::chrono::milliseconds pause) {
    ServerAnswer answer{send_bytes(http_head(200, {{"Content-Type", "text/event-stream"}}))};
    for (int i = 0; i < count; ++i) {
        answer.push_back(send_bytes(": ping\n\n"));
        answer.push_back(pause_for(pause));
    }
    return answer;
}

std::vector<Fault> faults() {
    using enum ReplyErrorKind;
    const std::string stream = http_head(200, {{"Content-Type", "text/event-stream"}});
    const std::string chunked =
        http_head(200, {{"Content-Type", "text/event-stream"}, {"Transfer-Encoding", "chunked"}});
    const std::string html = "<html><title>Sign in</title></html>";
    return {
        {"silence", silence(), stalled, true, "", "within 60 ms", &HttpLimits::first_byte},
        {"a head that never ends",
         {send_bytes("HTTP/1.1 200 OK\r\nx: "), wait_for_peer()},
         stalled,
         true,
         "",
         "60 ms",
         &HttpLimits::idle},
        {"a head and nothing",
         {send_bytes(stream), wait_for_peer()},
         stalled,
         true,
         "",
         "silent",
         &HttpLimits::idle},
        {"a stall",
         {send_bytes(stream + k_half), wait_for_peer()},
         stalled,
         true,
         "Half",
         "silent",
         &HttpLimits::idle},
        {"signs of life only", pings(200, 5ms), stalled, true, "", "kept the connection alive"},
        {"no answer", {close_connection()}, unreachable, true, "", "closed the connection"},
        {"a reset",
         {send_bytes(stream + k_half), pause_for(5ms), reset_connection()},
         truncated,
         true,
         "Half",
         "broke"},
        {"the end too early",
         {send_bytes(stream + k_half), close_connection()},
         truncated,
         true,
         "Half",
         "complete"},
        {"half a chunk size",
         {send_bytes(chunked + "zz\r\n" + k_half), wait_for_peer()},
         truncated,
         true,
         "",
         "broke"},
        {"no HTTP", {send_bytes("SSH-2.0-x\r\n\r\n"), close_connection()}, server, true, "", "not HTTP"},
        {"a page, 200", reply(200, {{"Content-Type", "text/html"}}, html), invalid_request, false, "", "Sign in"},
        {"a page, 502", reply(502, {{"Content-Type", "text/html"}}, html), server, true, "", "502"},
        {"nonsense", reply(200, {}, "data: {]\n\n"), server, true, "", "not JSON"},
        {"a redirect", reply(307, {{"Location", "https://else.where/v1?k=s"}}, ""), invalid_request, false, "",
         "redirects to https://else.where/v1"},
        {"busy without end",
         {send_bytes(http_head(429, {{"Retry-After", "2"}}) + "slow"), wait_for_peer()},
         rate_limit,
         true,
         "",
         "slow",
         &HttpLimits::error_body},
        {"overloaded", reply(529, {}, ""), overloaded, true, "", "529"},
        {"quota", reply(429, {}, R"({"error":{"type":"insufficient_quota","message":"no credit"}})"), quota, false,
         "", "no credit"},
        {"an error in the stream",
         {send_bytes(stream + k_half + "data: {\"error\":{\"code\":500,\"message\":\"gpu\"}}\n\n"),
          close_connection()},
         server,
         true,
         "Half",
         "gpu"},
    };
}

TEST(ServerFaults, EachFaultEndsInItsStateAndInTime) { // X03, B81, B83
    for (const Fault& fault : faults()) {
        const LoopbackServer server{{fault.answer}};
        Bench bench;
        if (fault.reached) bench.endpoint.limits.*fault.reached = 60ms;
        bench.endpoint.longest_quiet = 60ms;
        const auto start = std::chrono::steady_clock::now();
        const Reply reply = bench.ask(server);
        EXPECT_LT(std::chrono::steady_clock::now() - start, 2s) << fault.name;
        ASSERT_TRUE(reply.error) << fault.name;
        EXPECT_STREQ(name_of(reply.error->kind), name_of(fault.kind)) << fault.name << reply.error->message;
        EXPECT_EQ(reply.error->retryable, fault.retryable) << fault.name;
        EXPECT_EQ(reply.message.text, fault.text) << fault.name;
        EXPECT_NE(reply.error->message.find(fault.message), std::string::npos)
            << fault.name << ": " << reply.error->message;
        EXPECT_EQ(server.requests().size(), 1u) << fault.name;
    }
}

TEST(ServerFaults, AWrongContentTypeChangesNothing) {
    const Wire openai = wires().at(1);
    const LoopbackServer server{{closing_reply(200, {{"Content-Type", "text/html"}}, {openai.body}),
                                 closing_reply(200, {}, {openai.body}),
                                 reply(200, {{"Content-Type", "text/event-stream"}},
                                       R"({"choices":[{"message":{"content":"whole"},"finish_reason":"stop"}]})")}};
    Bench bench;
    EXPECT_EQ(bench.ask(server).message.calls.size(), 1u);
    EXPECT_EQ(bench.ask(server).message.calls.size(), 1u);
    EXPECT_EQ(bench.ask(server).message.text, "whole");
}

TEST(ServerFaults, ACharacterCutByTheNetworkArrivesWhole) { // B84
    const std::string text = "你好🦀 é";
    const std::string events =
        "data:{\"choices\":[{\"delta\":{\"content\":\"" + text +
        "\"}}]}\n\n"
        "data: {\"choices\":[\ndata: {\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":"
        "\"run\",\"arguments\":\"{\\\"path\\\":\\\"目录/ü.txt\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n";
    std::string carriage = events;
    std::string both;
    for (char& c : carriage) {
        both += c == '\n' ? "\r\n" : std::string(1, c);
        if (c == '\n') c = '\r';
    }
    for (const std::string& body : {events, carriage, both}) {
        const std::string head = http_head(200, {{"Transfer-Encoding", "chunked"}});
        const LoopbackServer server{{{send_bytes(head), send_bytes(in_chunks(body, 1))}}};
        Bench bench;
        const Reply reply = bench.ask(server);
        EXPECT_EQ(reply.message.text, text);
        EXPECT_EQ(bench.shown.text, text);
        ASSERT_EQ(reply.message.calls.size(), 1u);
        EXPECT_EQ(reply.message.calls[0].arguments, R"({"path":"目录/ü.txt"})");
    }
}

TEST(ServerFaults, ALineWithoutEndIsGivenUp) {
    const std::string line = "data: " + std::string(17u << 20, 'x');
    const LoopbackServer server{{{send_bytes(http_head(200, {}) + line), wait_for_peer()}}};
    Bench bench;
    const Reply reply = bench.ask(server);
    ASSERT_TRUE(reply.error);
    EXPECT_NE(reply.error->message.find("too long"), std::string::npos) << reply.error->message;
    EXPECT_TRUE(server.wait_for_peer_close());
}

// Stops the request once it is told of the wait that it looks for.
class WaitingSink final : public ReplySink {
public:
    explicit WaitingSink(WaitingForModel::For wanted) : m_wanted(wanted) {}
    void on_text(std::string_view) override {}
    void on_thinking(std::string_view) override {}
    void on_wait(const WaitingForModel& notice) override {
        if (notice.what == m_wanted) stop.request_stop();
    }
    std::stop_source stop;

private:
    WaitingForModel::For m_wanted;
};

TEST(ServerFaults, TellsThatNothingCameYetAndThatNothingMoreComes) {
    const std::string head = http_head(200, {{"Content-Type", "text/event-stream"}});
    const LoopbackServer server{{silence(), {send_bytes(head + k_half), wait_for_peer()}}};
    Bench bench;
    bench.endpoint.base_url = server.url("/v1");
    bench.endpoint.limits.silence_notice = 10ms;
    const std::vector<Message> messages{UserMessage{"q"}};
    for (const auto wanted : {WaitingForModel::For::answer, WaitingForModel::For::more}) {
        WaitingSink sink(wanted);
        const Reply reply = make_openai_client(bench.http, bench.clock, bench.endpoint, 1)
                                ->ask({"", messages, {}}, sink, sink.stop.get_token());
        EXPECT_EQ(reply.finish, Finish::cancelled);
    }
}

} // namespace
} // namespace thoth
