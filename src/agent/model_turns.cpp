#include "agent/model_turns.h"

#include <fmt/format.h>

namespace thoth {

namespace {
WaitingForModel::For what_is_waited_for(WaitNotice::For what) {
    switch (what) {
    case WaitNotice::For::answer:
        return WaitingForModel::For::answer;
    case WaitNotice::For::more:
        return WaitingForModel::For::more;
    case WaitNotice::For::loading:
        return WaitingForModel::For::loading;
    }
    return WaitingForModel::For::answer;
}

class StreamToEvents final : public ReplySink {
public:
    explicit StreamToEvents(Channel<Event>& events) : m_events(events) {}
    void on_text(std::string_view text) override { m_events.push(TextDelta{std::string(text)}); }
    void on_thinking(std::string_view text) override { m_events.push(ThinkingDelta{std::string(text)}); }
    void on_retry(const RetryNotice& notice) override {
        m_events.push(RetryScheduled{notice.reason, notice.attempt, notice.of, notice.wait, notice.discards});
    }
    void on_wait(const WaitNotice& notice) override {
        m_events.push(WaitingForModel{what_is_waited_for(notice.what), notice.so_far});
    }

private:
    Channel<Event>& m_events;
};

size_t thinking_bytes(const ModelRequest& request) {
    size_t bytes = 0;
    for (const Message& message : request.messages)
        if (const auto* reply = std::get_if<AssistantMessage>(&message)) bytes += reply->thinking.text.size();
    return bytes;
}
} // namespace

ModelTurns::ModelTurns(ModelClient& client, std::string model, ModelInUse in_use, Prices prices,
                       Channel<Event>& events)
    : m_client(client), m_model(std::move(model)), m_window(in_use.window), m_meter(prices), m_events(events) {}

void ModelTurns::change_model(std::string name) {
    m_model = std::move(name);
    m_client.use_model(m_model);
    ModelInUse in_use = m_client.look_up({});
    m_window = in_use.window;
    m_prompts.start_over();
    for (std::string& note : in_use.notes)
        m_events.push(Notice{Notice::Level::warning, std::move(note)});
}

void ModelTurns::history_changes(std::string_view cause) {
    m_prefix.announce(cause);
    m_prompts.start_over();
}

Reply ModelTurns::next(const ModelRequest& request, std::stop_token stop) {
    m_prefix.look(m_model, request);
    StreamToEvents sink(m_events);
    Reply reply = m_client.ask(request, sink, std::move(stop));
    tell_notes(reply);
    const Usage usage = m_meter.add(reply);
    m_events.push(ReplyFinished{usage, usage.context() > 0, !reply.message.calls.empty()});
    if (auto warning = m_prompts.look(reply, thinking_bytes(request)))
        m_events.push(Notice{Notice::Level::warning, std::move(*warning)});
    learn_window(reply);
    return reply;
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
    if (limit < k_smallest || (m_window && limit >= *m_window)) return;
    m_window = static_cast<int>(std::min<int64_t>(limit, std::numeric_limits<int>::max()));
    m_events.push(Notice{Notice::Level::info,
                         fmt::format("the server's window is {} tokens; results are kept short enough for it "
                                     "from now on",
                                     *m_window)});
}

} // namespace thoth
