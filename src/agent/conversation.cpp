#include "agent/conversation.h"

#include <iterator>

namespace thoth {

namespace {
constexpr std::string_view k_lost_prompt = "(A message of the user is missing here: it could not be saved.)";

void append(std::vector<Message>& messages, UserMessage message) {
    auto* last = messages.empty() ? nullptr : std::get_if<UserMessage>(&messages.back());
    if (last)
        last->text += "\n\n" + message.text;
    else
        messages.push_back(std::move(message));
}

// A stored session has each prompt on its own; see add(UserMessage).
std::vector<Message> with_neighbours_joined(std::vector<Message> history) {
    std::vector<Message> out;
    for (Message& message : history) {
        if (auto* user = std::get_if<UserMessage>(&message)) {
            append(out, std::move(*user));
            continue;
        }
        // A prompt whose line could not be written or read: no server takes two replies in a row.
        const bool lacks_prompt = std::holds_alternative<AssistantMessage>(message) &&
                                  (out.empty() || std::holds_alternative<AssistantMessage>(out.back()));
        if (lacks_prompt) out.emplace_back(UserMessage{std::string(k_lost_prompt)});
        out.push_back(std::move(message));
    }
    return out;
}

// The last messages of which so many are no results.
std::span<Message> tail_of(std::span<Message> messages, int kept) {
    size_t first = messages.size();
    for (; first > 0 && kept > 0; --first)
        if (!std::holds_alternative<ToolResult>(messages[first - 1])) --kept;
    return messages.subspan(first);
}
} // namespace

Conversation::Conversation(std::unique_ptr<SessionLog> log, std::vector<Message> history, NewLog new_log,
                           Carried carried)
    : m_log(std::move(log)), m_messages(with_neighbours_joined(std::move(history))), m_carried(std::move(carried)),
      m_new_log(std::move(new_log)) {}

void Conversation::add_prompt(const std::string& typed, const std::string& more) {
    write_what_is_due();
    UserRecord record(typed, more);
    m_last_prompt_number = m_log->next_number();
    m_last_prompt = record.text();
    keep_error(m_log->user(record));
    m_carried.asked.push_back(typed);
    append(m_messages, UserMessage{record.text()});
}

// It may have been joined to a prompt before it that had no answer.
bool Conversation::take_back_prompt() {
    auto* last = m_messages.empty() ? nullptr : std::get_if<UserMessage>(&m_messages.back());
    if (!last || m_last_prompt.empty() || !last->text.ends_with(m_last_prompt)) return false;
    keep_error(m_log->rewind(m_last_prompt_number, m_log->prompts() - 1));
    last->text.resize(last->text.size() - m_last_prompt.size());
    if (last->text.ends_with("\n\n")) last->text.resize(last->text.size() - 2);
    if (last->text.empty()) m_messages.pop_back();
    m_last_prompt.clear();
    if (!m_carried.asked.empty()) m_carried.asked.pop_back();
    return true;
}

void Conversation::add(UserMessage message) {
    write_what_is_due();
    keep_error(m_log->user(UserRecord(message.text, {}, true)));
    append(m_messages, std::move(message));
}

void Conversation::write_what_is_due() {
    if (m_left_out_prompt) keep_error(m_log->rewind(*m_left_out_prompt, m_log->prompts() - 1));
    m_left_out_prompt.reset();
    if (m_system && !m_system_is_recorded) keep_error(m_log->system(*m_system));
    m_system_is_recorded = true;
}

void Conversation::add(AssistantMessage message, const std::optional<Usage>& usage) {
    keep_error(m_log->assistant(message, usage));
    m_messages.push_back(std::move(message));
}

void Conversation::add(ToolResult result) {
    keep_error(m_log->result(result));
    m_messages.push_back(std::move(result));
}

void Conversation::note_seen(std::vector<SeenFile> files) {
    if (files == m_seen) return;
    m_seen = std::move(files);
    keep_error(m_log->seen(m_seen));
}

void Conversation::note_answer(std::string_view call_id, std::string_view answer) {
    keep_error(m_log->answer(call_id, answer));
}

Result<void> Conversation::note_intent(const Intent& intent) {
    return m_log->intent(intent);
}

void Conversation::note_checkpoint(const CheckpointPart& part) {
    keep_error(m_log->checkpoint({part.id, static_cast<int>(part.from)}));
}

// Servers use ids again, so the record says how many answers to such a call came later.
void Conversation::leave_out(size_t place, std::string note) {
    auto& result = std::get<ToolResult>(m_messages[place]);
    StaleRecord record{result.call_id, result.tool, 0, note};
    for (const Message& message : std::span(m_messages).subspan(place + 1))
        if (const auto* other = std::get_if<ToolResult>(&message))
            if (!other->is_error && other->tool == record.tool && other->call_id == record.call_id) ++record.later;
    keep_error(m_log->stale(record));
    result.text = std::move(note);
}

void Conversation::compact(CompactionRecord record) {
    write_what_is_due();
    keep_error(m_log->compaction(record));
    const auto tail = tail_of(m_messages, record.kept);
    std::vector<Message> history{UserMessage{std::move(record.text)}};
    if (!record.reply.empty()) history.emplace_back(AssistantMessage{std::move(record.reply), {}, {}, {}});
    std::move(tail.begin(), tail.end(), std::back_inserter(history));
    m_messages = with_neighbours_joined(std::move(history));
    m_carried = {std::move(record.asked), std::move(record.plan)};
}

void Conversation::note_model(std::string_view name) {
    keep_error(m_log->model(name));
}

void Conversation::clear(std::string_view model) {
    sync();
    auto log = m_new_log(model);
    m_warned = false;
    if (!log) keep_error(fail(log.error()));
    m_log = log ? std::move(*log) : SessionLog::none();
    m_messages.clear();
    m_seen.clear();
    m_carried = {};
    m_left_out_prompt.reset();
    m_system_is_recorded = false;
}

void Conversation::set_system(SystemRecord prompt, bool is_recorded) {
    m_system = std::move(prompt);
    m_system_is_recorded = is_recorded;
}

void Conversation::replace(std::unique_ptr<SessionLog> log, std::vector<Message> history, Carried carried) {
    sync();
    m_warned = false;
    m_log = std::move(log);
    m_system_is_recorded = false;
    reload(std::move(history), std::move(carried));
}

void Conversation::reload(std::vector<Message> history, Carried carried) {
    m_messages = with_neighbours_joined(std::move(history));
    m_carried = std::move(carried);
    m_seen.clear();
    m_left_out_prompt.reset();
    m_last_prompt.clear(); // its number is one of another file, or counts no more
}

void Conversation::sync() {
    keep_error(m_log->sync());
}

void Conversation::keep_error(Result<void> written) {
    if (written || m_warned) return;
    m_warned = true;
    m_log_error = std::move(written).error();
}

std::optional<Error> Conversation::take_log_error() {
    return std::exchange(m_log_error, std::nullopt);
}

} // namespace thoth
