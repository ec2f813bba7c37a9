#pragma once
#include "model/stream_decoder.h"

#include <cstdint>
#include <cstdlib>
#include <string>

// For the fuzz targets of stream decoders: the reply must not depend on how the bytes were cut,
// what was streamed must be what is kept, and only a complete reply may hold calls.

namespace thoth {

using MakeDecoder = std::unique_ptr<StreamDecoder> (*)(ReplyRules, CallIds&, ReplySink&);

class KeepingSink final : public ReplySink {
public:
    std::string text, thinking;
    void on_text(std::string_view piece) override { text += piece; }
    void on_thinking(std::string_view piece) override { thinking += piece; }
};

inline Reply decode(MakeDecoder make, std::string_view bytes, size_t piece, bool implicit_think_open) {
    CallIds ids(1);
    KeepingSink sink;
    const auto decoder = make({implicit_think_open, 16, {"read_file", "grep"}}, ids, sink);
    for (size_t at = 0; at < bytes.size(); at += piece)
        decoder->feed(bytes.substr(at, piece));
    Reply reply = decoder->finish(HttpEnd::complete);
    if (sink.text != reply.message.text || sink.thinking != reply.message.thinking.text) std::abort();
    if (!reply.message.calls.empty() && reply.finish != Finish::tool_calls) std::abort();
    return reply;
}

inline bool same(const Reply& a, const Reply& b) {
    if (a.message != b.message || a.finish != b.finish || a.raw_finish != b.raw_finish || a.usage != b.usage)
        return false;
    if (a.error.has_value() != b.error.has_value()) return false;
    return !a.error || (a.error->kind == b.error->kind && a.error->message == b.error->message &&
                        a.error->retryable == b.error->retryable);
}

inline int check_same_reply(MakeDecoder make, const uint8_t* data, size_t size) {
    const std::string bytes(data, data + size);
    const bool implicit_think_open = size % 2 == 1;
    const Reply whole = decode(make, bytes, size + 1, implicit_think_open);
    for (const size_t piece : {1u, 3u, 16u})
        if (!same(whole, decode(make, bytes, piece, implicit_think_open))) std::abort();
    return 0;
}

} // namespace thoth
