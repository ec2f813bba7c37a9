#pragma once
#include "model/error_hints.h"
#include "model/model_client.h"
#include "os/http.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A server and how to speak to it.
struct FoundServer {
    WireApi api = WireApi::openai;
    std::string base_url; // for Ollama without /v1
    bool operator==(const FoundServer&) const = default;
};

// Base URLs worth trying when nothing was configured: OLLAMA_HOST if it is set, then the usual
// ports of Ollama and llama-server. Without duplicates.
std::vector<std::string> usual_local_servers(std::optional<std::string> ollama_host);

// The first of `candidates` that answers as a model server. Errors: Errc::unavailable with a
// hint if none does, Errc::cancelled. Takes a few seconds at most, milliseconds if nobody listens.
Result<FoundServer> find_local_server(HttpClient& http, std::span<const std::string> candidates,
                                      std::stop_token stop);

// What `api = auto` means for a base URL. api.anthropic.com is known by its name. A local one, with or without /v1,
// is asked for at most 3 s whether Ollama is behind it: that is then spoken to natively, since its /v1 cuts prompts
// and loses errors. A hosted server is never asked.
FoundServer detect_api(HttpClient& http, std::string_view base_url, ServerPlace place, std::stop_token stop);

} // namespace thoth
