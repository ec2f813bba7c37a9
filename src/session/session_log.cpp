#include "session/session_log.h"

#include "session/session_reader.h"
#include "session/session_record.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sys/random.h>

namespace thoth {

namespace {
constexpr uint32_t k_file_mode = 0600;
constexpr uint32_t k_directory_mode = 0700;

// The UTC second, then eight hex digits: a 65,536th of it, and chance. So names sort by time,
// also those of runs that start within one second.
Result<std::string> new_id(WallTime now) {
    uint16_t chance = 0;
    if (::getrandom(&chance, sizeof chance, 0) != sizeof chance)
        return fail(Errc::unavailable, "cannot name a session: the system gives no random number");
    using std::chrono::nanoseconds;
    const auto since_second =
        std::chrono::duration_cast<nanoseconds>(now - std::chrono::floor<std::chrono::seconds>(now)).count();
    return fmt::format("{}-{:04x}{:04x}", compact_time(now), since_second * 65'536 / 1'000'000'000, chance);
}

// The umask may have taken bits away, an older program may have left some.
Result<void> tighten(FileSystem& files, const Path& path, uint32_t mode) {
    if ((TRY(files.status(path)).mode & 0777u) == mode) return {};
    return files.set_mode(path, mode);
}

Result<std::unique_ptr<AppendFile>> open_locked(FileSystem& files, const Path& file) {
    auto opened = TRY(files.open_append(file, k_file_mode));
    if (!TRY(opened->try_lock()))
        return fail(Errc::conflict, fmt::format("session {} is open in another thoth", file.stem().string()),
                    "end that one first, or go on in a copy: --fork-session");
    TRY(tighten(files, file, k_file_mode));
    return opened;
}
} // namespace

Result<std::unique_ptr<SessionLog>> SessionLog::create(FileSystem& files, const Path& project_state,
                                                       const Clock& clock, std::string_view project,
                                                       std::string_view model, std::string_view forked_from) {
    const Path directory = project_state / "sessions";
    TRY(files.make_directories(directory, k_directory_mode));
    TRY(tighten(files, directory, k_directory_mode));
    const std::string id = TRY(new_id(clock.wall()));
    const Path file = directory / (id + ".jsonl");
    if (files.link_status(file)) return fail(Errc::already_exists, "there is a session " + id + " already");

    auto log =
        begin(files, file, clock, {id, std::string(project), std::string(model), {}, std::string(forked_from)});
    if (!log) (void)files.remove(file); // a file without its first line is no session
    return log;
}

Result<std::unique_ptr<SessionLog>> SessionLog::begin(FileSystem& files, const Path& file, const Clock& clock,
                                                      const SessionMeta& meta) {
    std::unique_ptr<SessionLog> log(new SessionLog);
    log->m_file = TRY(open_locked(files, file));
    log->m_clock = &clock;
    log->m_id = meta.id;
    log->m_path = file;
    log->m_about.model = meta.model;
    TRY(log->write(meta, Durability::buffered));
    return log;
}

Result<std::unique_ptr<SessionLog>> SessionLog::reopen(FileSystem& files, const Path& file, const Clock& clock,
                                                       const StoredSession& stored) {
    TRY(files.status(file)); // opening would create it
    std::unique_ptr<SessionLog> log(new SessionLog);
    log->m_file = TRY(open_locked(files, file));
    if (TRY(files.status(file)).size != stored.size)
        return fail(Errc::conflict, fmt::format("session {} was written to while it was opened", stored.id),
                    "open it again");
    if (stored.size != stored.valid_size) TRY(log->m_file->truncate(stored.valid_size));
    log->m_clock = &clock;
    log->m_id = file.stem().string();
    log->m_path = file;
    log->m_next = stored.next_number;
    log->m_about = {stored.title, stored.model, stored.prompts};
    log->m_since_about = stored.since_about;
    for (const auto& result : stored.repairs)
        TRY(log->write(result, Durability::buffered));
    return log;
}

std::unique_ptr<SessionLog> SessionLog::none() {
    return std::unique_ptr<SessionLog>(new SessionLog);
}

template <class Record>
Result<void> SessionLog::write(const Record& record, Durability durability) {
    if (!m_file) return {};
    const std::string time = iso_time(m_clock->wall());
    std::string lines = record_line(m_next, time, record);
    const bool tells_about = m_since_about + lines.size() > k_about_every;
    if (tells_about) lines += record_line(m_next + 1, time, m_about);
    // A write that failed half-way (a full disk) left a piece of a line. End it, so that it does
    // not swallow this record; readers skip it.
    if (m_torn) lines.insert(0, "\n");
    auto written = m_file->append(lines, durability);
    m_torn = !written;
    if (!written) return written;
    m_next += tells_about ? 2 : 1;
    m_since_about = tells_about ? 0 : m_since_about + lines.size();
    return {};
}

Result<void> SessionLog::seen(const std::vector<SeenFile>& files) {
    return write(SeenRecord{files}, Durability::buffered);
}

Result<void> SessionLog::system(const SystemRecord& prompt) {
    return write(prompt, Durability::buffered);
}

Result<void> SessionLog::rename(std::string_view title) {
    m_about.title = title;
    return write(AboutRecord(m_about), Durability::synced);
}

Result<void> SessionLog::rewind(int number, int prompts) {
    TRY(write(RewindRecord{number}, Durability::synced));
    m_about.prompts = prompts;
    return write(AboutRecord(m_about), Durability::buffered);
}

Result<void> SessionLog::user(const UserRecord& message) {
    if (!message.is_note) ++m_about.prompts;
    return write(message, Durability::buffered);
}

Result<void> SessionLog::assistant(const AssistantMessage& message, const std::optional<Usage>& usage) {
    return write(AssistantRecord{message, usage}, Durability::buffered);
}

Result<void> SessionLog::intent(const Intent& intent) {
    return write(intent, Durability::synced);
}

Result<void> SessionLog::checkpoint(const CheckpointRecord& record) {
    return write(record, Durability::buffered);
}

Result<void> SessionLog::result(const ToolResult& result) {
    return write(result, Durability::buffered);
}

Result<void> SessionLog::stale(const StaleRecord& record) {
    return write(record, Durability::buffered);
}

Result<void> SessionLog::compaction(const CompactionRecord& record) {
    return write(record, Durability::buffered);
}

Result<void> SessionLog::answer(std::string_view call_id, std::string_view answer) {
    return write(AnswerRecord{std::string(call_id), std::string(answer)}, Durability::buffered);
}

Result<void> SessionLog::model(std::string_view name) {
    m_about.model = name;
    return write(ModelRecord{std::string(name)}, Durability::buffered);
}

Result<void> SessionLog::sync() {
    return m_file ? m_file->append({}, Durability::synced) : Result<void>{};
}

} // namespace thoth
