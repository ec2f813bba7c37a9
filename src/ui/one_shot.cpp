#include "ui/one_shot.h"

#include "os/poll.h"
#include "os/terminal.h"
#include "ui/event_round.h"
#include "ui/evidence_text.h"
#include "ui/transcript.h"

#include <csignal>

namespace thoth {

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_denied = 3;
constexpr int k_exit_limit = 53;
constexpr int k_exit_signal = 128;
} // namespace

OneShot::OneShot(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io)
    : m_link(link), m_wakeup(wakeup), m_signals(signals), m_io(io), m_answers(io.answers),
      m_countdown(io.err, is_terminal(io.err.fd())) {}

int OneShot::run(std::string prompt, std::string context) {
    m_link.commands.push(Prompt{std::move(prompt), std::move(context), m_stop.get_token()});
    while (!m_finished) {
        const int answers = m_question ? m_answers.fd() : -1;
        const auto ready = wait_readable({m_wakeup.fd(), m_signals.fd(), answers}, m_countdown.tick());
        if (ready.contains(m_signals.fd())) take_signal();
        m_wakeup.clear();
        take_events(m_link.events, m_wakeup, [this](const Event& event) {
            m_countdown.stop();
            std::visit([this](const auto& e) { handle(e); }, event);
        });
        if (answers >= 0 && ready.contains(answers)) m_answers.read_more();
        if (m_question) take_answers();
        if (m_io.out.broken()) m_stop.request_stop(); // nobody reads the answer any more
    }
    m_link.events.close();
    take_signal(); // one that came while the answer was being written
    return exit_code(*m_finished);
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

void OneShot::handle(const TextDelta& delta) {
    if (m_stop.stop_requested()) return; // what was under way when it was stopped
    if (!m_io.out_is_terminal) {
        m_reply += delta.text;
        return;
    }
    const std::string text = m_filter.feed(delta.text);
    if (text.empty()) return;
    m_io.out.write(text);
    m_out_line_open = !text.ends_with('\n');
}

// On a terminal, where it was shown as it came.
void OneShot::end_shown_reply() {
    const std::string rest = m_filter.finish();
    if (!m_io.out_is_terminal) return;
    m_io.out.write(rest);
    if (m_out_line_open || !rest.empty()) m_io.out.write("\n");
    m_out_line_open = false;
}

void OneShot::handle(const RetryScheduled& retry) {
    if (m_stop.stop_requested()) return;
    end_shown_reply();
    m_reply.clear();
    m_io.err.write(retry_text(retry, m_io.err.color()));
    m_countdown.start(retry.wait);
}

void OneShot::handle(const WaitingForModel& waiting) {
    if (!m_stop.stop_requested()) m_io.err.write(waiting_text(waiting, m_io.err.color()));
}

void OneShot::handle(const ReplyFinished& finished) {
    end_shown_reply();
    if (m_io.out_is_terminal) return;
    if (finished.has_calls) say_beside_the_answer();
}

void OneShot::say_beside_the_answer() {
    if (!m_reply.empty()) m_io.err.write(display_text(m_reply) + "\n");
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
    m_io.err.write(result_text(finished, m_io.err.color()));
}

void OneShot::handle(const Notice& notice) {
    m_io.err.write(notice_text(notice, m_io.err.color()));
}

void OneShot::handle(const TasksRunning& running) {
    m_io.err.write(tasks_text(running.tasks, m_io.err.color()));
}

void OneShot::handle(const RequestFinished& finished) {
    if (!m_io.out_is_terminal && !m_reply.empty()) {
        const std::string text = display_text(m_reply);
        m_io.out.write(text.ends_with('\n') ? text : text + "\n");
    }
    if (!finished.error.empty()) handle(Notice{Notice::Level::error, finished.error});
    m_io.err.write(evidence_text(finished.evidence, m_io.err.color()));
    m_io.err.write(usage_text(finished.usage, finished.spent, m_io.err.color()));
    m_finished = finished;
}

int OneShot::exit_code(const RequestFinished& finished) const {
    if (m_signal != 0) return k_exit_signal + m_signal;
    if (finished.end == RequestEnd::model_failed) return k_exit_failed;
    if (finished.end == RequestEnd::limit) return k_exit_limit;
    if (finished.end == RequestEnd::cancelled) return k_exit_signal + SIGINT;
    return m_denied || finished.denied > 0 ? k_exit_denied : 0;
}

} // namespace thoth
