#include "ui/one_shot.h"

#include "os/poll.h"
#include "os/terminal.h"
#include "text/display.h"
#include "ui/event_round.h"
#include "ui/evidence_text.h"
#include "ui/headless/prompt_line.h"
#include "ui/transcript.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
using std::chrono::milliseconds;
constexpr milliseconds k_time_for_the_result(1000);

std::optional<milliseconds> sooner(std::optional<milliseconds> one, std::optional<milliseconds> other) {
    if (!one || !other) return one ? one : other;
    return std::min(*one, *other);
}
} // namespace

OneShot::OneShot(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io, RunOutput& output, Terms terms)
    : m_link(link), m_wakeup(wakeup), m_signals(signals), m_io(io), m_output(output), m_terms(std::move(terms)),
      m_answers(io.answers), m_countdown(io.err, is_terminal(io.err.fd())), m_begin(m_terms.begin) {}

int OneShot::run(std::string prompt, std::string context) {
    limit_output();
    const int code = request(std::move(prompt), std::move(context));
    m_link.events.close();
    return output_was_cut() ? graver(code, exit_code_of(RunOutcome::timeout, 0, false)) : code;
}

int OneShot::converse(LineReader& prompts) {
    limit_output();
    int code = 0;
    bool any = false;
    for (int number = 1; m_signal == 0 && !m_timed_out; ++number) {
        const auto line = next_line(prompts);
        if (!line) break;
        if (line->text.find_first_not_of(" \t\r") == std::string::npos) continue;
        any = true;
        auto prompt = line->cut ? Result<std::string>(fail(Errc::too_large,
                                                           fmt::format("it has {} bytes or more", prompts.limit())))
                                : prompt_in(line->text);
        if (!prompt) {
            code = graver(code,
                          refuse(fmt::format("line {} of standard input: {}", number, describe(prompt.error()))));
            break;
        }
        m_begin = m_terms.clock.steady();
        code = graver(code, request(std::move(*prompt), {}));
        if (m_io.out.broken()) break;
    }
    if (m_signal == 0 && !m_timed_out) code = graver(code, check_end(prompts, any));
    m_link.events.close();
    // One that came between two requests has no result to tell of it.
    if (m_signal != 0) return exit_code_of(RunOutcome::interrupted, m_signal, false);
    return m_timed_out || output_was_cut() ? graver(code, exit_code_of(RunOutcome::timeout, 0, false)) : code;
}

// A reader that stalls must not keep the run beyond its time. One that is only slow gets the result.
void OneShot::limit_output() {
    const auto left = time_left();
    if (!left) return;
    m_io.out.stop_waiting_in(*left + k_time_for_the_result);
    m_io.err.stop_waiting_in(*left + k_time_for_the_result);
}

// It was done, and a reader that stalled did not get all of it.
bool OneShot::output_was_cut() const {
    return m_terms.deadline && m_terms.clock.steady() >= *m_terms.deadline + k_time_for_the_result;
}

// An end that a script should hear of: whoever was to write the prompts failed.
int OneShot::check_end(const LineReader& prompts, bool any) {
    if (prompts.error() != 0) return refuse(system_error(prompts.error(), "read standard input").message);
    return any ? 0 : refuse("there was no prompt on standard input");
}

int OneShot::refuse(std::string why) {
    RunResult result;
    result.outcome = RunOutcome::usage;
    result.finished.error = std::move(why);
    m_output.finish(result);
    handle(Notice{Notice::Level::error, result.finished.error});
    return exit_code_of(result.outcome, 0, false);
}

// Nothing at the end of input, after a signal or when the time is up.
std::optional<LineReader::Line> OneShot::next_line(LineReader& prompts) {
    for (;;) {
        if (auto line = prompts.line()) return line;
        if (prompts.ended()) return std::nullopt;
        const auto ready = wait_readable({prompts.fd(), m_signals.fd()}, time_left());
        if (ready.contains(m_signals.fd())) take_signal();
        end_if_late();
        if (m_signal != 0 || m_timed_out) return std::nullopt;
        if (ready.contains(prompts.fd())) prompts.read_more();
    }
}

int OneShot::request(std::string prompt, std::string context) {
    m_stop = {};
    m_reply.clear();
    m_question.reset();
    m_finished.reset();
    m_denied = false;
    m_link.commands.push(Prompt{std::move(prompt), std::move(context), m_stop.get_token()});
    while (!m_finished) {
        const int answers = m_question ? m_answers.fd() : -1;
        const auto ready =
            wait_readable({m_wakeup.fd(), m_signals.fd(), answers}, sooner(m_countdown.tick(), time_left()));
        if (ready.contains(m_signals.fd())) take_signal();
        end_if_late();
        m_wakeup.clear();
        take_events(m_link.events, m_wakeup, [this](const Event& event) {
            m_countdown.stop();
            std::visit([this](const auto& e) { handle(e); }, event);
        });
        if (answers >= 0 && ready.contains(answers)) m_answers.read_more();
        if (m_question) take_answers();
        if (m_io.out.broken()) m_stop.request_stop(); // nobody reads the answer any more
    }
    take_signal(); // one that came while the answer was being written
    const RunResult result = result_of(*m_finished);
    return exit_code_of(result.outcome, m_signal, m_denied || m_finished->denied > 0);
}

