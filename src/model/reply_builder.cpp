#include "model/reply_builder.h"

#include "model/wire_json.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
ReplyError broken_off(HttpEnd end) {
    ReplyError error;
    error.retryable = true;
    error.kind = end == HttpEnd::stalled ? ReplyErrorKind::stalled : ReplyErrorKind::truncated;
    if (end == HttpEnd::stalled)
        error.message = "the server fell silent in the middle of its reply";
    else if (end == HttpEnd::cut)
        error.message = "the connection broke in the middle of the reply";
    else
        error.message = "the reply ended without saying that it was complete";
    return error;
}
} // namespace

ReplyBuilder::ReplyBuilder(ReplyRules rules, CallIds& ids, ReplySink& sink)
    : m_rules(std::move(rules)), m_ids(ids), m_sink(sink), m_think(m_rules.implicit_think_open),
      m_slots(m_rules.tool_names) {}

bool ReplyBuilder::accept(size_t bytes) {
    if (m_error) return false;
    m_bytes += bytes;
    if (m_bytes > k_max_bytes) fail_too_long("its reply");
    return !m_error;
}

void ReplyBuilder::content(std::string_view text) {
    if (!text.empty() && accept(text.size())) emit(m_think.feed(text));
}

void ReplyBuilder::thinking(std::string_view text, std::string_view field) {
    if (!accept(text.size())) return;
    if (m_message.thinking.field.empty() || m_message.thinking.text.empty()) m_message.thinking.field = field;
    if (text.empty()) return;
    m_think.expect_no_implicit_open();
    add_thinking(text);
}

void ReplyBuilder::refusal(std::string_view text) {
    if (text.empty() || !accept(text.size())) return;
    m_refused = true;
    add_text(text);
}

void ReplyBuilder::call_delta(ToolCallDelta delta) {
    if (!accept(delta.id.size() + delta.name.size() + delta.arguments.size() + delta.extra.size())) return;
    if (!m_slots.add(std::move(delta))) fail_too_long("its list of tool calls");
}

void ReplyBuilder::whole_call(ToolCallDelta delta) {
    if (!accept(delta.id.size() + delta.name.size() + delta.arguments.size() + delta.extra.size())) return;
    if (!m_slots.add_whole(std::move(delta))) fail_too_long("its list of tool calls");
}

void ReplyBuilder::terminal(std::string word, std::optional<Finish> meaning) {
    m_terminal = true;
    m_word = std::move(word);
    m_meaning = meaning;
}

void ReplyBuilder::fail(ReplyError error) {
    if (!m_error) m_error = std::move(error);
}

void ReplyBuilder::fail_too_long(std::string_view what) {
    ReplyError error;
    error.message = fmt::format("the server sent more than is accepted: {} is too long", what);
    fail(std::move(error));
}

bool ReplyBuilder::is_empty() const {
    return m_message.text.empty() && m_message.thinking.text.empty() && m_slots.empty();
}

void ReplyBuilder::emit(const ThinkFilter::Split& split) {
    if (!split.thinking.empty()) add_thinking(split.thinking);
    if (!split.text.empty()) add_text(split.text);
}

void ReplyBuilder::add_text(std::string_view text) {
    m_message.text += text;
    m_sink.on_text(text);
}

void ReplyBuilder::add_thinking(std::string_view text) {
    m_message.thinking.text += text;
    m_sink.on_thinking(text);
}

Reply ReplyBuilder::finish(HttpEnd end) {
    emit(m_think.finish());
    Reply reply;
    reply.message = std::move(m_message);
    reply.raw_finish = std::move(m_word);
    reply.usage = m_usage;
    if (end == HttpEnd::cancelled) {
        reply.finish = Finish::cancelled;
    } else if (m_error) {
        reply.finish = Finish::error;
        reply.error = std::move(m_error);
    } else if (!m_terminal) {
        reply.finish = Finish::incomplete;
        reply.error = broken_off(end);
    } else {
        judge(reply);
    }
    return reply;
}

// A reply whose terminal signal came.
void ReplyBuilder::judge(Reply& reply) {
    std::vector<ToolCall> calls = m_slots.take(m_ids);
    const bool empty = reply.message.text.empty() && reply.message.thinking.text.empty() && calls.empty();
    reply.finish = finish_of_answer(calls);
    ReplyError error;
    error.retryable = true;
    if (m_meaning == Finish::error || (!m_meaning && empty)) {
        error.message = fmt::format("the server ended its reply with \"{:.40}\"", reply.raw_finish);
    } else if (reply.finish == Finish::tool_calls &&
               std::ranges::any_of(calls, [](const ToolCall& call) { return call.name.empty(); })) {
        error.message = "the server sent a tool call without the name of a tool";
    } else {
        if (reply.finish == Finish::tool_calls) reply.message.calls = std::move(calls);
        return;
    }
    reply.finish = Finish::error;
    reply.error = std::move(error);
}

// Servers name a turn with calls differently ("stop", words of their own), so what came counts.
Finish ReplyBuilder::finish_of_answer(const std::vector<ToolCall>& calls) const {
    const Finish said = m_meaning.value_or(Finish::stop);
    if (said != Finish::stop && said != Finish::tool_calls) return said;
    if (m_refused) return Finish::refusal;
    if (calls.empty()) return Finish::stop;
    return was_cut(calls) ? Finish::length : Finish::tool_calls;
}

// Some servers say "tool_calls" although the output limit cut the call.
bool ReplyBuilder::was_cut(const std::vector<ToolCall>& calls) const {
    const bool at_limit = m_rules.max_tokens && m_usage && m_usage->output >= *m_rules.max_tokens;
    return at_limit && std::ranges::any_of(calls, [](const ToolCall& call) { return !is_json(call.arguments); });
}

} // namespace thoth
