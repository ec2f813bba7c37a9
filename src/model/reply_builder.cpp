#include "model/reply_builder.h"

#include "model/text_calls/notes.h"
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

bool cannot_be_read(const ToolCall& call) {
    return !arguments_object(call.arguments);
}
} // namespace

ReplyBuilder::ReplyBuilder(ReplyRules rules, CallIds& ids, ReplySink& sink)
    : m_rules(std::move(rules)), m_ids(ids), m_sink(sink), m_think(m_rules.implicit_think_open),
      m_text_calls(m_rules.tools), m_slots(m_rules.tool_names) {}

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
    // A finish that forbids calls stays, whatever is said after it.
    const bool forbids = m_meaning && m_meaning != Finish::stop && m_meaning != Finish::tool_calls;
    if (m_terminal && forbids) return;
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
    return m_message.text.empty() && m_message.thinking.text.empty() && m_slots.empty() &&
           !m_text_calls.holds_text();
}

void ReplyBuilder::emit(const ThinkFilter::Split& split) {
    if (!split.thinking.empty()) add_thinking(split.thinking);
    if (split.text.empty()) return;
    const bool may_hold_calls = m_rules.text_calls && !m_rules.tools.empty();
    add_text(may_hold_calls ? m_text_calls.feed(split.text) : split.text);
}

void ReplyBuilder::add_text(std::string_view text) {
    if (text.empty()) return;
    m_message.text += text;
    m_sink.on_text(text);
}

void ReplyBuilder::add_thinking(std::string_view text) {
    if (text.empty()) return;
    m_message.thinking.text += text;
    m_sink.on_thinking(text);
}

// A reply that was cut, refused or failed holds no call, however whole one looks in it.
bool ReplyBuilder::may_hold_calls(HttpEnd end) const {
    const Finish said = m_meaning.value_or(Finish::stop);
    return end != HttpEnd::cancelled && !m_error && m_terminal && !m_refused &&
           (said == Finish::stop || said == Finish::tool_calls);
}

void ReplyBuilder::settle_text_calls(bool whole) {
    if (m_rules.tools.empty()) return;
    if (!m_rules.text_calls) {
        if (!whole || !m_slots.empty()) return;
        TextCallFilter unread(m_rules.tools); // only to say that there was something
        unread.feed(m_message.text);
        if (const auto seen = unread.finish(true); !seen.calls.empty())
            m_notes.push_back(note_of_unread_call(seen.calls.front().name));
        return;
    }
    auto found = m_text_calls.finish(whole);
    if (!m_slots.empty()) settle_beside_own_calls(found);
    add_thinking(found.thinking);
    add_text(found.text);
    for (const TextCall& call : found.calls)
        m_slots.add_whole({{}, call.id, call.name, call.arguments, true, {}});
    m_from_text = !found.calls.empty();
    if (m_from_text) m_notes.push_back(note_of_text_calls());
    if (!whole || m_from_text || found.doubt == CallDoubt::none || !m_slots.empty()) return;
    m_doubtful = found.doubt == CallDoubt::unreadable;
    m_notes.push_back(note_of_doubt(found.doubt, found.unknown));
}

// Structured calls win: what the text says again is taken away, anything else stays text.
void ReplyBuilder::settle_beside_own_calls(TextCallFilter::Outcome& found) {
    const bool copy = std::ranges::all_of(
        found.calls, [&](const TextCall& call) { return m_slots.has(call.name, call.arguments); });
    if (!copy) found.text += found.markup;
    found.calls.clear();
}

Reply ReplyBuilder::finish(HttpEnd end) {
    emit(m_think.finish());
    settle_text_calls(may_hold_calls(end));
    Reply reply;
    reply.notes = std::move(m_notes);
    reply.malformed_call = m_doubtful;
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
    for (ToolCall& call : calls)
        call.from_text = m_from_text;
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
        if (reply.finish != Finish::tool_calls) return;
        reply.malformed_call = std::ranges::any_of(calls, cannot_be_read);
        reply.message.calls = std::move(calls);
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