void OneShot::take_signal() {
    if (const int number = m_signals.take(); number != 0) {
        m_countdown.stop();
        m_signal = number;
        m_question.reset();
        m_stop.request_stop();
        m_io.out.stop_waiting(); // a reader that stalls must not keep it from ending
        m_io.err.stop_waiting();
    }
}

std::optional<milliseconds> OneShot::time_left() const {
    if (!m_terms.deadline || m_timed_out) return std::nullopt;
    const auto left = std::chrono::ceil<milliseconds>(*m_terms.deadline - m_terms.clock.steady());
    return std::max(left, milliseconds(0));
}

// Ends whatever is under way, children of commands and a server that stalls too.
void OneShot::end_if_late() {
    if (!m_terms.deadline || m_timed_out || m_terms.clock.steady() < *m_terms.deadline) return;
    m_timed_out = true;
    m_countdown.stop();
    m_question.reset();
    handle(Notice{Notice::Level::error, "the time for this run is up (--timeout)"});
    m_stop.request_stop();
}

void OneShot::handle(const TextDelta& delta) {
    if (m_stop.stop_requested()) return; // what was under way when it was stopped
    m_reply += delta.text;
    m_output.text(delta.text);
}

void OneShot::handle(const RetryScheduled& retry) {
    if (m_stop.stop_requested()) return;
    m_reply.clear();
    m_output.discard(retry);
    m_io.err.write(retry_text(retry, m_io.err.color()));
    m_countdown.start(retry.wait);
}

void OneShot::handle(const WaitingForModel& waiting) {
    if (!m_stop.stop_requested()) m_io.err.write(waiting_text(waiting, m_io.err.color()));
}

// Without a schema, what follows a reply that was cut off goes on where that stopped.
void OneShot::handle(const ReplyFinished& finished) {
    m_output.reply(finished);
    if (finished.has_calls)
        say_beside_the_answer();
    else if (m_terms.structure)
        m_reply.clear();
}

void OneShot::say_beside_the_answer() {
    if (!m_reply.empty() && !m_output.shows_replies()) m_io.err.write(display_text(m_reply) + "\n");
    m_reply.clear();
}

void OneShot::handle(const CheckAsked& asked) {
    say_beside_the_answer();
    m_io.err.write(check_asked_text(asked, m_io.err.color()));
}

void OneShot::handle(const ToolStarted& started) {
    m_io.err.write(tool_text(started, m_io.err.color()));
}

void OneShot::handle(const QuestionAsked& asked) {
    m_question = asked.question;
    m_answers.discard_typed(); // what was typed before cannot be the answer
    m_io.err.write(question_text(asked.question, m_io.err.color()));
}

void OneShot::take_answers() {
    // T58: a single run does not wait for it.
    if (m_question->kind == Question::Kind::choice) {
        m_io.err.write("\nnot answered, since this is a single run\n");
        return give(Answer::skip);
    }
    // Nobody to ask: no, for this call only; the turn goes on as after a skip.
    if (m_io.answers < 0) {
        m_io.err.write("no terminal to ask on, so it does not happen\n");
        return give(Answer::skip);
    }
    while (m_question) {
        const auto line = m_answers.line();
        if (!line && !m_answers.ended()) return;
        if (!line) {
            m_io.err.write("end of input, so the answer is no\n");
            return give(Answer::no);
        }
        if (const auto answer = answer_from(line->text, *m_question)) return give(*answer);
        m_answers.discard_typed(); // the rest of what was pasted is no answer either
        m_io.err.write(question_text(*m_question, m_io.err.color()));
    }
}

void OneShot::give(Answer answer) {
    m_link.answers.push({m_question->id, answer});
    m_question.reset();
}

void OneShot::handle(const ToolFinished& finished) {
    m_denied = m_denied || finished.denied;
    m_output.result(finished);
    m_io.err.write(result_text(finished, m_io.err.color()));
}

void OneShot::handle(const Notice& notice) {
    m_io.err.write(notice_text(notice, m_io.err.color()));
}

void OneShot::handle(const TasksRunning& running) {
    m_io.err.write(tasks_text(running.tasks, m_io.err.color()));
}

void OneShot::handle(const RequestFinished& finished) {
    take_signal(); // so that the result tells of it
    m_output.finish(result_of(finished));
    if (!finished.error.empty()) handle(Notice{Notice::Level::error, finished.error});
    m_io.err.write(evidence_text(finished.evidence, m_io.err.color()));
    m_io.err.write(usage_text(finished.usage, finished.spent, m_io.err.color()));
    m_finished = finished;
}

RunResult OneShot::result_of(const RequestFinished& finished) const {
    RunResult result;
    result.outcome = outcome_of(finished, {m_signal, m_timed_out, m_terms.wants_check});
    result.finished = finished;
    const bool has_answer = finished.end == RequestEnd::done;
    if (m_terms.structure && has_answer) result.structured = m_terms.structure(finished.answer);
    result.answer = m_terms.structure ? finished.answer : m_reply;
    if (result.finished.error.empty() && result.outcome == RunOutcome::timeout)
        result.finished.error = "the time for this run was up";
    result.duration = std::chrono::duration_cast<milliseconds>(m_terms.clock.steady() - m_begin);
    return result;
}

} // namespace thoth
