#include "model/event_stream_decoder.h"

#include "model/ascii.h"
#include "model/server_error.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace thoth {

EventStreamDecoder::EventStreamDecoder(ReplyRules rules, CallIds& ids, ReplySink& sink)
    : m_builder(std::move(rules), ids, sink), m_events(*this) {}

void EventStreamDecoder::feed(std::string_view bytes) {
    if (done()) return;
    bytes = m_start.feed(bytes);
    switch (m_start.form()) {
    case BodyForm::unknown:
        break;
    case BodyForm::html:
        m_page.feed(bytes);
        break;
    case BodyForm::json:
        feed_whole(bytes);
        break;
    case BodyForm::stream:
        m_events.feed(bytes);
        if (m_events.overflowed()) m_builder.fail_too_long("one of its events");
    }
}

void EventStreamDecoder::feed_whole(std::string_view bytes) {
    if (m_whole.size() + bytes.size() > SseParser::k_max_event_bytes) return m_builder.fail_too_long("its reply");
    m_whole += bytes;
}

Reply EventStreamDecoder::finish(HttpEnd end) {
    if (!done()) {
        if (m_start.form() == BodyForm::html) m_builder.fail(error_from_html(200, m_page.text()));
        if (m_start.form() == BodyForm::stream) m_events.finish();
        if (m_start.form() == BodyForm::json) finish_whole(end);
    }
    return build(end);
}

void EventStreamDecoder::finish_whole(HttpEnd end) {
    if (const auto reply = parse_wire_json(m_whole))
        take_whole(*reply);
    else if (end == HttpEnd::complete)
        m_builder.fail(error_from_broken_line(m_whole));
}

void EventStreamDecoder::on_event(const SseEvent& event) {
    if (done()) return;
    if (const std::string_view data = trim(event.data); !data.empty()) take_event(event.name, data, event.whole);
}

} // namespace thoth
