#pragma once
#include "protocol/event.h"
#include "ui/tui/markdown.h"
#include "ui/tui/reasoning_block.h"
#include "ui/tui/state_line.h"
#include "ui/tui/styled_line.h"

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// The conversation as rows: what is finished, to be written once, and what still changes and is drawn again and
// again. Takes what the agent tells. Knows no terminal. Main thread.
class ConversationView {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit ConversationView(int columns) : m_columns(columns) {}
    int columns() const { return m_columns; }
    void resize(int columns); // for rows that come from now on

    void begin_request(Time now);
    void stopping() { m_is_stopping = true; }
    void end_request(Time now);
    void say(StyledLines block); // a block of its own

    void handle(const TextDelta& delta, Time now);
    void handle(const ThinkingDelta& delta, Time now);
    void handle(const ReplyFinished& finished, Time now);
    void handle(const ToolStarted& started, Time now);
    void handle(const ToolFinished& finished);
    void handle(const RetryScheduled& retry, Time now);
    void handle(const WaitingForModel& waiting, Time now);
    void question_is_open(const std::string& call_id) { m_asked_call = call_id; }
    void question_is_closed() { m_asked_call.reset(); }
    // Before the rows are taken, while a question is open: live_rows() will be asked for so many. What the question
    // is about must be seen whole: if it is higher, it is written now.
    void make_room(int rows);

    // What is to be written now and belongs to the terminal from then on.
    StyledLines take_finished();
    // At most so many rows of what still changes, the last ones. `queued`: prompts that wait.
    StyledLines live_rows(int most, int queued, Time now) const;
    // When these rows look different although nothing happens; nothing: never.
    std::optional<Time> next_change(Time now) const;
    const std::string& last_reply() const { return m_last_reply; } // raw

private:
    struct OpenCall {
        ToolStarted started;
        std::optional<ToolFinished> finished{};
        bool is_written = false; // its head is
    };

    void something_came();
    void write(StyledLines rows);
    void separate(); // a blank row between two blocks
    void finish_text();
    void finish_thinking(Time now);
    void write_head(OpenCall& call);
    void write_finished_calls();
    StyledLines call_rows(const OpenCall& call) const;
    WorkState work_state(int queued, Time now) const;

    int m_columns;
    StyledLines m_finished;
    bool m_ends_blank = true;  // the last row that was written
    MarkdownStream m_markdown; // the text that streams
    bool m_in_text = false;
    std::string m_reply;
    std::string m_last_reply;
    ReasoningBlock m_reasoning;
    std::optional<Time> m_thinking_since;
    std::deque<OpenCall> m_calls;
    std::optional<std::string> m_asked_call; // a question is open, about this call if it is one
    std::optional<Time> m_busy_since;
    bool m_is_stopping = false;
    std::optional<WaitingForModel> m_waiting;
    Time m_waiting_since{};
    std::optional<Time> m_retry_at;
};

} // namespace thoth
