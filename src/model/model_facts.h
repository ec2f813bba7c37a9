#pragma once
#include "base/json.h"
#include "base/result.h"
#include "model/model_client.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// What a server says of one model that it serves. Nothing means that it did not say.
struct ModelFacts {
    std::string server{};                // its program or service as people know it, such as "llama-server"
    std::optional<int> served_window{};  // tokens that one request and its reply may fill
    std::optional<int> trained_window{}; // what the model was made for: no more than an upper bound
    std::optional<int> wished_window{};  // Ollama: what the model's own file asks for
    std::optional<int> loaded_window{};  // Ollama: of the model as it runs now
    std::optional<bool> calls_tools{};
    std::optional<bool> thinks{};
    bool operator==(const ModelFacts&) const = default;
};

// One request to the server in use: GET, or POST where there is a body. The JSON of a good answer.
using AskServer = std::function<Result<Json>(const std::string& url, const std::string& body)>;

// A local server is asked what it is: llama-server (/props), LM Studio (/api/v0/models), or any other whose
// list of models tells. Of hosted ones only those are asked whose list is known to tell the window.
ModelFacts ask_openai_server(const ModelEndpoint& endpoint, const AskServer& ask);

// llama-server and vLLM have a page that counts tokens: where a local server would have it, the body for it, and
// what it answers.
std::string tokenizer_url(const ModelEndpoint& endpoint); // empty: it is not asked
std::string tokenizer_body(const ModelEndpoint& endpoint, std::string_view text);
Result<int64_t> token_count(const Json& answer);

// /api/show and /api/ps.
ModelFacts ask_ollama(const ModelEndpoint& endpoint, const AskServer& ask);

// The window that an entry of a list of models says is served.
std::optional<int> served_window_of(const Json& entry);

} // namespace thoth
