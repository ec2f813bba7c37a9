#include "agent/compaction/compactor.h"

#include "agent/compaction/call_lines.h"
#include "agent/compaction/compaction_text.h"
#include "agent/compaction/kept_prompts.h"
#include "agent/compaction/kept_tail.h"
#include "agent/compaction/summary_check.h"
#include "agent/compaction/summary_request.h"
#include "text/unicode.h"

#include <algorithm>

namespace thoth {

namespace {
// Parts of the window. Together with the system prompt and the tools, which take a fifth of a window of 16k, what
// stays is about half of it, so that there is room to work in before the next time.
constexpr int64_t k_tail_part = 5;
constexpr int64_t k_most_percent = 60; // of the window, for all that stays
constexpr int64_t k_send_percent = 85; // more than this cannot be sent, since a message stands in front of it
constexpr int64_t k_prompts_part = 24;
constexpr int64_t k_summary_part = 16;
constexpr int64_t k_calls_part = 32;
constexpr int64_t k_seen_part = 32;
// A request for a summary leaves this much of the window for the answer.
constexpr int64_t k_answer_part = 10;
constexpr int64_t k_words_for_tokens = 2; // tokens a word, in languages that take many
constexpr int k_fewest_words = 120;
constexpr int k_most_words = 900;

// Where the conversation does not fit as it is, neither may the system prompt.
constexpr std::string_view k_summary_system = "You sum up what a coding agent and its user did so far.";
constexpr std::string_view k_reply = "(I go on from there.)";

std::string cut(std::string text, size_t most_bytes) {
    if (text.size() <= most_bytes) return text;
    text.resize(utf8_prefix(text, most_bytes).size());
    return text + " [...]";
}

std::string describe_error(const ReplyError& error) {
    return error.hint.empty() ? error.message : error.message + "\n" + error.hint;
}

// Why a reply is no summary; null: it is one.
const char* why_unusable(const Reply& reply) {
    constexpr size_t k_fewest_bytes_of_a_part = 400; // cut at a limit, it has said something by then
    const std::string& text = reply.message.text;
    const size_t begin = text.find_first_not_of(" \t\r\n");
    if (!reply.message.calls.empty() || reply.malformed_call) return "the model made a call instead";
    if (begin == std::string::npos) return "the model wrote none";
    if (text.find("<tool_call") == begin || text[begin] == '{') return "the model wrote a call instead";
    if (reply.finish == Finish::length && text.size() < k_fewest_bytes_of_a_part) return "it was cut off at once";
    return nullptr;
}

// As a quotation: no line of it can pass for a heading of the text around it.
std::string as_quotation(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        out += "> ";
        out += text.substr(0, end);
        out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}
} // namespace

Compactor::Report Compactor::compact(const ModelRequest& request, Conversation& conversation, int64_t window,
                                     const CompactionFacts& facts, bool summarise, std::stop_token stop) {
    const ContextMeter& meter = m_model.context();
    const auto room = [&](int64_t part) { return meter.bytes_in(window / part); };
    Report report;
    report.tokens_before = report.tokens_after = meter.tokens_of(request);
    const std::span<const Message> history = conversation.messages();
    const KeptTail tail = keep_tail(history, room_for_tail(request, window));
    if (tail.first == 0 && tail.shortened.empty()) {
        report.outcome = Outcome::nothing_to_shorten;
        return report;
    }
    if (!fits(request, history.subspan(tail.first), tail.shortened, window)) {
        report.outcome = Outcome::no_use;
        return report;
    }
    Summary summary{{}, "the server did not take the request", false};
    if (summarise) summary = summary_of(request, window, facts.focus, stop);
    report.why_not = summary.why_not;
    if (stop.stop_requested() || summary.failed) {
        report.outcome = stop.stop_requested() ? Outcome::cancelled : Outcome::failed;
        return report;
    }
    report.by_model = !summary.text.empty();

    CompactionRecord record;
    record.asked = keep_prompts(conversation.carried().asked, room(k_prompts_part));
    record.plan = facts.plan.empty() ? conversation.carried().plan : facts.plan;
    CompactionParts parts;
    parts.asked = record.asked;
    parts.asked_was_cut = record.asked != conversation.carried().asked;
    parts.summary = as_quotation(cut(std::move(summary.text), room(k_summary_part)));
    parts.invented = invented_names(parts.summary, history, facts.file_exists);
    if (!report.by_model) parts.calls = call_lines(history.first(tail.first), room(k_calls_part));
    parts.plan = record.plan;
    parts.seen = cut(facts.seen, room(k_seen_part));
    parts.notes = facts.notes;
    record.text = compaction_text(parts);
    record.kept = tail.messages;
    if (!tail.has_reply) record.reply = k_reply;
    report.summary = record.text;

    for (const KeptTail::Shortened& shortened : tail.shortened)
        conversation.leave_out(shortened.place, shortened.text);
    conversation.compact(std::move(record));
    report.tokens_after = meter.tokens_of({request.system, conversation.messages(), request.tools});
    return report;
}

// Whether what stays is something that can be sent.
bool Compactor::fits(const ModelRequest& request, std::span<const Message> tail,
                     std::span<const KeptTail::Shortened> shortened, int64_t window) const {
    size_t bytes = request.system.size() + bytes_of(request.tools) + bytes_of(tail);
    for (const KeptTail::Shortened& result : shortened)
        bytes -= std::get<ToolResult>(request.messages[result.place]).text.size() - result.text.size();
    return m_model.context().tokens_in(bytes) < window * k_send_percent / 100;
}

// Where the system prompt and the tools fill a small window, less is left of the end.
size_t Compactor::room_for_tail(const ModelRequest& request, int64_t window) const {
    const ContextMeter& meter = m_model.context();
    const int64_t fixed = meter.tokens_in(request.system.size() + bytes_of(request.tools));
    const int64_t text = window / k_prompts_part + window / k_summary_part + window / k_seen_part;
    const int64_t left = window * k_most_percent / 100 - fixed - text;
    return meter.bytes_in(std::clamp<int64_t>(left, 0, window / k_tail_part));
}

Compactor::Summary Compactor::summary_of(const ModelRequest& request, int64_t window, std::string_view focus,
                                         std::stop_token stop) {
    const ContextMeter& meter = m_model.context();
    const auto words = static_cast<int>(
        std::clamp<int64_t>(window / k_summary_part / k_words_for_tokens, k_fewest_words, k_most_words));
    const std::string asked = summary_words(words, focus);
    const int64_t room = window - window / k_answer_part;
    Summary summary;
    // As it is, the server has all of it but the question in its cache.
    const std::vector<Message> whole = whole_with(request.messages, asked);
    if (const ModelRequest as_it_is{request.system, whole, request.tools}; meter.tokens_of(as_it_is) <= room)
        summary = ask(as_it_is, stop);
    if (!summary.text.empty() || summary.failed || stop.stop_requested()) return summary;
    const std::vector<Message> trimmed = trimmed_with(request.messages, meter.bytes_in(room / 2), asked);
    return ask({k_summary_system, trimmed, {}}, stop);
}

// A server that is away will be asked again, and then for what the user wants; one that did not like this request
// will not like it either next time.
Compactor::Summary Compactor::ask(const ModelRequest& request, const std::stop_token& stop) {
    Reply reply = m_model.ask_aside(request, stop);
    if (reply.error) {
        const ReplyErrorKind kind = reply.error->kind;
        const bool is_of_this_request =
            kind == ReplyErrorKind::context_overflow || kind == ReplyErrorKind::malformed_call ||
            kind == ReplyErrorKind::invalid_request || kind == ReplyErrorKind::truncated;
        return {{}, describe_error(*reply.error), !is_of_this_request};
    }
    const char* unusable = why_unusable(reply);
    if (unusable) return {{}, unusable, false};
    return {std::move(reply.message.text), {}, false};
}

} // namespace thoth
