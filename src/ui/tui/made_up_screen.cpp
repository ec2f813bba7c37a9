#include "ui/tui/made_up_screen.h"

#include "ui/tui/editor_view.h"
#include "ui/tui/notice_block.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
constexpr std::string_view k_mark = "> ";
constexpr int k_most_editor_rows = 10;
constexpr int k_most_picker_rows = 8;
} // namespace

MadeUpScreen::MadeUpScreen(ViewSize size) : m_size(size), m_conversation(size.width) {
    m_status.mode = "manual";
    m_status.model = "qwen3:8b";
    m_status.last.input = 11'900;
    m_status.last.output = 430;
    m_status.window = 32'768;
    m_status.written = 2'140;
    m_status.sandbox = "strict";
}

void MadeUpScreen::user_says(std::string_view text) {
    m_conversation.say(prompt_block(text, m_size.width));
    m_conversation.begin_request(m_now);
}

void MadeUpScreen::thinks(std::string_view text) {
    m_conversation.handle(ThinkingDelta{std::string(text)}, m_now);
}

void MadeUpScreen::writes(std::string_view text) {
    m_conversation.handle(TextDelta{std::string(text)}, m_now);
}

void MadeUpScreen::answers(std::string_view text) {
    writes(text);
    m_conversation.handle(ReplyFinished{}, m_now);
}

void MadeUpScreen::calls(ToolStarted started) {
    m_conversation.handle(started, m_now);
}

void MadeUpScreen::call_ends(std::string_view call_id, std::string_view result, bool is_error, bool denied) {
    m_conversation.handle(ToolFinished{{std::string(call_id), {}, std::string(result), is_error}, denied});
}

void MadeUpScreen::waits(WaitingForModel::For what, std::chrono::milliseconds so_far) {
    m_conversation.handle(WaitingForModel{what, so_far}, m_now);
}

void MadeUpScreen::ends(const Evidence& evidence) {
    m_conversation.end_request(m_now);
    m_conversation.say(evidence_block(evidence, m_size.width));
}

void MadeUpScreen::ask(std::string_view call_id, Question question, bool can_view_all) {
    m_conversation.question_is_open(std::string(call_id));
    m_question.emplace(std::move(question), can_view_all);
}

void MadeUpScreen::press(const Key& key) {
    m_question->take(key);
}

LivePanel MadeUpScreen::panel() const {
    if (m_question) return question_area(*m_question, size());
    const InputRoom room = input_room(size());
    EditorRows typed = editor_rows(m_input, k_mark, room.columns - 1, std::min(room.rows, k_most_editor_rows));
    InputPanel::Rows shown{std::move(typed.rows), typed.cursor_row, typed.cursor_column};
    if (m_picker) shown.below = picker_lines(*m_picker, room.columns, std::min(room.list_rows, k_most_picker_rows));
    return input_area(std::move(shown), size());
}

StyledLines MadeUpScreen::rows() {
    const LivePanel below = panel();
    const StyledLines above = rows_above({}, m_queued, m_size.width);
    m_conversation.make_room(conversation_rows(above, below, size()));
    StyledLines rows = m_conversation.take_finished();
    Frame live = live_frame(m_conversation, above, below, status_line(m_status, m_size.width), size(),
                            static_cast<int>(m_queued.size()), m_now);
    append(rows, std::move(live.rows));
    const auto height = static_cast<size_t>(m_size.height);
    if (rows.size() > height) rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(height));
    rows.resize(height);
    return rows;
}

} // namespace thoth
