#pragma once
#include "model/error_hints.h"
#include "model/model_facts.h"
#include "model/stream_decoder.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What differs between the APIs that are spoken over HTTP. Each method is told the endpoint,
// so that a format holds only what it learnt of its server and what it wrote to it. One thread.
class WireFormat {
public:
    virtual ~WireFormat() = default;
    virtual WireApi api() const = 0;
    virtual std::string chat_url(const ModelEndpoint& endpoint) const = 0;
    virtual const char* accepted_type() const = 0; // of a streamed reply
    // Adds the headers that carry the key; those of the profile win.
    virtual void authorize(const ModelEndpoint& endpoint, HttpHeaders& headers) const;
    virtual Result<std::string> chat_body(const ModelEndpoint& endpoint, const ModelRequest& request) = 0;
    virtual std::unique_ptr<StreamDecoder> decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) const = 0;
    // Learns from a refused request. True: the next body is different and may be accepted.
    virtual bool adapt(int status, const ReplyError& error) = 0;

    virtual std::string models_url(const ModelEndpoint& endpoint) const = 0;
    virtual Result<std::vector<ModelInfo>> parse_models(std::string_view body) const = 0;
    // Where the server counts tokens (token_count() in model_facts.h); empty: it lets nobody ask.
    virtual std::string tokenizer_url(const ModelEndpoint&) const { return {}; }
    // What the server says of the model of `endpoint`.
    virtual ModelFacts facts(const ModelEndpoint& endpoint, const AskServer& ask) const = 0;
    // Where a list of models goes on; empty if it is whole.
    virtual std::string next_models_url(const ModelEndpoint& endpoint, std::string_view body) const;
};

std::unique_ptr<WireFormat> make_openai_format();
std::unique_ptr<WireFormat> make_ollama_format();
std::unique_ptr<WireFormat> make_anthropic_format();

} // namespace thoth
