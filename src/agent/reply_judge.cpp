#include "agent/reply_judge.h"

#include "agent/conversation.h"
#include "agent/model_turns.h"

#include <fmt/format.h>
#include <string>
#include <utility>

namespace thoth {

namespace {
// Kept in the history where a reply was cut short, so that it never ends in an empty turn.
constexpr std::string_view k_interrupted = "(interrupted by the user)";

// What the model is told when it is asked again.
constexpr std::string_view k_empty_words =
    "(Your reply was empty: no text, and no tool call. Answer, or make the next tool call.)";
constexpr std::string_view k_cut_short_words =
    "(Your reply was cut off at the token limit. A tool call that it was about to make was not run. Go on from "
    "where it stopped, with less at a time: think less, and write a long file in sections.)";
constexpr const char* k_unreadable_call_words =
    "(Your tool call could not be read, and nothing was run: {}. Make it again as valid JSON.)";
constexpr const char* k_wrong_answer_words =
    "(Your answer is not of the form that was asked for: {}. Give the whole answer again, as it has to be, and "
    "nothing else.)";

// A reply that the server keeps back will be kept back again.
bool is_kept_back(Finish finish) {
    return finish == Finish::content_filter || finish == Finish::refusal;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// What an end of a reply means that its text alone does not show (B93).
const char* note_on(Finish finish) {
    if (finish == Finish::content_filter) return "the server's content filter stopped the reply";
    if (finish == Finish::refusal) return "the model refused to go on";
    return nullptr;
}

RequestEnd model_failed(std::string why, RequestFinished& finished) {
    finished.error = std::move(why);
    return RequestEnd::model_failed;
}

RequestEnd give_up_on_calls(RequestFinished& finished) {
    return model_failed(
        fmt::format(
            "the model made {} calls in a row that cannot be read, and none of them was run; a local server "
            "can hold it to the form of calls: tool_calls = \"guided\" in the profile",
            Patience::k_most_bad_calls),
        finished);
}
} // namespace

ReplyJudge::ReplyJudge(ModelTurns& model, ToolRunner& runner, Conversation& conversation, Channel<Event>& events,
                       AnswerRule rule)
    : m_model(model), m_runner(runner), m_conversation(conversation), m_events(events), m_rule(std::move(rule)) {}

// One that failed is kept as far as it was shown; without text there is nothing to keep.
void ReplyJudge::keep(const Reply& reply) {
    AssistantMessage kept = reply.message;
    if (reply.finish == Finish::cancelled)
        kept.text += (kept.text.empty() ? "" : "\n") + std::string(k_interrupted);
    if (!is_blank(kept.text) || !kept.calls.empty()) m_conversation.add(std::move(kept), reply.usage);
}

std::optional<RequestEnd> ReplyJudge::judge(const Reply& reply, Room room, RequestFinished& finished) {
    if (reply.finish == Finish::cancelled) return RequestEnd::cancelled;
    if (reply.error && reply.error->kind == ReplyErrorKind::malformed_call)
        return judge_unreadable_call(*reply.error, finished);
    if (reply.error)
        return model_failed(reply.error->hint.empty()
                                ? reply.error->message
                                : fmt::format("{}\n{}", reply.error->message, reply.error->hint),
                            finished);
    if (const char* note = note_on(reply.finish)) m_events.push(Notice{Notice::Level::warning, note});
    if (!reply.message.calls.empty()) return std::nullopt;
    if (reply.finish == Finish::length) return judge_cut(finished);
    if (is_blank(reply.message.text)) return judge_empty(reply, finished);
    if (ask_for_check(reply, room)) return std::nullopt;
    return judge_answer(reply, room, finished);
}

std::optional<RequestEnd> ReplyJudge::judge_calls(const BatchOutcome& outcome, size_t calls,
                                                  RequestFinished& finished) {
    m_patience.saw(outcome, static_cast<int>(calls));
    if (outcome.stopped) return RequestEnd::stopped;
    if (m_patience.is_out_over_calls()) return give_up_on_calls(finished);
    if (m_patience.is_out_over_repeats())
        return pause("paused: the model makes the same calls again and again; say what it should do instead, or "
                     "\"continue\" to let it go on");
    return std::nullopt;
}

RequestEnd ReplyJudge::pause(const std::string& why) {
    m_events.push(Notice{Notice::Level::warning, why});
    return RequestEnd::limit;
}

std::optional<RequestEnd> ReplyJudge::judge_cut(RequestFinished& finished) {
    if (ask_again(m_patience.ask_after_cut(), "the reply was cut off at the token limit", k_cut_short_words))
        return std::nullopt;
    return model_failed(
        fmt::format(
            "{} replies in a row were cut off at the token limit, and nothing of the last one was run; raise "
            "max_tokens or the context window, turn thinking off, or ask for less at a time",
            Patience::k_most_asked_again + 1),
        finished);
}

std::optional<RequestEnd> ReplyJudge::judge_empty(const Reply& reply, RequestFinished& finished) {
    if (!is_kept_back(reply.finish) &&
        ask_again(m_patience.ask_after_empty(), "the model returned nothing", k_empty_words))
        return std::nullopt;
    return model_failed(fmt::format("the model returned an empty reply (finish: {})",
                                    reply.raw_finish.empty() ? name_of(reply.finish) : reply.raw_finish),
                        finished);
}

std::optional<RequestEnd> ReplyJudge::judge_unreadable_call(const ReplyError& error, RequestFinished& finished) {
    m_patience.saw_unreadable_call();
    if (m_patience.is_out_over_calls()) return give_up_on_calls(finished);
    m_conversation.add(UserMessage{fmt::format(k_unreadable_call_words, error.message)});
    return std::nullopt;
}

std::optional<RequestEnd> ReplyJudge::judge_answer(const Reply& reply, Room room, RequestFinished& finished) {
    if (!m_rule) return RequestEnd::done;
    const auto judged = m_rule(reply.message.text);
    if (judged) return RequestEnd::done;
    const std::string why =
        fmt::format("the answer is not of the form that was asked for: {}", judged.error().message);
    if (!is_kept_back(reply.finish) && room.has_a_step &&
        ask_again(m_patience.ask_after_wrong_answer(), why,
                  fmt::format(k_wrong_answer_words, judged.error().message)))
        return std::nullopt;
    finished.error = why;
    return RequestEnd::wrong_answer;
}

// G13
bool ReplyJudge::ask_for_check(const Reply& reply, Room room) {
    if (room.mode == Mode::plan || is_kept_back(reply.finish) || !room.has_a_step) return false;
    std::string words = m_runner.reminder_at_end();
    if (words.empty()) return false;
    m_events.push(CheckAsked{m_runner.stacks().checks_in_words()});
    m_conversation.add(UserMessage{std::move(words)});
    return true;
}

bool ReplyJudge::ask_again(std::optional<int> asking, std::string_view why, std::string_view words) {
    if (!asking) return false;
    m_events.push(Notice{Notice::Level::info, fmt::format("{}; it is asked again ({} of {})", why, *asking,
                                                          Patience::k_most_asked_again)});
    m_conversation.add(UserMessage{std::string(words)});
    m_model.history_changes("a reply was asked for again"); // the words may have joined an earlier message
    return true;
}

} // namespace thoth
