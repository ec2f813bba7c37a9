#include "ui/tui/conversation_view.h"

#include "ui/tui/notice_block.h"
#include "ui/tui/tool_block.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
using std::chrono::milliseconds;
constexpr size_t k_most_reply = 1024 * 1024;
constexpr size_t k_most_live_call_rows = 12; // a call with more is written at once
constexpr milliseconds k_unnoticed{150};     // what is over by then shows no state line
constexpr milliseconds k_second{1000};

void keep_last(StyledLines& rows, int most) {
    const auto count = static_cast<size_t>(std::max(most, 0));
    if (rows.size() > count) rows.erase(rows.begin(), rows.end() - static_cast<std::ptrdiff_t>(count));
}
} // namespace

void ConversationView::resize(int columns) {
    m_columns = columns;
}

void ConversationView::something_came() {
    m_waiting.reset();
    m_retry_at.reset();
}

void ConversationView::write(StyledLines rows) {
    if (rows.empty()) return;
    m_ends_blank = rows.back().spans.empty();
    append(m_finished, std::move(rows));
}

void ConversationView::separate() {
    if (!m_ends_blank) write({StyledLine{}});
}

void ConversationView::say(StyledLines block) {
    if (block.empty()) return;
    finish_text();
    separate();
    write(std::move(block));
}

void ConversationView::begin_request(Time now) {
    if (!m_busy_since) m_busy_since = now;
    m_is_stopping = false;
}

void ConversationView::end_request(Time now) {
    finish_thinking(now);
    finish_text();
    for (const OpenCall& call : m_calls)
        if (!call.is_written) say(call_rows(call));
    m_calls.clear();
    m_busy_since.reset();
    m_is_stopping = false;
    something_came();
    m_asked_call.reset();
}

void ConversationView::handle(const TextDelta& delta, Time now) {
    something_came();
    finish_thinking(now);
    if (!std::exchange(m_in_text, true)) separate();
    if (m_reply.size() < k_most_reply) m_reply += delta.text;
    write(m_markdown.feed(delta.text, m_columns));
}

void ConversationView::finish_text() {
    if (!std::exchange(m_in_text, false)) return;
    write(m_markdown.finish(m_columns));
    m_last_reply = std::exchange(m_reply, {});
}

void ConversationView::handle(const ThinkingDelta& delta, Time now) {
    something_came();
    if (!m_thinking_since) m_thinking_since = now;
    m_reasoning.feed(delta.text);
}

void ConversationView::finish_thinking(Time now) {
    if (!m_thinking_since) return;
    const auto took = std::chrono::duration_cast<milliseconds>(now - *m_thinking_since);
    m_thinking_since.reset();
    m_reasoning.clear();
    say(reasoning_done(took));
}

void ConversationView::handle(const ReplyFinished&, Time now) {
    finish_thinking(now);
    finish_text();
}

StyledLines ConversationView::call_rows(const OpenCall& call) const {
    return tool_block(call.started, call.finished, m_asked_call == call.started.call_id, m_columns);
}

// What is too high to be drawn again and again is written at once, and its result behind it. A change of files is
// over in no time, and is written when it is known what came of it.
void ConversationView::handle(const ToolStarted& started, Time now) {
    something_came();
    finish_thinking(now);
    finish_text();
    m_calls.push_back({started});
    if (started.preview.kind == Preview::Kind::diff) return;
    if (call_lines(started, CallState::working, m_columns).size() > k_most_live_call_rows)
        write_head(m_calls.back());
}

void ConversationView::write_head(OpenCall& call) {
    say(call_lines(call.started, CallState::told_below, m_columns));
    call.is_written = true;
}

