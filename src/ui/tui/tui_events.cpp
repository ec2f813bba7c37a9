#include "os/terminal.h"
#include "text/lines.h"
#include "ui/headless/run_result.h"
#include "ui/transcript.h"
#include "ui/tui/context_block.h"
#include "ui/tui/notice_block.h"
#include "ui/tui/start_screen.h"
#include "ui/tui/tool_block.h"
#include "ui/tui/tui.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

// What the agent tells the terminal interface.

namespace thoth {

namespace {
constexpr int k_most_prompt_lines = 60; // that are shown of a message; of more
constexpr int k_shown_prompt_lines = 40;
constexpr int k_other_rows = 3; // beside a question: a blank one, the status, one of the conversation
constexpr std::string_view k_todo_tool = "todo";
constexpr std::chrono::milliseconds k_typing{1500}; // so long after a key somebody is still typing
} // namespace

void Tui::take(const Event& event) {
    m_changed = true;
    std::visit([this](const auto& e) { handle(e); }, event);
}

void Tui::say(StyledLines block) {
    m_changed = true;
    m_view.say(std::move(block));
}

void Tui::say(std::string_view text, Role role) {
    say(text_block(text, m_view.columns(), role));
}

// Of a very long one, which was pasted, the beginning.
void Tui::say_prompt(std::string_view text) {
    const LineIndex lines(text);
    if (lines.count() <= k_most_prompt_lines) return say(prompt_block(text, m_view.columns()));
    const size_t shown = static_cast<size_t>(lines.line(k_shown_prompt_lines).data() - text.data()) +
                         lines.line(k_shown_prompt_lines).size();
    StyledLines block = prompt_block(text.substr(0, shown), m_view.columns());
    append(block, text_block(fmt::format("  … {} more lines", lines.count() - k_shown_prompt_lines),
                             m_view.columns(), Role::dim));
    say(std::move(block));
}

void Tui::handle(const TextDelta& delta) {
    if (!m_stop.stop_requested()) m_view.handle(delta, std::chrono::steady_clock::now());
}

void Tui::handle(const ThinkingDelta& delta) {
    if (!m_stop.stop_requested()) m_view.handle(delta, std::chrono::steady_clock::now());
}

void Tui::handle(const ReplyFinished& finished) {
    m_view.handle(finished, std::chrono::steady_clock::now());
    if (finished.usage_known) m_usage = finished.usage;
}

void Tui::handle(const ToolStarted& started) {
    m_view.handle(started, std::chrono::steady_clock::now());
    m_titles[started.call_id] = started.preview.title;
    if (started.tool == k_todo_tool) m_todos = started.preview.body;
    m_long_diff.reset();
    if (is_long_diff(started.preview)) m_long_diff = started;
}

// What was typed before cannot be the answer: it is thrown away, and somebody in the middle of a message has to
// stop first.
void Tui::handle(const QuestionAsked& asked) {
    if (m_stop.stop_requested()) return; // withdrawn already
    discard_typed_input(m_world.input);
    if (m_long_diff && m_long_diff->call_id != asked.call_id) m_long_diff.reset();
    m_question.emplace(asked.question, m_long_diff.has_value());
    m_answer_waits = !m_input.empty() && std::chrono::steady_clock::now() - m_last_key < k_typing;
    m_view.question_is_open(asked.call_id);
    show_whole_question();
}

// On a low screen it stands whole in the scrollback, behind the call that it is about.
void Tui::show_whole_question() {
    constexpr int k_any_height = 1000;
    StyledLines rows = m_question->rows(m_view.columns(), k_any_height).rows;
    if (static_cast<int>(rows.size()) + k_other_rows <= m_painter.size().rows) return;
    m_view.make_room(0);
    say(std::move(rows));
}

void Tui::handle(const ToolFinished& finished) {
    m_view.handle(finished);
    std::string title = std::move(m_titles[finished.result.call_id]);
    m_titles.erase(finished.result.call_id);
    const int columns = m_view.columns();
    if (result_lines(finished, columns) == result_lines(finished, columns, true)) return; // seen as a whole
    m_long_result = {std::move(title), finished};
}

void Tui::handle(const Notice& notice) {
    say(notice_block(notice, m_view.columns()));
}

void Tui::handle(const RetryScheduled& retry) {
    if (!m_stop.stop_requested()) m_view.handle(retry, std::chrono::steady_clock::now());
}

void Tui::handle(const WaitingForModel& waiting) {
    m_view.handle(waiting, std::chrono::steady_clock::now());
}

void Tui::handle(const ContextShown& shown) {
    say(context_block(shown.use, m_view.columns()));
}

void Tui::handle(const CheckAsked& asked) {
    say(check_asked_block(asked, m_view.columns()));
}

void Tui::handle(const TasksRunning& running) {
    m_tasks = static_cast<int>(running.tasks.size());
    say(tasks_block(running.tasks, m_view.columns()));
}

void Tui::handle(const PromptTakenIn& taken) {
    if (const auto it = std::ranges::find(m_queued, taken.text); it != m_queued.end()) m_queued.erase(it);
    say_prompt(taken.text);
    say("(told to the model now)");
}

void Tui::handle(const PromptBack& back) {
    if (m_input.empty()) m_input.set(back.text);
    say("Your last message has no answer: it stands in the input again.");
}

void Tui::handle(const SettingsChanged& changed) {
    m_facts.model = changed.model;
    m_facts.mode = changed.mode;
    m_facts.in_use = changed.in_use;
}

void Tui::handle(const SessionStarted& started) {
    m_facts.session_id = started.id;
    m_usage = {};
    m_long_result.reset();
    m_todos.clear();
    if (std::exchange(m_is_clearing, false)) say(start_screen(m_facts, m_view.columns()));
}

void Tui::handle(const CommandFinished&) {
    m_open_commands = std::max(m_open_commands - 1, 0);
    came_to_rest();
}

void Tui::handle(const RequestFinished& finished) {
    m_open_commands = std::max(m_open_commands - 1, 0);
    close_question();
    if (m_open_commands == 0) m_view.end_request(std::chrono::steady_clock::now());
    if (!finished.error.empty()) handle(Notice{Notice::Level::error, finished.error});
    if (finished.end == RequestEnd::cancelled) say("(stopped)");
    say(evidence_block(finished.evidence, m_view.columns()));
    m_titles.clear();
    m_totals = finished.session;
    m_facts.in_use = finished.in_use;
    m_tasks = static_cast<int>(finished.evidence.running.size());
    m_ahead.take_back();
    // What was typed for a request that did not get on may be wrong by now.
    if (finished.end != RequestEnd::done && finished.end != RequestEnd::limit) m_ahead.hold();
    if (m_world.stay == Stay::first_request)
        return leave(exit_code_of(outcome_of(finished, {}), 0, finished.denied > 0));
    if (m_ahead.is_held()) m_hint = fmt::format("{} still queued: Enter sends, Ctrl+C drops", m_ahead.count());
    came_to_rest();
}

void Tui::came_to_rest() {
    if (m_open_commands > 0) return;
    close_question();
    m_view.end_request(std::chrono::steady_clock::now());
    m_ahead.take_back();
    send_queued();
}

} // namespace thoth
