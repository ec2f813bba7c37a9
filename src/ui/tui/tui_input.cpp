#include "os/base64.h"
#include "os/foreground_program.h"
#include "os/temporary_directory.h"
#include "text/display.h"
#include "text/terminal_text.h"
#include "text/untrusted.h"
#include "ui/slash_dispatch.h"
#include "ui/tui/help_block.h"
#include "ui/tui/notice_block.h"
#include "ui/tui/todo_block.h"
#include "ui/tui/tool_block.h"
#include "ui/tui/tui.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fmt/format.h>

// What the user does in the terminal interface.

namespace thoth {

namespace {
constexpr size_t k_most_copied = 200'000;         // characters
constexpr std::chrono::milliseconds k_pause{700}; // in typing, before a key can be an answer
constexpr uint64_t k_most_edited = 16 * 1024 * 1024;
// The ones that a key goes round in; auto is chosen by its name.
constexpr std::array<std::string_view, 3> k_modes{"manual", "accept-edits", "plan"};

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\n") == std::string_view::npos;
}

std::string trimmed(std::string_view text) {
    const size_t start = std::min(text.find_first_not_of(" \t\n"), text.size());
    return std::string(text.substr(start, text.find_last_not_of(" \t\n") + 1 - start));
}
} // namespace

void Tui::take(const Key& key) {
    m_changed = true;
    m_draw_now = true;
    const bool was_interrupted = std::exchange(m_interrupted_once, false);
    const bool was_escaped = std::exchange(m_escaped_once, false);
    m_hint.clear();
    if (m_question && take_answer(key)) return;
    switch (m_input.take(key, input_room(m_painter.size()).columns)) {
    case InputAction::none:
        break;
    case InputAction::submit:
        submit();
        break;
    case InputAction::stop:
        m_escaped_once = was_escaped;
        escape();
        break;
    case InputAction::interrupt:
        m_interrupted_once = was_interrupted;
        interrupt();
        break;
    case InputAction::end_of_input:
        leave(0);
        break;
    case InputAction::take_back:
        take_back_queued();
        break;
    case InputAction::next_mode:
        next_mode();
        break;
    case InputAction::edit_outside:
        edit_outside();
        break;
    case InputAction::copy_reply:
        copy_reply();
        break;
    case InputAction::redraw:
        clear_screen();
        break;
    case InputAction::stop_job:
        stop_job();
        break;
    case InputAction::show_result:
        show_result();
        break;
    case InputAction::show_todos:
        show_todos();
        break;
    }
    m_last_key = std::chrono::steady_clock::now();
}

bool Tui::take_answer(const Key& key) {
    if (key.is_ctrl('z')) return false;
    if (key.is_ctrl('l')) return false;
    const auto now = std::chrono::steady_clock::now();
    const bool is_too_soon = m_answer_waits && now - m_last_key < k_pause;
    m_last_key = now;
    if (is_too_soon && !key.is_ctrl('c')) return true;
    m_answer_waits = false;
    auto taken = m_question->take(key);
    switch (taken.wish) {
    case QuestionPanel::Wish::none:
        break;
    case QuestionPanel::Wish::view_all:
        if (m_long_diff) say(call_lines(*m_long_diff, CallState::asking, m_view.columns(), DiffLength::full));
        break;
    case QuestionPanel::Wish::stop:
        stop_request();
        return true;
    case QuestionPanel::Wish::passed_over:
        m_answer_waits = true;
        break;
    }
    if (!taken.answer) return true;
    m_view.say(m_question->summary(*taken.answer, m_painter.size().columns));
    m_link.answers.push(std::move(*taken.answer));
    close_question();
    return true;
}

void Tui::close_question() {
    m_question.reset();
    m_view.question_is_closed();
}

void Tui::submit() {
    std::string text = m_input.text();
    if (is_blank(text)) {
        m_input.clear();
        m_ahead.go_on();
        if (!is_busy()) send_queued();
        return;
    }
    m_history.add(text);
    m_input.clear();
    if (is_busy()) return queue(std::move(text));
    m_ahead.go_on();
    obey(text);
}

void Tui::queue(std::string text) {
    const bool is_prompt = !parse_slash(text) && text[0] != '!' && text[0] != '#';
    m_queued.push_back(text);
    m_ahead.add(std::move(text), is_prompt && !m_user_command);
}

