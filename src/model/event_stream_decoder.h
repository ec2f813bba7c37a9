#pragma once
#include "base/json.h"
#include "model/body_start.h"
#include "model/sse.h"
#include "model/stream_decoder.h"

#include <string>
#include <string_view>

namespace thoth {

// What decoders of server-sent events have in common: a server may send one JSON value instead, when it does
// not stream, or a web page. One reply, one thread.
class EventStreamDecoder : public StreamDecoder, private SseSink {
public:
    void feed(std::string_view bytes) final;
    bool done() const final { return m_ended || m_builder.failed(); }
    Reply finish(HttpEnd end) final;

protected:
    EventStreamDecoder(ReplyRules rules, CallIds& ids, ReplySink& sink);

    // An event with something in it; `data` is trimmed. `whole`: false for one that the end of the stream cut.
    virtual void take_event(std::string_view name, std::string_view data, bool whole) = 0;
    // All of a reply that was not streamed.
    virtual void take_whole(const Json& reply) = 0;
    // The last step, also after a failure.
    virtual Reply build(HttpEnd end) = 0;

    void end() { m_ended = true; }                        // nothing that may still come matters
    size_t whole_bytes() const { return m_whole.size(); } // of a reply that is not streamed, so far

    ReplyBuilder m_builder;

private:
    void on_event(const SseEvent& event) final;
    void feed_whole(std::string_view bytes);
    void finish_whole(HttpEnd end);

    BodyStart m_start;
    SseParser m_events;
    std::string m_whole; // a body that is one JSON value
    HtmlPage m_page;
    bool m_ended = false;
};

} // namespace thoth
