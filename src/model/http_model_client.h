#pragma once
#include "model/model_client.h"
#include "os/clock.h"
#include "os/http.h"

#include <cstdint>
#include <memory>

namespace thoth {

// Clients for one model server over HTTP. `http` and `clock` must outlive them. `id_seed` makes the ids
// of calls that came without one: a random number, so that a resumed session gets new ones.
std::unique_ptr<ModelClient> make_openai_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed);
std::unique_ptr<ModelClient> make_ollama_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                uint64_t id_seed);
std::unique_ptr<ModelClient> make_anthropic_client(HttpClient& http, const Clock& clock, ModelEndpoint endpoint,
                                                   uint64_t id_seed);

} // namespace thoth
