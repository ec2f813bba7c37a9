#pragma once
#include "base/result.h"
#include "model/reply.h"
#include "os/http.h"
#include "protocol/model_in_use.h"
#include "protocol/tool_spec.h"
#include "protocol/waiting.h"

#include <chrono>
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

// How calls are asked for: with the server's own tools; so that the server holds them to their form
// (GuidedBy); or with tools until a call cannot be read.
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
    bool strict_tools = false;             // the server is asked to hold calls to the schemas of `tools`
};

// Takes a reply as it streams, on the thread that called ask().
class ReplySink {
public:
    virtual ~ReplySink() = default;
    virtual void on_text(std::string_view text) = 0; // valid UTF-8, whole characters
    virtual void on_thinking(std::string_view text) = 0;
    virtual void on_retry(const RetryScheduled&) {} // before the wait
    virtual void on_wait(const WaitingForModel&) {}
};

struct ModelInfo {
    std::string id;
    std::optional<int> context_window; // tokens, if the server says
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
