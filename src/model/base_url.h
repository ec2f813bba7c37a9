#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Addresses of servers as people write them: with and without /v1, with a final slash, with the
// path of one endpoint at the end, with a query. Pure functions.

// "http://h:1/v1" + "/models"; a query stays at the end. A bare host gets "/v1" first, as all
// OpenAI-compatible servers have it.
std::string openai_url(std::string_view base_url, std::string_view path);

// "http://h:1" + "/api/chat", for a base with or without /v1 or /api.
std::string ollama_url(std::string_view base_url, std::string_view path);

// "https://h" + "/messages" with "/v1" between them, whether or not the base ends with it.
std::string anthropic_url(std::string_view base_url, std::string_view path);

// The address with one more parameter, "name=value", in its query.
std::string with_parameter(std::string url, std::string_view parameter);

// The base without "/v1" or "/api", where Ollama's own API lives.
std::string ollama_root(std::string_view base_url);

// What OLLAMA_HOST means: scheme and port may be missing, and 0.0.0.0 is where a server listens,
// not where one is reached.
std::string base_url_of_ollama_host(std::string_view host);

// Host in lower case, without user, password and port.
std::string host_of(std::string_view url);

// Whether the host is `domain` or a name below it.
bool is_host_below(std::string_view host, std::string_view domain);

// For messages: without user and password.
std::string shown_url(std::string_view url);

} // namespace thoth
