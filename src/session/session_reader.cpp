#include "session/session_reader.h"

#include "session/interrupted_call.h"
#include "session/session_plan.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

namespace thoth {

namespace {
constexpr uint64_t k_megabyte = 1024 * 1024;

// A call of the history while its result is looked for.
struct Call {
    std::string id_in_file;
    std::optional<ToolResult> result;
    std::optional<Intent> intent;
};

struct Step {
    std::variant<UserMessage, AssistantMessage> message;
    std::vector<Call> calls; // as many as the message has
};

struct CallPlace {
    std::ptrdiff_t step = 0;
    size_t call = 0;
};

// Takes records in the order of the file and gives every call its result.
class HistoryBuilder {
public:
    void operator()(UserRecord& record) {
        if (!record.is_note) m_asked.push_back(record.typed);
        add({UserMessage{record.text()}, {}});
    }
    void operator()(AssistantRecord& record);
    void operator()(Intent& intent) {
        if (const auto place = open_call(intent.call_id)) call_at(*place).intent = std::move(intent);
    }
    void operator()(ToolResult& result);
    void operator()(StaleRecord& record);
    void operator()(CompactionRecord& record);
    void operator()(SeenRecord& record) { m_seen = std::move(record.files); }
    void operator()(auto&) {}

    void finish(const FileSystem& files, StoredSession& session);

private:
    Call& call_at(CallPlace place) { return m_steps[static_cast<size_t>(place.step - m_first)].calls[place.call]; }
    void add(Step step) { m_steps.push_back(std::move(step)); }
    std::ptrdiff_t next_place() const { return m_first + std::ssize(m_steps); }
    void add_in_front(Step step) {
        m_steps.push_front(std::move(step));
        --m_first;
    }
    // The index of the first of the last messages; neighbouring prompts are one message.
    std::ptrdiff_t first_of_last(int messages) const;
    void keep_what_was_seen(Step& step);
    void forget_places_before(std::ptrdiff_t first);
    std::optional<CallPlace> open_call(const std::string& id) const {
        const auto it = m_open.find(id);
        return it == m_open.end() ? std::nullopt : std::optional(it->second.back());
    }

