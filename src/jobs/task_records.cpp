#include "jobs/task_records.h"

#include "base/json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace thoth {

namespace {
constexpr uint64_t k_largest = 256 * 1024; // a command line has at most 100,000 bytes
constexpr size_t k_most_records = 1000;

Json json_of(const ProcessMark& mark) {
    return Json{{"pid", mark.pid}, {"started", mark.started}};
}

std::optional<ProcessMark> mark_at(const Json& object, std::string_view key) {
    const auto mark = object.find(key);
    if (mark == object.end() || !mark->is_object()) return std::nullopt;
    const auto pid = mark->find("pid");
    const auto started = mark->find("started");
    if (pid == mark->end() || !pid->is_number_unsigned() || started == mark->end() ||
        !started->is_number_unsigned())
        return std::nullopt;
    const uint64_t number = pid->get<uint64_t>();
    if (number < 2 || number > INT32_MAX) return std::nullopt; // 0 and 1 are never a command of ours
    return ProcessMark{static_cast<pid_t>(number), started->get<uint64_t>()};
}

std::optional<TaskRecord> record_in(std::string_view text) {
    const auto object = parse_json(text);
    if (!object || !object->is_object()) return std::nullopt;
    const auto mark = mark_at(*object, "process");
    const auto owner = mark_at(*object, "owner");
    if (!mark || !owner) return std::nullopt;
    return TaskRecord{*mark,
                      *owner,
                      string_at(*object, "boot"),
                      bytes_at(*object, "command").value_or(""),
                      bytes_at(*object, "log").value_or(""),
                      string_at(*object, "since")};
}
} // namespace

Path TaskRecords::file_of(pid_t pid) const {
    return m_directory / fmt::format("{}.json", pid);
}

void TaskRecords::put(const TaskRecord& record) {
    if (m_directory.empty() || !m_files.make_directories(m_directory, 0700)) return;
    Json object{{"version", 1},
                {"process", json_of(record.mark)},
                {"owner", json_of(record.owner)},
                {"boot", record.boot},
                {"since", record.since}};
    put_bytes(object, "command", record.command);
    put_bytes(object, "log", record.log);
    static_cast<void>(
        m_files.write(file_of(record.mark.pid), dump_json(object) + "\n", 0600, Durability::buffered));
}

void TaskRecords::remove(pid_t pid) {
    if (!m_directory.empty()) static_cast<void>(m_files.remove(file_of(pid)));
}

std::vector<TaskRecord> TaskRecords::survivors() {
    std::vector<TaskRecord> alive;
    if (m_directory.empty()) return alive;
    const auto entries = m_files.list(m_directory);
    if (!entries) return alive;
    const std::string boot = boot_id();
    for (const DirectoryEntry& entry : *entries) {
        if (!entry.name.ends_with(".json") || alive.size() == k_most_records) continue;
        const Path file = m_directory / entry.name;
        const auto text = read_whole(m_files, file, k_largest);
        const auto record = text ? record_in(*text) : std::nullopt;
        if (record && record->boot == boot && is_running(record->owner)) continue; // its owner's business
        if (record && record->boot == boot && is_running(record->mark))
            alive.push_back(*record);
        else
            static_cast<void>(m_files.remove(file));
    }
    return alive;
}

} // namespace thoth
