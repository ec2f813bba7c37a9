#pragma once
#include "model/reply_builder.h"
#include "os/http.h"

#include <memory>
#include <string_view>

namespace thoth {

// Turns the body of one successful answer into a Reply: bytes in, split anywhere. Knows
// nothing of HTTP. Text goes to the sink as soon as it is decided. One reply, one thread.
class StreamDecoder {
public:
    virtual ~StreamDecoder() = default;
    virtual void feed(std::string_view bytes) = 0;
    // Nothing that may still come matters.
    virtual bool done() const = 0;
    // Grows with everything that comes of a reply, and with word of how far the prompt was read; not with signs of
    // life: comments, blank lines, events with nothing in them.
    virtual size_t news() const = 0;
    virtual Reply finish(HttpEnd end) = 0; // once, after the last feed()
};

// OpenAI-compatible chat completions: server-sent events, or one JSON object from servers that
// do not stream.
std::unique_ptr<StreamDecoder> make_openai_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink);

// Ollama /api/chat: JSON lines.
std::unique_ptr<StreamDecoder> make_ollama_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink);

// Anthropic /v1/messages: server-sent events, or one JSON object.
std::unique_ptr<StreamDecoder> make_anthropic_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink);

} // namespace thoth