void ConversationView::make_room(int rows) {
    if (!m_asked_call) return;
    const auto asked = std::ranges::find_if(
        m_calls, [&](const OpenCall& call) { return !call.is_written && call.started.call_id == *m_asked_call; });
    size_t needed = 0;
    for (auto call = asked; call != m_calls.end(); ++call)
        if (!call->is_written) needed += call_rows(*call).size() + 1;
    if (asked != m_calls.end() && needed > static_cast<size_t>(std::max(rows, 0))) write_head(*asked);
}

void ConversationView::handle(const ToolFinished& finished) {
    const auto call = std::ranges::find_if(m_calls, [&](const OpenCall& open) {
        return !open.finished && open.started.call_id == finished.result.call_id;
    });
    if (call == m_calls.end()) return say(result_lines(finished, m_columns));
    call->finished = finished;
    write_finished_calls();
}

// In the order in which they began.
void ConversationView::write_finished_calls() {
    while (!m_calls.empty() && m_calls.front().finished) {
        const OpenCall call = std::move(m_calls.front());
        m_calls.pop_front();
        if (call.is_written)
            write(result_lines(*call.finished, m_columns));
        else
            say(call_rows(call));
    }
}

void ConversationView::handle(const RetryScheduled& retry, Time now) {
    finish_thinking(now);
    say(retry_block(retry, m_columns));
    m_waiting.reset();
    m_retry_at = now + retry.wait;
}

void ConversationView::handle(const WaitingForModel& waiting, Time now) {
    m_waiting = waiting;
    m_waiting_since = now - waiting.so_far;
}

StyledLines ConversationView::take_finished() {
    return std::exchange(m_finished, {});
}

WorkState ConversationView::work_state(int queued, Time now) const {
    WorkState state;
    state.elapsed = std::chrono::duration_cast<milliseconds>(now - *m_busy_since);
    state.frame = static_cast<int>(state.elapsed / k_spinner_step % k_spinner_frames);
    state.queued = queued;
    state.waiting = m_waiting;
    if (state.waiting) state.waiting->so_far = std::chrono::duration_cast<milliseconds>(now - m_waiting_since);
    if (m_is_stopping) {
        state.doing = WorkState::Doing::stopping;
    } else if (m_retry_at) {
        state.doing = WorkState::Doing::retrying;
        state.until_retry = std::max(std::chrono::ceil<milliseconds>(*m_retry_at - now), milliseconds(0));
    } else if (m_thinking_since) {
        state.doing = WorkState::Doing::thinking;
    } else if (m_in_text) {
        state.doing = WorkState::Doing::writing;
    } else if (!m_calls.empty()) {
        state.doing = WorkState::Doing::tool;
        state.what = m_calls.front().started.preview.title;
    }
    return state;
}

StyledLines ConversationView::live_rows(int most, int queued, Time now) const {
    StyledLines rows = m_markdown.tail(m_columns);
    const auto begin_block = [&] {
        const bool after_blank = rows.empty() ? m_ends_blank : rows.back().spans.empty();
        if (!after_blank) rows.emplace_back();
    };
    for (const OpenCall& call : m_calls) {
        if (call.is_written && !call.finished) continue;
        begin_block();
        append(rows, call.is_written ? result_lines(*call.finished, m_columns) : call_rows(call));
    }
    if (m_thinking_since) {
        begin_block();
        append(rows, m_reasoning.live(m_columns));
    }
    if (m_busy_since && !m_asked_call && now - *m_busy_since >= k_unnoticed) {
        begin_block();
        rows.push_back(state_line(work_state(queued, now), m_columns));
    }
    keep_last(rows, most);
    return rows;
}

std::optional<ConversationView::Time> ConversationView::next_change(Time now) const {
    if (!m_busy_since || m_asked_call) return std::nullopt;
    if (now < *m_busy_since + k_unnoticed) return *m_busy_since + k_unnoticed;
    // Nothing turns while something is waited for: the seconds go on.
    const milliseconds step = m_waiting || m_retry_at ? k_second : k_spinner_step;
    return *m_busy_since + ((now - *m_busy_since) / step + 1) * step;
}

} // namespace thoth
