#pragma once
#include "ui/tui/conversation_view.h"
#include "ui/tui/live_frame.h"
#include "ui/tui/picker_list.h"
#include "ui/tui/question_panel.h"
#include "ui/tui/status_line.h"
#include "ui/tui/views.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// A session that never was, up to one moment of it, as it stands on a screen then. Its clock moves only where it is
// told to. One thread.
class MadeUpScreen {
public:
    explicit MadeUpScreen(ViewSize size);

    int width() const { return m_size.width; }
    void passes(std::chrono::milliseconds time) { m_now += time; }

    // The conversation.
    void block(StyledLines rows) { m_conversation.say(std::move(rows)); }
    void user_says(std::string_view text);
    void thinks(std::string_view text);
    void writes(std::string_view text);  // goes on
    void answers(std::string_view text); // all of a reply
    void calls(ToolStarted started);
    void call_ends(std::string_view call_id, std::string_view result, bool is_error = false, bool denied = false);
    void waits(WaitingForModel::For what, std::chrono::milliseconds so_far);
    void stops() { m_conversation.stopping(); }
    void ends(const Evidence& evidence = {}); // the request

    // Below it.
    StatusFacts& status() { return m_status; }
    void queue(std::string_view prompt) { m_queued.emplace_back(prompt); }
    void type(std::string_view text) { m_input.insert(text); }
    void paste(std::string_view text) { m_input.paste(text); }
    void offer(PickerList list) { m_picker = std::move(list); }
    void ask(std::string_view call_id, Question question, bool can_view_all = false);
    void press(const Key& key); // in the question

    StyledLines rows();

private:
    TerminalSize size() const { return {m_size.width, m_size.height}; }
    LivePanel panel() const;

    ViewSize m_size;
    ConversationView::Time m_now{std::chrono::hours(1)};
    ConversationView m_conversation;
    StatusFacts m_status;
    std::deque<std::string> m_queued;
    Editor m_input;
    std::optional<PickerList> m_picker;
    std::optional<QuestionPanel> m_question;
};

} // namespace thoth
