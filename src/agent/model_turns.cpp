#include "agent/model_turns.h"

#include "agent/context_use.h"
#include "agent/guards/repeated_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace thoth {

namespace {
class StreamToEvents final : public ReplySink {
public:
    // What is written aside is not for the user; waits are told, since they last.
    enum class Text { shown, aside };
    StreamToEvents(Channel<Event>& events, std::stop_source& stop, Text where = Text::shown)
        : m_events(events), m_stop(stop), m_where(where) {}
    void on_text(std::string_view text) override {
        if (m_where == Text::shown) m_events.push(TextDelta{std::string(text)});
        if (m_text.feed(text)) m_stop.request_stop();
    }
    void on_thinking(std::string_view text) override {
        if (m_where == Text::shown) m_events.push(ThinkingDelta{std::string(text)});
        if (m_thinking.feed(text)) m_stop.request_stop();
    }
    void on_retry(const RetryScheduled& notice) override {
        m_text = {}; // what comes next is another reply
        m_thinking = {};
        m_events.push(notice);
    }
    void on_wait(const WaitingForModel& notice) override { m_events.push(notice); }
    bool repeats_itself() const { return m_text.found() || m_thinking.found(); }
    const RepeatedText& text() const { return m_text; }

private:
    Channel<Event>& m_events;
    std::stop_source& m_stop; // of this reply
    Text m_where;
    RepeatedText m_text;
    RepeatedText m_thinking;
};

size_t thinking_bytes(const ModelRequest& request) {
    size_t bytes = 0;
    for (const Message& message : request.messages)
        if (const auto* reply = std::get_if<AssistantMessage>(&message)) bytes += reply->thinking.text.size();
    return bytes;
}

// Only its beginning is kept, once: what is sent back to a model that goes in circles keeps it there.
void cut_off(Reply& reply, const RepeatedText& repeated) {
    AssistantMessage kept;
    kept.text = repeated.without_repetition(std::move(reply.message.text));
    if (!kept.text.empty()) kept.text += "\n(cut off here: it went on with the same text)";
    reply.message = std::move(kept);
    reply.finish = Finish::error;
    reply.error.emplace();
    reply.error->kind = ReplyErrorKind::truncated;
    reply.error->message = "the model said the same text over and over, so its reply was cut off";
    reply.error->hint = "ask again in other words; a repetition penalty in the settings of the server may help";
}

Reply not_sent(const std::string& why) {
    Reply reply;
    reply.finish = Finish::error;
    reply.error.emplace();
    reply.error->message = why;
    return reply;
}
} // namespace

ModelTurns::ModelTurns(ModelClient& client, std::string model, ModelInUse in_use, Prices prices,
                       Channel<Event>& events)
    : m_client(client), m_model(std::move(model)), m_in_use(std::move(in_use)), m_meter(prices), m_events(events) {}

void ModelTurns::change_model(std::string name) {
    m_model = std::move(name);
    m_client.use_model(m_model);
    m_in_use = m_client.look_up({});
    m_prompts.start_over();
    m_context.start_over();
    m_may_count = true;
    for (const std::string& note : m_in_use.notes)
        m_events.push(Notice{Notice::Level::warning, note});
}

void ModelTurns::history_changes(std::string_view cause) {
    m_prefix.announce(cause);
    m_prompts.start_over();
}

Reply ModelTurns::next(const ModelRequest& request, std::stop_token stop) {
    if (is_too_dear(request)) return not_sent(m_cost_objection);
    m_prefix.look(m_model, request);
    std::stop_source stop_reply;
    const std::stop_callback pass_on(stop, [&] { stop_reply.request_stop(); });
    StreamToEvents sink(m_events, stop_reply);
    Reply reply = m_client.ask(request, sink, stop_reply.get_token());
    if (sink.repeats_itself() && !stop.stop_requested()) cut_off(reply, sink.text());
    tell_notes(reply);
    const Usage usage = m_meter.add(reply);
    m_context.counted(request, usage);
    m_events.push(ReplyFinished{usage, usage.context() > 0, !reply.message.calls.empty(), reply.message.text,
                                reply.message.calls});
    if (auto warning = m_prompts.look(reply, thinking_bytes(request)))
        m_events.push(Notice{Notice::Level::warning, std::move(*warning)});
    learn_window(reply);
    return reply;
}

bool ModelTurns::is_too_dear(const ModelRequest& request) {
    if (!m_cost_limit) return false;
    m_cost_objection =
        m_cost_limit->objection(m_context.tokens_of(request), m_in_use.window, m_meter.session().cost.value_or(0));
    return !m_cost_objection.empty();
}

Reply ModelTurns::ask_aside(const ModelRequest& request, std::stop_token stop) {
    if (is_too_dear(request)) return not_sent(m_cost_objection);
    std::stop_source stop_reply;
    const std::stop_callback pass_on(stop, [&] { stop_reply.request_stop(); });
    StreamToEvents sink(m_events, stop_reply, StreamToEvents::Text::aside);
    Reply reply = m_client.ask(request, sink, stop_reply.get_token());
    m_meter.add(reply);
    tell_notes(reply);
    learn_window(reply);
    return reply;
}

std::optional<int64_t> ModelTurns::count(std::string_view text, std::stop_token stop) {
    if (!m_may_count) return {};
    const auto tokens = m_client.count_tokens(text, stop);
    m_may_count = tokens.has_value() || stop.stop_requested();
    return tokens ? std::optional(*tokens) : std::nullopt;
}

// What the template puts around messages is in no text.
std::optional<int64_t> ModelTurns::count(const ModelRequest& request, std::stop_token stop) {
    if (!m_may_count) return {};
    std::string all;
    for (const ContextPart& part : parts_of(request, {}))
        all += part.text;
    const auto tokens = count(all, std::move(stop));
    if (!tokens) return {};
    return *tokens + m_context.tokens_in(bytes_of(request) - std::min(bytes_of(request), all.size()));
}

void ModelTurns::tell_notes(const Reply& reply) {
    for (const std::string& note : reply.notes)
        if (m_told.insert(note).second) m_events.push(Notice{Notice::Level::warning, note});
}

// What a server says when it refuses a request holds more than what it said of itself before.
void ModelTurns::learn_window(const Reply& reply) {
    if (!reply.error || reply.error->kind != ReplyErrorKind::context_overflow || !reply.error->limit) return;
    const int64_t limit = *reply.error->limit;
    constexpr int64_t k_smallest = 512; // less is no window, and nothing would fit
    if (limit < k_smallest || (m_in_use.window && limit >= *m_in_use.window)) return;
    m_in_use.window = static_cast<int>(std::min<int64_t>(limit, std::numeric_limits<int>::max()));
    m_in_use.window_origin = "a refused request";
    m_events.push(Notice{Notice::Level::info,
                         fmt::format("the server's window is {} tokens; results are kept short enough for it "
                                     "from now on",
                                     *m_in_use.window)});
}

} // namespace thoth