    std::deque<Step> m_steps;
    std::ptrdiff_t m_first = 0; // the place of the first of them: others stood before
    std::vector<std::string> m_asked;
    std::vector<ToolResult> m_done_before;
    std::string m_plan;
    std::vector<SeenFile> m_seen;
    std::map<std::pair<std::string, std::string>, std::vector<CallPlace>> m_answered; // by id and tool; no failures
    // Calls without a result, by id. Servers that number their calls anew in each reply use an
    // id many times: the last of the list is the one that is meant.
    std::map<std::string, std::vector<CallPlace>, std::less<>> m_open;
};

// Servers refuse a history in which two calls of a reply have one id, or a call has none. The
// made-up ids depend on nothing but the file, so that a session reads the same each time.
void give_own_ids(std::vector<ToolCall>& calls, std::ptrdiff_t step) {
    std::set<std::string, std::less<>> used;
    for (const ToolCall& call : calls)
        used.insert(call.id);
    std::set<std::string_view> seen;
    for (size_t i = 0; i < calls.size(); ++i) {
        std::string& id = calls[i].id;
        if (id.empty() || seen.contains(id)) {
            id = fmt::format("call_{}_{}", step, i);
            while (!used.insert(id).second)
                id += 'x';
        }
        seen.insert(id);
    }
}

void HistoryBuilder::operator()(AssistantRecord& record) {
    auto& calls = record.message.calls;
    // Backwards, so that of two calls with one id the earlier gets the first result.
    for (size_t i = calls.size(); i-- > 0;)
        m_open[calls[i].id].push_back({next_place(), i});
    Step step;
    for (const ToolCall& call : calls)
        step.calls.push_back({call.id, {}, {}});
    give_own_ids(calls, next_place());
    step.message = std::move(record.message);
    add(std::move(step));
}

void HistoryBuilder::operator()(ToolResult& result) {
    const auto it = m_open.find(result.call_id);
    if (it == m_open.end()) return; // of no call that is known, or a second one
    const CallPlace place = it->second.back();
    if (!result.is_error) m_answered[{result.call_id, result.tool}].push_back(place);
    call_at(place).result = std::move(result);
    it->second.pop_back();
    if (it->second.empty()) m_open.erase(it);
}

// A record of no answer that is known changes nothing.
void HistoryBuilder::operator()(StaleRecord& record) {
    const auto it = m_answered.find({record.call_id, record.tool});
    const auto later = static_cast<size_t>(record.later);
    if (it == m_answered.end() || later >= it->second.size()) return;
    call_at(it->second[it->second.size() - 1 - later]).result->text = std::move(record.text);
}

// What it does not keep is gone; its own messages stand before the rest.
void HistoryBuilder::operator()(CompactionRecord& record) {
    const std::ptrdiff_t gone = first_of_last(record.kept);
    for (std::ptrdiff_t i = 0; i < gone; ++i)
        keep_what_was_seen(m_steps[static_cast<size_t>(i)]);
    m_steps.erase(m_steps.begin(), m_steps.begin() + gone);
    m_first += gone;
    forget_places_before(m_first);
    if (!record.reply.empty()) add_in_front({AssistantMessage{std::move(record.reply), {}, {}, {}}, {}});
    add_in_front({UserMessage{std::move(record.text)}, {}});
    m_asked = std::move(record.asked);
    m_plan = std::move(record.plan);
}

void HistoryBuilder::keep_what_was_seen(Step& step) {
    for (Call& call : step.calls) {
        if (!call.result || call.result->observed == Observed{}) continue;
        if (call.result->observed.origin.empty()) call.result->text.clear(); // words of others are known again
        m_done_before.push_back(std::move(*call.result));
    }
}

std::ptrdiff_t HistoryBuilder::first_of_last(int messages) const {
    const auto is_prompt = [this](size_t i) { return std::holds_alternative<UserMessage>(m_steps[i].message); };
    size_t first = m_steps.size();
    while (first > 0 && messages > 0) {
        --first;
        if (first == 0 || !is_prompt(first) || !is_prompt(first - 1)) --messages;
    }
    return static_cast<std::ptrdiff_t>(first);
}

void HistoryBuilder::forget_places_before(std::ptrdiff_t first) {
    const auto forget = [first](auto& places_by_key) {
        for (auto it = places_by_key.begin(); it != places_by_key.end();) {
            std::erase_if(it->second, [first](const CallPlace& place) { return place.step < first; });
            it = it->second.empty() ? places_by_key.erase(it) : std::next(it);
        }
    };
    forget(m_open);
    forget(m_answered);
}

void HistoryBuilder::finish(const FileSystem& files, StoredSession& session) {
    session.seen = std::move(m_seen);
    session.asked = std::move(m_asked);
    session.done_before = std::move(m_done_before);
    session.plan = std::move(m_plan);
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
            auto& [id_in_file, result, intent] = step.calls[i];
            if (!result) {
                result = interrupted.result_of(assistant.calls[i], intent);
                if (intent && intent->change) session.interrupted.push_back(*intent->change);
                repairs.back().push_back(*result);
                repairs.back().back().call_id = std::move(id_in_file); // by which it will be found again
            }
            result->call_id = assistant.calls[i].id;
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

// Takes the lines of a session file, of which a plan was made.
class LineCollector {
public:
    explicit LineCollector(const SessionPlan& plan) : m_plan(plan) {}
    void take(std::string_view line, uint64_t at);
    StoredSession finish(const FileSystem& files, LinesRead read);

private:
    void note(const SessionRecord& record, int number);

    const SessionPlan& m_plan;
    StoredSession m_session;
    HistoryBuilder m_history;
    uint64_t m_about_end = 0; // of the last AboutRecord
    int m_last_number = 0;
};

void LineCollector::take(std::string_view line, uint64_t at) {
    if (line.empty()) return;
    const LineHead head = head_of(line);
    m_last_number = std::max(m_last_number, head.number);
    const bool counts = m_plan.counts(at);
    const bool is_used = counts || is_about_the_session(head.kind);
    if (!is_used && head.number > 0) return; // without a look at all of it
    auto parsed = parse_record(line);
    if (!parsed || std::holds_alternative<UnknownRecord>(parsed->record)) ++m_session.skipped_lines;
    if (!parsed) return;
    m_last_number = std::max(m_last_number, parsed->number);
    if (!is_used) return;
    if (std::holds_alternative<AboutRecord>(parsed->record)) m_about_end = at + line.size() + 1;
    note(parsed->record, parsed->number);
    if (counts) std::visit(m_history, parsed->record);
}

void LineCollector::note(const SessionRecord& record, int number) {
    if (const auto* meta = std::get_if<SessionMeta>(&record)) m_session.model = meta->model;
    if (const auto* change = std::get_if<ModelRecord>(&record)) m_session.model = change->model;
    if (const auto* about = std::get_if<AboutRecord>(&record)) m_session.title = about->title;
    if (const auto* system = std::get_if<SystemRecord>(&record)) m_session.system = *system;
    if (const auto* user = std::get_if<UserRecord>(&record)) {
        m_session.unanswered.reset();
        if (!user->is_note) m_session.unanswered = StoredSession::Unanswered{number, user->typed};
    }
    if (const auto* assistant = std::get_if<AssistantRecord>(&record)) {
        m_session.usage = assistant->usage;
        m_session.unanswered.reset();
    }
    if (std::holds_alternative<CompactionRecord>(record)) m_session.unanswered.reset(); // the prompt is in its text
}

StoredSession LineCollector::finish(const FileSystem& files, LinesRead read) {
    m_session.size = read.size;
    m_session.valid_size = read.valid_size;
    m_session.next_number = m_last_number + 1;
    m_session.since_about = read.valid_size - m_about_end;
    m_session.prompts = static_cast<int>(m_plan.prompts().size());
    m_session.left_out = m_plan.left_out();
    if (m_session.left_out > 0)
        m_session.history.push_back(UserMessage{
            fmt::format("(The beginning of this conversation, {} MB, is left out here: it was too long.)",
                        m_session.left_out / k_megabyte)});
    m_history.finish(files, m_session);
    return std::move(m_session);
}
} // namespace

StoredSession read_session(std::string_view text, const FileSystem& files) {
    SessionPlan plan;
    LineSplitter first;
    first.feed(text, [&](std::string_view line, uint64_t at) { plan.take(line, at); });
    plan.shorten(first.valid_size());
    LineCollector collector(plan);
    LineSplitter second;
    second.feed(text, [&](std::string_view line, uint64_t at) { collector.take(line, at); });
    return collector.finish(files, {second.size(), second.valid_size()});
}

Result<StoredSession> read_session_file(const FileSystem& files, const Path& file, const std::stop_token& stop) {
    SessionPlan plan;
    const LinesRead first =
        TRY(read_lines(files, file, [&](std::string_view line, uint64_t at) { plan.take(line, at); }, stop));
    plan.shorten(first.valid_size);
    LineCollector collector(plan);
    // What another process adds meanwhile the plan does not know.
    const LinesRead second = TRY(read_lines(
        files, file, [&](std::string_view line, uint64_t at) { collector.take(line, at); }, stop, first.size));
    StoredSession session = collector.finish(files, second);
    session.id = file.stem().string();
    return session;
}

Result<std::vector<SessionFile>> list_sessions(const FileSystem& files, const Path& project_state) {
    const Path directory = project_state / "sessions";
    std::vector<SessionFile> sessions;
    const auto entries = files.list(directory);
    if (!entries) {
        const auto there = files.status(directory);
        if (!there && there.error().code == Errc::not_found) return sessions;
        return fail(entries.error());
    }
    for (const auto& entry : *entries)
        if (entry.kind == FileKind::regular && is_session_name(entry.name))
            sessions.push_back({directory / entry.name, Path(entry.name).stem().string()});
    std::reverse(sessions.begin(), sessions.end()); // names begin with the time
    return sessions;
}

} // namespace thoth
