#pragma once
#include "base/result.h"
#include "model/reply.h"
#include "os/http.h"
#include "protocol/tool_spec.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

enum class ServerPlace { local, hosted };
// Whether calls that a model wrote into its text are read. Automatic: until the first structured call
// comes, which shows that the server reads them itself.
enum class TextToolCalls { off, automatic, all };

// How calls are asked for: with the server's own tools; with a schema for the whole reply, which holds a
// small model to the form; or with tools until a call cannot be read.
enum class ToolCallForm { native, automatic, guided };

// How one server is spoken to: the settings of a profile that concern the wire.
struct ModelEndpoint {
    std::string base_url; // without a final slash
    std::string model;
    std::string api_key;
    HttpHeaders headers;
    std::optional<double> temperature;
    std::optional<int> max_tokens;
    ServerPlace place = ServerPlace::hosted;
    std::optional<int> context_window; // tokens, what the user said; Ollama is told in each request
    std::optional<bool> think;
    std::string effort;               // of reasoning: minimal, low, medium, high, xhigh, max; empty: not said
    std::string extra_body;           // JSON object merged into each request, or empty
    bool implicit_think_open = false; // the chat template already opened <think>
    TextToolCalls text_tool_calls = TextToolCalls::off;
    ToolCallForm tool_calls = ToolCallForm::native;
    HttpLimits limits;
    std::string ca_file; // the certificates it trusts; empty: those of the system
    // A stream that brings signs of life and nothing of a reply for longer is given up.
    std::chrono::milliseconds longest_quiet{600'000};
};

// Everything a reply depends on. The spans must live until ask() returns.
struct ModelRequest {
    std::string_view system;
    std::span<const Message> messages;
    std::span<const ToolSpec> tools;
    std::string_view response_schema = {}; // JSON Schema that the text of the reply is held to, or empty
};

// An attempt to get a reply failed, and the next is made after a wait.
struct RetryNotice {
    std::string reason; // why the last one failed, in words for the user
    int attempt = 0;    // the number of the next one
    int of = 0;         // how many there will be at most
    std::chrono::milliseconds wait{0};
    bool discards = false; // what was streamed so far does not count any more
    bool operator==(const RetryNotice&) const = default;
};

// Nothing came for a while. Told once, then whenever it has lasted twice as long.
struct WaitNotice {
    enum class For {
        answer,  // not one byte came
        more,    // the reply began and stopped
        loading, // the server said that it loads the model; it is asked again and again
    };
    For what = For::answer;
    std::chrono::milliseconds so_far{0};
    bool operator==(const WaitNotice&) const = default;
};

// Takes a reply as it streams, on the thread that called ask().
class ReplySink {
public:
    virtual ~ReplySink() = default;
    virtual void on_text(std::string_view text) = 0; // valid UTF-8, whole characters
    virtual void on_thinking(std::string_view text) = 0;
    virtual void on_retry(const RetryNotice&) {} // before the wait
    virtual void on_wait(const WaitNotice&) {}
};

struct ModelInfo {
    std::string id;
    std::optional<int> context_window; // tokens, if the server says
};

// The model in use as the server describes it.
struct ModelInUse {
    std::string server;        // its program or service as people know it, such as "llama-server"; may be empty
    std::optional<int> window; // tokens that a request and its reply may fill; nothing: nobody said
    std::string window_origin; // who said so, for people
    std::optional<bool> calls_tools; // nothing: not known
    std::optional<bool> thinks;
    std::vector<std::string> notes; // for the user: where what was asked for is not what holds
};

// One model server in one wire format. One thread at a time.
class ModelClient {
public:
    virtual ~ModelClient() = default;
    // Never fails otherwise than by Reply::error. Returns within 200 ms of a stop request.
    virtual Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) = 0;
    virtual Result<std::vector<ModelInfo>> models(std::stop_token stop) = 0;
    // Requests go to this model from now on. look_up() says what is known of it.
    virtual void use_model(std::string name) = 0;
    // Asks the server about the model in use, for a few seconds at most, and holds later requests to the
    // window that it tells. A server that does not answer is one that says nothing.
    virtual ModelInUse look_up(std::stop_token stop) = 0;
    // How many tokens its tokenizer makes of a text. Errc::unavailable: the server lets nobody ask.
    virtual Result<int64_t> count_tokens(std::string_view text, std::stop_token stop) = 0;
};

} // namespace thoth