void Tui::take_back_queued() {
    const auto text = m_ahead.take_last();
    if (!text) {
        if (const auto entry = m_history.older()) m_input.set(*entry);
        return;
    }
    const auto it = std::find(m_queued.rbegin(), m_queued.rend(), *text);
    if (it != m_queued.rend()) m_queued.erase(std::next(it).base());
    m_input.set(*text);
}

void Tui::send_queued() {
    while (!is_busy() && !m_exit) {
        const auto text = m_ahead.next();
        if (!text) break;
        if (const auto it = std::ranges::find(m_queued, *text); it != m_queued.end()) m_queued.erase(it);
        obey(*text);
    }
    if (m_ahead.count() == 0 && !is_busy()) m_queued.clear();
}

void Tui::obey(const std::string& text) {
    if (text.starts_with('!') && !is_blank(std::string_view(text).substr(1)))
        return run_user_command(trimmed(text.substr(1)));
    const bool is_fact = text.starts_with('#') && text.find('\n') == std::string::npos;
    if (is_fact && !is_blank(std::string_view(text).substr(1))) {
        say_prompt(text);
        return command(RememberFact{trimmed(text.substr(1))});
    }
    if (const auto call = parse_slash(text)) return run_slash(*call);
    send(text);
}

void Tui::send(std::string prompt) {
    say_prompt(prompt);
    m_ahead.go_on();
    m_stop = std::stop_source();
    ++m_open_commands;
    m_view.begin_request(std::chrono::steady_clock::now());
    m_link.commands.push(Prompt{std::move(prompt), std::exchange(m_for_next_prompt, {}), m_stop.get_token()});
}

void Tui::command(Command command) {
    ++m_open_commands;
    m_view.begin_request(std::chrono::steady_clock::now());
    m_link.commands.push(std::move(command));
}

void Tui::run_slash(const SlashCall& call) {
    say(prompt_block(fmt::format("/{}{}{}", call.name, call.argument.empty() ? "" : " ", call.argument),
                     m_view.columns()));
    if (call.command && call.command->action == SlashAction::help) return say(help_block(m_view.columns()));
    m_stop = std::stop_source();
    SlashOutcome outcome = outcome_of(call, m_facts, m_usage, m_totals, m_stop.get_token());
    if (outcome.command) {
        m_is_clearing = std::holds_alternative<ClearConversation>(*outcome.command);
        return command(std::move(*outcome.command));
    }
    if (outcome.prompt) return send(std::move(*outcome.prompt));
    if (outcome.quits) return leave(0);
    say(outcome.text, Role::plain);
}

void Tui::run_user_command(std::string line) {
    say_prompt("! " + line);
    const std::string shell = m_world.environment.get("SHELL").value_or("");
    ProcessRequest request{
        {shell.starts_with('/') ? shell : "/bin/sh", "-c", line}, m_world.directory, m_world.environment.all()};
    m_view.begin_request(std::chrono::steady_clock::now());
    m_user_command = std::make_unique<UserCommand>(m_world.processes, std::move(request), std::move(line),
                                                   [this] { m_wakeup.notify(); });
}

void Tui::user_command_changed() {
    if (!m_user_command) return;
    m_changed = true;
    if (!m_user_command->is_over()) return;
    const std::string output = terminal_text(m_user_command->output());
    const std::string end = m_user_command->end();
    m_for_next_prompt +=
        fmt::format("The user ran this command in the project:\n$ {}\n{}{}", m_user_command->line(),
                    with_boundary(output, "output of the command"), end.empty() ? "" : "\n(" + end + ")\n");
    m_user_command.reset();
    m_view.end_request(std::chrono::steady_clock::now());
    say(output, Role::plain);
    if (!end.empty()) say("(" + end + ")", Role::failure);
    m_changed = true;
    send_queued();
}

void Tui::stop_request() {
    if (is_busy()) {
        if (m_user_command) m_user_command->stop();
        close_question();
        m_view.stopping();
        m_stop.request_stop();
        return;
    }
    clear_input();
}

// What was typed can be had back from the history.
void Tui::clear_input() {
    if (const std::string text = m_input.text(); !is_blank(text)) m_history.add(text);
    m_input.clear();
}

