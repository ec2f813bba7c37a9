#include "session/session_reader.h"

#include "session/interrupted_call.h"
#include "session/session_record.h"

#include <algorithm>
#include <functional>
#include <map>

namespace thoth {

namespace {
constexpr uint64_t k_largest_file = 512ull * 1024 * 1024;

// A call of the history while its result is looked for.
struct Call {
    std::optional<ToolResult> result;
    std::optional<Intent> intent;
};

struct Step {
    std::variant<UserMessage, AssistantMessage> message;
    std::vector<Call> calls; // as many as the message has
};

struct CallPlace {
    size_t step = 0;
    size_t call = 0;
};

// Takes records in the order of the file and gives every call its result.
class HistoryBuilder {
public:
    void operator()(UserMessage& message) { m_steps.push_back({std::move(message), {}}); }
    void operator()(AssistantRecord& record);
    void operator()(Intent& intent) {
        if (const auto place = open_call(intent.call_id)) call_at(*place).intent = std::move(intent);
    }
    void operator()(ToolResult& result);
    void operator()(ClearedRecord&) {
        m_steps.clear();
        m_open.clear();
    }
    void operator()(auto&) {}

    void finish(const FileSystem& files, StoredSession& session);

private:
    Call& call_at(CallPlace place) { return m_steps[place.step].calls[place.call]; }
    std::optional<CallPlace> open_call(const std::string& id) const {
        const auto it = m_open.find(id);
        return it == m_open.end() ? std::nullopt : std::optional(it->second.back());
    }

    std::vector<Step> m_steps;
    // Calls without a result, by id. Servers that number their calls anew in each reply use an
    // id many times: the last of the list is the one that is meant.
    std::map<std::string, std::vector<CallPlace>, std::less<>> m_open;
};

void HistoryBuilder::operator()(AssistantRecord& record) {
    const auto& calls = record.message.calls;
    // Backwards, so that of two calls with one id the earlier gets the first result.
    for (size_t i = calls.size(); i-- > 0;)
        m_open[calls[i].id].push_back({m_steps.size(), i});
    const size_t count = calls.size();
    m_steps.push_back({std::move(record.message), std::vector<Call>(count)});
}

void HistoryBuilder::operator()(ToolResult& result) {
    const auto it = m_open.find(result.call_id);
    if (it == m_open.end()) return; // of no call that is known, or a second one
    call_at(it->second.back()).result = std::move(result);
    it->second.pop_back();
    if (it->second.empty()) m_open.erase(it);
}

void HistoryBuilder::finish(const FileSystem& files, StoredSession& session) {
    InterruptedCalls interrupted(files);
    std::vector<std::vector<ToolResult>> repairs; // by step
    for (auto& step : m_steps) {
        if (auto* user = std::get_if<UserMessage>(&step.message)) {
            session.history.emplace_back(std::move(*user));
            continue;
        }
        auto& assistant = std::get<AssistantMessage>(step.message);
        std::vector<Message> results;
        repairs.emplace_back();
        for (size_t i = 0; i < step.calls.size(); ++i) {
            auto& [result, intent] = step.calls[i];
            if (!result) {
                result = interrupted.result_of(assistant.calls[i], intent);
                repairs.back().push_back(*result);
            }
            results.emplace_back(std::move(*result));
        }
        session.history.emplace_back(std::move(assistant));
        std::move(results.begin(), results.end(), std::back_inserter(session.history));
    }
    for (auto step = repairs.rbegin(); step != repairs.rend(); ++step)
        std::move(step->begin(), step->end(), std::back_inserter(session.repairs));
}

// The eight digits, T and Z of compact_time, a dash and eight hex digits.
bool is_session_name(std::string_view name) {
    constexpr std::string_view k_shape = "ddddddddTddddddZ-hhhhhhhh.jsonl";
    return std::equal(name.begin(), name.end(), k_shape.begin(), k_shape.end(), [](char c, char shape) {
        const bool digit = c >= '0' && c <= '9';
        if (shape == 'd') return digit;
        if (shape == 'h') return digit || (c >= 'a' && c <= 'f');
        return c == shape;
    });
}
} // namespace

StoredSession read_session(std::string_view text, const FileSystem& files) {
    StoredSession session;
    session.size = text.size();
    HistoryBuilder history;
    int last_number = 0;
    for (size_t end; (end = text.find('\n', session.valid_size)) != std::string_view::npos;) {
        const auto line = text.substr(session.valid_size, end - session.valid_size);
        session.valid_size = end + 1;
        if (line.empty()) continue;
        auto parsed = parse_record(line);
        if (!parsed || std::holds_alternative<UnknownRecord>(parsed->record)) ++session.skipped_lines;
        if (!parsed) continue;
        last_number = std::max(last_number, parsed->number);
        if (const auto* meta = std::get_if<SessionMeta>(&parsed->record)) session.model = meta->model;
        if (const auto* assistant = std::get_if<AssistantRecord>(&parsed->record)) session.usage = assistant->usage;
        if (std::holds_alternative<ClearedRecord>(parsed->record)) session.usage.reset();
        std::visit(history, parsed->record);
    }
    session.next_number = last_number + 1;
    history.finish(files, session);
    return session;
}

Result<StoredSession> read_session_file(const FileSystem& files, const Path& file) {
    const std::string text = TRY(read_whole(files, file, k_largest_file));
    StoredSession session = read_session(text, files);
    session.id = file.stem().string();
    return session;
}

std::vector<SessionFile> list_sessions(const FileSystem& files, const Path& project_state) {
    const Path directory = project_state / "sessions";
    std::vector<SessionFile> sessions;
    const auto entries = files.list(directory);
    if (!entries) return sessions;
    for (const auto& entry : *entries)
        if (entry.kind == FileKind::regular && is_session_name(entry.name))
            sessions.push_back({directory / entry.name, Path(entry.name).stem().string()});
    std::reverse(sessions.begin(), sessions.end()); // names begin with the time
    return sessions;
}

} // namespace thoth
