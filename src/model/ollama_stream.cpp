#include "model/body_start.h"
#include "model/finish_word.h"
#include "model/ndjson.h"
#include "model/server_error.h"
#include "model/stream_decoder.h"
#include "model/wire_json.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {

class OllamaDecoder final : public StreamDecoder, private LineSink {
public:
    OllamaDecoder(ReplyRules rules, CallIds& ids, ReplySink& sink)
        : m_builder(std::move(rules), ids, sink), m_lines(*this) {}

    void feed(std::string_view bytes) override;
    bool done() const override { return m_builder.has_terminal() || m_builder.failed(); }
    size_t news() const override { return m_builder.received(); }
    Reply finish(HttpEnd end) override;

private:
    void on_line(std::string_view line, bool ended) override;
    void take_message(const Json& message);
    void take_call(const Json& call);
    void take_end(const Json& line);

    ReplyBuilder m_builder;
    BodyStart m_start;
    NdjsonParser m_lines;
    HtmlPage m_page;
};

void OllamaDecoder::feed(std::string_view bytes) {
    if (done()) return;
    bytes = m_start.feed(bytes);
    if (m_start.form() == BodyForm::html) return m_page.feed(bytes);
    m_lines.feed(bytes);
    if (m_lines.overflowed()) m_builder.fail_too_long("one of its lines");
}

Reply OllamaDecoder::finish(HttpEnd end) {
    if (!done()) {
        if (m_start.form() == BodyForm::html)
            m_builder.fail(error_from_html(200, m_page.text()));
        else
            m_lines.finish();
    }
    return m_builder.finish(end);
}

void OllamaDecoder::on_line(std::string_view line, bool ended) {
    if (done()) return;
    const auto value = parse_wire_json(line);
    if (!value || !value->is_object()) {
        if (ended || value) m_builder.fail(error_from_broken_line(line));
        return;
    }
    if (member(*value, "error")) return m_builder.fail(error_from_event(*value));
    if (const Json* message = member(*value, "message")) take_message(*message);
    if (const Json* done = member(*value, "done"); done && *done == true) take_end(*value);
}

void OllamaDecoder::take_message(const Json& message) {
    if (const std::string thinking = string_at(message, "thinking"); !thinking.empty())
        m_builder.thinking(thinking, "thinking");
    m_builder.content(string_at(message, "content"));
    if (const Json* calls = member(message, "tool_calls"); calls && calls->is_array())
        for (const Json& call : *calls)
            take_call(call);
}

// Calls come whole. Their index says nothing: older servers number all of them 0.
void OllamaDecoder::take_call(const Json& call) {
    const Json* function = member(call, "function");
    if (!function) return;
    ToolCallDelta delta;
    delta.id = string_at(call, "id");
    delta.name = string_at(*function, "name");
    if (const Json* arguments = member(*function, "arguments"))
        delta.arguments = arguments->is_string() ? arguments->get<std::string>() : dump_json(*arguments);
    m_builder.whole_call(std::move(delta));
}

void OllamaDecoder::take_end(const Json& line) {
    const std::string reason = string_at(line, "done_reason", "stop");
    m_builder.terminal(reason, finish_of_word(reason));
    Usage usage;
    usage.input = count_at(line, "prompt_eval_count");
    if (usage.input == 0) usage.input.reset(); // no prompt is empty: it was not counted
    usage.output = count_at(line, "eval_count");
    if (usage.input || usage.output) m_builder.usage(usage);
}

} // namespace

std::unique_ptr<StreamDecoder> make_ollama_decoder(ReplyRules rules, CallIds& ids, ReplySink& sink) {
    return std::make_unique<OllamaDecoder>(std::move(rules), ids, sink);
}

} // namespace thoth