// Twice on an empty input: back to an earlier message.
void Tui::escape() {
    if (is_busy() || !m_input.empty()) {
        stop_request();
    } else if (std::exchange(m_escaped_once, !m_escaped_once)) {
        if (const auto call = parse_slash("/rewind")) run_slash(*call);
    } else {
        m_hint = "Esc again: back to before one of your messages";
    }
}

void Tui::interrupt() {
    m_changed = true;
    m_draw_now = true;
    if (is_busy()) return stop_request();
    if (m_ahead.is_held()) {
        m_ahead.drop();
        m_queued.clear();
        m_hint = "dropped";
    } else if (!m_input.empty()) {
        clear_input();
    } else if (m_interrupted_once) {
        leave(128 + SIGINT);
    } else {
        m_interrupted_once = true;
        m_hint = "Ctrl+C again quits";
    }
}

void Tui::next_mode() {
    const auto it = std::ranges::find(k_modes, m_facts.mode);
    const auto next = it == k_modes.end() ? k_modes.begin() : std::next(it);
    command(ChangeMode{std::string(next == k_modes.end() ? k_modes.front() : *next)});
}

void Tui::copy_reply() {
    const std::string text = display_text(m_view.last_reply());
    if (text.empty()) {
        m_hint = "there is no answer to copy";
    } else if (utf8_length(text) > k_most_copied) {
        m_hint = fmt::format("not copied: the answer is longer than {} characters", k_most_copied);
    } else {
        m_world.out.write("\x1b]52;c;" + encode_base64(text) + "\x07");
        m_hint = "the last answer was given to the terminal to copy";
    }
}

void Tui::show_result() {
    if (!m_long_result) {
        m_hint = "every result was shown whole";
        return;
    }
    StyledLines block = wrapped_text(visible_line(m_long_result->title), Role::strong, m_view.columns());
    append(block, result_lines(m_long_result->finished, m_view.columns(), true));
    say(std::move(block));
}

void Tui::show_todos() {
    if (m_todos.empty())
        m_hint = "there is no list of steps yet";
    else
        say(todo_block(m_todos, m_view.columns()));
}

// What stands on the screen goes to the scrollback: it is not erased.
void Tui::clear_screen() {
    const auto rows = static_cast<size_t>(std::max(m_painter.size().rows, 1));
    m_world.out.write(m_painter.leave() + "\x1b[999B" + std::string(rows, '\n') + "\x1b[H");
    m_painter.forget();
}

void Tui::stop_job() {
    m_world.out.write(m_painter.leave());
    m_mode->stop_job();
    while (m_world.terminal_signals.take() != 0) // it goes on: that is known
        ;
    m_painter.resize(terminal_size(m_world.out.fd()), false);
    m_painter.forget();
    m_view.resize(m_painter.size().columns);
}

void Tui::edit_outside() {
    const auto edited = [&]() -> Result<std::string> {
        const auto set = [&](const char* name) { return m_world.environment.get(name).value_or(""); };
        const std::string editor = !set("VISUAL").empty() ? set("VISUAL") : set("EDITOR");
        if (editor.empty()) return fail(Errc::not_found, "no editor is named in VISUAL or EDITOR");
        const auto directory = TRY(TemporaryDirectory::create(m_world.environment, "thoth-message-"));
        const Path file = directory.path() / "message.md";
        TRY(m_world.files.write(file, m_input.text(), 0600, Durability::buffered));
        m_world.out.write(m_painter.leave());
        m_mode->pause();
        const auto end = run_in_foreground({"/bin/sh", "-c", editor + " \"$1\"", "sh", file.string()},
                                           m_world.directory, m_signals);
        m_mode->resume();
        while (const int number = m_signals.take())
            if (number != SIGINT) leave(128 + number); // that one was meant for the editor
        if (TRY(end).signal != 0) {
            leave(128 + end->signal);
            return m_input.text();
        }
        if (end->code != 0) return fail(Errc::io, fmt::format("the editor ended with code {}", end->code));
        return read_whole(m_world.files, file, k_most_edited);
    }();
    if (!edited) return handle(Notice{Notice::Level::error, describe(edited.error())});
    std::string text = *edited;
    while (text.ends_with('\n'))
        text.pop_back();
    m_input.set(std::move(text));
}

} // namespace thoth
