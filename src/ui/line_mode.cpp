#include "ui/line_mode.h"

#include "os/poll.h"
#include "os/terminal.h"
#include "ui/context_text.h"
#include "ui/event_round.h"
#include "ui/evidence_text.h"
#include "ui/slash_dispatch.h"
#include "ui/style.h"
#include "ui/transcript.h"

#include <csignal>
#include <fmt/format.h>

namespace thoth {

namespace {
std::string too_long(bool is_terminal) {
    if (is_terminal)
        return fmt::format("not sent: a terminal cuts a line at {} bytes, so some of this one is missing. Put the "
                           "text in a file and name it with @path, or give it to thoth -p on standard input.\n",
                           LineReader::k_terminal_limit);
    return fmt::format("not sent: a line of the input is longer than {} MiB\n",
                       LineReader::k_limit / (1024 * 1024));
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t") == std::string_view::npos;
}
} // namespace

LineMode::LineMode(AgentLink& link, Wakeup& wakeup, SignalWatch& signals, Io io, SessionFacts facts)
    : m_link(link), m_wakeup(wakeup), m_signals(signals), m_io(io), m_facts(std::move(facts)), m_input(io.input),
      m_ahead(link.typed_ahead), m_countdown(io.out, is_terminal(io.out.fd())) {}

int LineMode::run(std::string first_prompt) {
    say(display_line(fmt::format("thoth {}: {} at {}, mode {}. /help shows what can be typed.", m_facts.version,
                                 m_facts.model, m_facts.server, m_facts.mode)) +
        "\n");
    if (first_prompt.empty())
        show_prompt();
    else
        send(std::move(first_prompt));
    while (!m_exit) {
        const int input = reads_lines() ? m_input.fd() : -1;
        const auto ready = wait_readable({m_wakeup.fd(), m_signals.fd(), input}, m_countdown.tick());
        if (ready.contains(m_signals.fd())) take_signal();
        m_wakeup.clear();
        take_events(m_link.events, m_wakeup, [this](const Event& event) {
            m_countdown.stop();
            std::visit([this](const auto& e) { handle(e); }, event);
        });
        if (input >= 0 && ready.contains(input)) m_input.read_more();
        take_lines();
        if (m_io.out.broken()) m_exit = 0;
    }
    m_stop.request_stop();
    m_link.events.close();
    return *m_exit;
}

void LineMode::take_lines() {
    while (reads_lines() && !m_exit) {
        if (m_state == State::at_prompt)
            if (const auto queued = m_ahead.next()) {
                m_io.out.write(display_line(*queued) + "\n");
                obey(*queued);
                continue;
            }
        const auto line = m_input.line();
        if (!line && m_input.ended() && m_state != State::busy) return end_of_input();
        if (!line) return;
        take_line(*line);
    }
}

void LineMode::take_line(const LineReader::Line& line) {
    if (m_state == State::asking) return take_answer(line.text);
    if (line.cut) {
        say(too_long(m_io.input_is_terminal));
        if (m_state == State::at_prompt) show_prompt();
    } else if (m_state == State::busy) {
        take_ahead(line.text);
    } else {
        take_prompt(line.text);
    }
}

void LineMode::take_prompt(const std::string& text) {
    m_interrupted_once = false;
    if (!m_io.input_is_terminal) m_io.out.write(display_text(text) + "\n"); // a script is part of the transcript
    if (is_blank(text)) m_ahead.go_on();
    obey(text);
}

void LineMode::take_ahead(const std::string& text) {
    if (is_blank(text)) return;
    m_ahead.add(text, !parse_slash(text));
    say(inked("queued: " + display_line(text), Ink::dim, m_io.out.color()) + "\n");
}

void LineMode::obey(const std::string& text) {
    if (const auto call = parse_slash(text)) return run_slash(*call);
    if (!is_blank(text)) return send(text);
    if (m_prompt_back) return send(std::string(*m_prompt_back));
    show_prompt();
}

void LineMode::say_what_is_held() {
    if (!m_ahead.is_held()) return;
    say(fmt::format("({} still queued: an empty line sends {}, Ctrl+C drops {}, a new prompt goes first)\n",
                    m_ahead.count(), m_ahead.count() == 1 ? "it" : "them", m_ahead.count() == 1 ? "it" : "them"));
}

void LineMode::take_answer(const std::string& line) {
    if (!m_io.input_is_terminal) m_io.out.write(display_text(line) + "\n");
    auto reply = reply_from(line, *m_question);
    if (!reply) {
        m_input.discard_typed(); // the rest of what was pasted is no answer either
        if (m_long_diff && asks_to_see_all(line)) say(tool_text(*m_long_diff, m_io.out.color()));
        return say(question_text(*m_question, m_io.out.color(), m_long_diff.has_value()));
    }
    m_link.answers.push(std::move(*reply));
    m_question.reset();
    m_state = State::busy;
}

void LineMode::end_of_input() {
    if (m_state == State::asking) {
        const bool is_choice = m_question->kind == Question::Kind::choice;
        say(is_choice ? "end of input, so there is no answer\n" : "end of input, so the answer is no\n");
        m_link.answers.push({m_question->id, Answer::no});
        m_question.reset();
        m_state = State::busy;
        return;
    }
    if (m_io.input_is_terminal) say("\n");
    m_exit = 0;
}

void LineMode::take_signal() {
    const int number = m_signals.take();
    if (number == 0) return;
    if (number != SIGINT) {
        m_io.out.stop_waiting();
        m_exit = 128 + number;
        return;
    }
    if (m_state != State::at_prompt) {
        m_question.reset();
        m_state = State::busy;
        m_stop.request_stop();
        say("\n");
    } else if (m_ahead.is_held()) {
        m_ahead.drop();
        say("\n(dropped)\n");
        show_prompt();
    } else if (m_interrupted_once) {
        m_exit = 128 + number;
    } else {
        m_interrupted_once = true;
        m_input.discard();
        say("\n(Ctrl+C again quits)\n");
        show_prompt();
    }
}

void LineMode::send(std::string prompt) {
    m_ahead.go_on();
    m_stop = std::stop_source();
    m_state = State::busy;
    m_prompt_back.reset();
    m_link.commands.push(Prompt{std::move(prompt), {}, m_stop.get_token()});
}

void LineMode::command(Command command) {
    m_state = State::busy;
    m_link.commands.push(std::move(command));
}

void LineMode::run_slash(const SlashCall& call) {
    m_stop = std::stop_source();
    SlashOutcome outcome = outcome_of(call, m_facts, m_usage, m_totals, m_stop.get_token());
    if (outcome.command) return command(std::move(*outcome.command));
    if (outcome.prompt) return send(std::move(*outcome.prompt));
    if (outcome.quits) {
        m_exit = 0;
        return;
    }
    say(display_text(outcome.text));
    show_prompt();
}

void LineMode::show_prompt() {
    m_state = State::at_prompt;
    say(inked("> ", Ink::bold, m_io.out.color()));
}

void LineMode::say(std::string_view text) {
    m_countdown.stop();
    if (m_line_open) m_io.out.write("\n");
    m_line_open = false;
    m_io.out.write(text);
}

void LineMode::handle(const TextDelta& delta) {
    if (m_stop.stop_requested()) return; // what was under way when the user stopped it
    m_thinking = false;
    const std::string text = m_filter.feed(delta.text);
    if (text.empty()) return;
    m_io.out.write(text);
    m_line_open = !text.ends_with('\n');
}

void LineMode::handle(const ThinkingDelta&) {
    if (!m_thinking) say(inked("(thinking)\n", Ink::dim, m_io.out.color()));
    m_thinking = true;
}

void LineMode::handle(const ReplyFinished& finished) {
    const std::string rest = m_filter.finish();
    if (!rest.empty()) m_io.out.write(rest);
    m_line_open = m_line_open || !rest.empty();
    m_thinking = false;
    if (finished.usage_known) m_usage = finished.usage;
}

void LineMode::handle(const ToolStarted& started) {
    say(tool_text(started, m_io.out.color(), DiffLength::bounded));
    m_long_diff.reset();
    if (is_long_diff(started.preview)) m_long_diff = started;
}

void LineMode::handle(const QuestionAsked& asked) {
    if (m_stop.stop_requested()) return; // withdrawn already
    m_question = asked.question;
    if (m_long_diff && m_long_diff->call_id != asked.call_id) m_long_diff.reset();
    m_state = State::asking;
    m_input.discard_typed(); // what was typed before cannot be the answer
    say(question_text(asked.question, m_io.out.color(), m_long_diff.has_value()));
}

void LineMode::handle(const ToolFinished& finished) {
    say(result_text(finished, m_io.out.color()));
}

void LineMode::handle(const Notice& notice) {
    say(notice_text(notice, m_io.out.color()));
}

void LineMode::handle(const RetryScheduled& retry) {
    if (m_stop.stop_requested()) return;
    const std::string rest = m_filter.finish();
    m_io.out.write(rest);
    m_line_open = m_line_open || !rest.empty();
    m_thinking = false;
    say(retry_text(retry, m_io.out.color()));
    m_countdown.start(retry.wait);
}

void LineMode::handle(const WaitingForModel& waiting) {
    if (!m_stop.stop_requested()) say(waiting_text(waiting, m_io.out.color()));
}

void LineMode::handle(const ContextShown& shown) {
    say(context_text(shown.use, m_io.out.color()));
}

void LineMode::handle(const CheckAsked& asked) {
    say(check_asked_text(asked, m_io.out.color()));
}

void LineMode::handle(const PromptTakenIn& taken) {
    const bool color = m_io.out.color();
    say(inked("> ", Ink::bold, color) + display_line(taken.text) + "\n" +
        inked("(told to the model now)", Ink::dim, color) + "\n");
}

void LineMode::handle(const CommandFinished&) {
    m_ahead.take_back();
    show_prompt();
}

void LineMode::handle(const TasksRunning& running) {
    say(tasks_text(running.tasks, m_io.out.color()));
}

void LineMode::handle(const PromptBack& back) {
    m_prompt_back = back.text;
    if (m_state == State::at_prompt) say("\n");
    say(fmt::format("An empty line sends this again; whatever else you type is sent instead:\n{}\n",
                    display_text(back.text)));
    if (m_state == State::at_prompt) show_prompt();
}

void LineMode::handle(const RequestFinished& finished) {
    if (!finished.error.empty()) handle(Notice{Notice::Level::error, finished.error});
    if (finished.end == RequestEnd::cancelled) say("(stopped)\n");
    say(evidence_text(finished.evidence, m_io.out.color()));
    m_totals = finished.session;
    m_facts.in_use = finished.in_use;
    say(usage_text(finished.usage, finished.spent, m_io.out.color()));
    m_ahead.take_back();
    // What was typed for a request that did not get on may be wrong by now.
    if (finished.end != RequestEnd::done && finished.end != RequestEnd::limit) m_ahead.hold();
    say_what_is_held();
    show_prompt();
}

void LineMode::handle(const SettingsChanged& changed) {
    m_facts.model = changed.model;
    m_facts.mode = changed.mode;
    m_facts.in_use = changed.in_use;
    handle(Notice{Notice::Level::info, fmt::format("model {}, mode {}", changed.model, changed.mode)});
}

} // namespace thoth
