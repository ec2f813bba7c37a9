#include "model/error_hints.h"

#include "model/ascii.h"
#include "model/base_url.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_hidden = "***";

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

bool names_a_secret(std::string_view header) {
    const std::string name = lower(header);
    return std::ranges::any_of(std::initializer_list<std::string_view>{"auth", "key", "token", "secret", "cookie"},
                               [&](std::string_view word) { return name.find(word) != name.npos; });
}

// Some repeat only its beginning; what all keys of a provider begin with is no secret.
void hide_beginning(std::string& text, std::string_view key) {
    constexpr size_t k_public = 12; // "sk-ant-api03"
    if (key.size() <= k_public) return;
    const std::string_view begin = key.substr(0, k_public);
    for (size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
        size_t end = at + k_public;
        while (end < text.size() && end - at < key.size() && text[end] == key[end - at])
            ++end;
        if (end - at > k_public) text.replace(at, end - at, k_hidden);
    }
}

// Some servers repeat the key they refused.
void hide_secrets(std::string& text, const ModelEndpoint& endpoint) {
    constexpr size_t k_shortest = 4; // a shorter "key" is none, and occurs in words
    if (endpoint.api_key.size() >= k_shortest) replace_all(text, endpoint.api_key, k_hidden);
    hide_beginning(text, endpoint.api_key);
    for (const auto& [name, value] : endpoint.headers) {
        std::string_view secret = value;
        if (lower(secret).starts_with("bearer ")) secret.remove_prefix(7);
        if (names_a_secret(name) && secret.size() >= k_shortest) replace_all(text, secret, k_hidden);
    }
}

std::string hint_for_not_found(const ModelEndpoint& endpoint, WireApi api) {
    if (api == WireApi::ollama)
        return fmt::format("`ollama pull {}` fetches the model; `ollama list` shows what is there", endpoint.model);
    if (api == WireApi::anthropic)
        return fmt::format("either the model {} does not exist there (-m), or the base URL is not right: {}",
                           endpoint.model, shown_url(endpoint.base_url));
    const std::string url = openai_url(endpoint.base_url, "");
    const char* path =
        url.ends_with("/v1") ? "or the base URL is not right" : "or the base URL needs /v1 at its end";
    return fmt::format("either the model {} does not exist there (-m), {}: {}", endpoint.model, path,
                       shown_url(url));
}

std::string hint_for_request(const ReplyError& error, const ModelEndpoint& endpoint) {
    const std::string said = lower(error.message);
    const auto has = [&](std::string_view word) { return said.find(word) != said.npos; };
    if (has("does not support thinking")) return "leave out --think, or choose another model with -m";
    if (has("does not support tools")) return "choose a model that can call tools, with -m";
    if (has("--jinja")) return "start llama-server with --jinja";
    if (has("tool-call-parser")) return "start vLLM with --enable-auto-tool-choice and --tool-call-parser";
    if (has("with a web page instead"))
        return fmt::format("is {} the base URL of a model server? A login page may stand in front of it",
                           shown_url(endpoint.base_url));
    if (has("redirects to")) return "use that address as the base URL if you trust it";
    return {};
}

std::string hint_for(const ReplyError& error, const ModelEndpoint& endpoint, WireApi api) {
    switch (error.kind) {
    case ReplyErrorKind::auth:
        return endpoint.api_key.empty()
                   ? "the server wants a key: api_key in the profile, THOTH_API_KEY or --api-key"
                   : "check the key: api_key in the profile, THOTH_API_KEY or --api-key";
    case ReplyErrorKind::quota:
        return "check the plan and the credit at the provider";
    case ReplyErrorKind::not_found:
        return hint_for_not_found(endpoint, api);
    case ReplyErrorKind::context_overflow:
        return "shorten the conversation, or give the model a larger context window";
    case ReplyErrorKind::loading:
        return "the server is still loading the model; try again in a moment";
    case ReplyErrorKind::invalid_request:
        return hint_for_request(error, endpoint);
    case ReplyErrorKind::unreachable:
        return hint_without_server();
    case ReplyErrorKind::rate_limit:
    case ReplyErrorKind::overloaded:
        return fmt::format("{} has too much to do; try again in a moment", shown_url(endpoint.base_url));
    case ReplyErrorKind::stalled:
        return fmt::format(
            "try again, or raise idle_timeout_s or quiet_timeout_s in the profile; what the server at "
            "{} logged may say more",
            shown_url(endpoint.base_url));
    case ReplyErrorKind::malformed_call:
        return "the model wrote a call that the server cannot read; tool_calls = \"guided\" in the profile holds "
               "it "
               "to the form where the server can";
    case ReplyErrorKind::server:
    case ReplyErrorKind::truncated:
        return fmt::format("try again; if it stays so, look at what the server at {} logged",
                           shown_url(endpoint.base_url));
    }
    return {};
}
} // namespace

const char* hint_without_server() {
    return "start one (`ollama serve`, or `llama-server --jinja -m MODEL.gguf`), or name one with --base-url URL "
           "-m "
           "MODEL or a profile in ~/.thoth/config.toml, or see the built-in demo: thoth demo";
}

void complete_error(ReplyError& error, const ModelEndpoint& endpoint, WireApi api) {
    hide_secrets(error.message, endpoint);
    if (error.hint.empty()) error.hint = hint_for(error, endpoint, api);
    hide_secrets(error.hint, endpoint);
}

ReplyError error_without_reply(const Error& error, const ModelEndpoint& endpoint) {
    ReplyError out;
    const bool silent = error.code == Errc::timed_out;
    const bool broken = error.code == Errc::protocol;
    out.kind = silent ? ReplyErrorKind::stalled : broken ? ReplyErrorKind::server : ReplyErrorKind::unreachable;
    out.message = fmt::format("no reply from {}: {}", shown_url(endpoint.base_url), error.message);
    out.hint = error.hint;
    // What is wrong on this side, or with a certificate, stays wrong.
    out.retryable = error.code == Errc::unavailable || error.code == Errc::timed_out || error.code == Errc::io ||
                    error.code == Errc::protocol;
    return out;
}

Error as_error(const ReplyError& error) {
    Errc code = Errc::protocol;
    switch (error.kind) {
    case ReplyErrorKind::auth:
    case ReplyErrorKind::quota:
        code = Errc::not_permitted;
        break;
    case ReplyErrorKind::not_found:
        code = Errc::not_found;
        break;
    case ReplyErrorKind::stalled:
        code = Errc::timed_out;
        break;
    case ReplyErrorKind::unreachable:
    case ReplyErrorKind::loading:
    case ReplyErrorKind::overloaded:
        code = Errc::unavailable;
        break;
    default:
        break;
    }
    return {code, error.message, error.hint};
}

} // namespace thoth
