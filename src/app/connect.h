#pragma once
#include "base/result.h"
#include "config/settings.h"
#include "model/model_client.h"
#include "os/clock.h"
#include "os/environment.h"
#include "os/http.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace thoth {

// A model server that was found or named, and how it is spoken to.
struct Connection {
    std::unique_ptr<ModelClient> client;
    Api api = Api::openai;
    std::string base_url;
    std::string model;
    ModelInUse in_use;
    std::vector<std::string> notes; // choices made for the user
};

// Uses what the settings say and finds out the rest: the server (OLLAMA_HOST and the usual
// local ports), what it speaks, the model and its window. A hosted server gets no request when all was said. `http`
// and `clock` must outlive the connection.
Result<Connection> connect(HttpClient& http, const Clock& clock, const Settings& settings,
                           const Environment& environment, std::stop_token stop);

} // namespace thoth
