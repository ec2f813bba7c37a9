#include "jobs/jobs.h"

#include "os/listening_ports.h"
#include "os/stray_process.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace thoth {

Jobs::Jobs(ProcessRunner& processes, FileSystem& files, const Clock& clock, Path records,
           std::chrono::milliseconds first_moments)
    : m_processes(processes), m_files(files), m_clock(clock), m_first_moments(first_moments),
      m_records(files, std::move(records)) {}

Jobs::~Jobs() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::jthread> enders; // each takes up to a second with those that ignore TERM
    for (auto& [pid, entry] : m_entries) {
        if (entry.task.is_survivor) continue;
        m_records.remove(pid);
        enders.emplace_back([&running = entry.running] { running.reset(); });
    }
}

Result<Jobs::Started> Jobs::start(const ProcessRequest& request, std::string command, const Path& log) {
    auto running = TRY(m_processes.start(request, log));
    auto ended = TRY(running->wait(m_first_moments));
    if (ended && running->processes().empty()) return Started{running->mark().pid, std::move(ended)};
    return Started{add(std::move(running), {0, std::move(command), log.string(), {}, {}, {}, false}), std::nullopt};
}

pid_t Jobs::take(std::unique_ptr<RunningProcess> running, std::string command, std::shared_ptr<CappedLog> log) {
    const std::string name = log ? log->path().string() : std::string();
    if (log) running->follow([log](OutputStream, std::string_view bytes) { log->append(bytes); });
    return add(std::move(running), {0, std::move(command), name, {}, {}, {}, false});
}

pid_t Jobs::add(std::unique_ptr<RunningProcess> running, Task task) {
    const ProcessMark mark = running->mark();
    task.pid = mark.pid;
    task.since = iso_time(m_clock.wall());
    const std::lock_guard lock(m_mutex);
    m_records.put(
        {mark, mark_of(::getpid()).value_or(ProcessMark{}), boot_id(), task.command, task.log, task.since});
    m_entries.insert_or_assign(mark.pid, Entry{std::move(running), std::move(task), {}});
    return mark.pid;
}

std::vector<Task> Jobs::take_up_survivors() {
    {
        const std::lock_guard lock(m_mutex);
        for (const TaskRecord& record : m_records.survivors()) {
            Task task{record.mark.pid, record.command, record.log, {}, {}, record.since, true};
            m_entries.insert_or_assign(record.mark.pid, Entry{take_up(record.mark), std::move(task), {}});
        }
    }
    return list();
}

// Asks each who is alive, and forgets those of whom nobody is.
void Jobs::look() {
    for (auto& [pid, entry] : m_entries)
        entry.processes = entry.running->processes();
    std::erase_if(m_entries, [this](const auto& item) {
        if (!item.second.processes.empty()) return false;
        m_records.remove(item.first);
        return true;
    });
}

std::vector<Task> Jobs::list() {
    const std::lock_guard lock(m_mutex);
    look();
    std::vector<Task> tasks;
    for (auto& [pid, entry] : m_entries) {
        std::vector<pid_t> pids;
        entry.task.processes.clear();
        for (const ProcessName& process : entry.processes) {
            pids.push_back(process.mark.pid);
            entry.task.processes.push_back(process.name);
        }
        entry.task.ports = listening_ports(pids);
        tasks.push_back(entry.task);
    }
    return tasks;
}

std::optional<pid_t> Jobs::task_of(pid_t process) {
    const std::lock_guard lock(m_mutex);
    look();
    for (const auto& [pid, entry] : m_entries) {
        const auto is_it = [&](const ProcessName& known) { return known.mark.pid == process; };
        if (pid == process || std::ranges::any_of(entry.processes, is_it)) return pid;
    }
    return std::nullopt;
}

Result<int> Jobs::stop(pid_t task) {
    const std::lock_guard lock(m_mutex);
    const auto entry = m_entries.find(task);
    if (entry == m_entries.end())
        return fail(Errc::not_found, fmt::format("no task that thoth started has the pid {}", task));
    const int left = entry->second.running->stop();
    look();
    return left;
}

void Jobs::stop_all() {
    for (const Task& task : list())
        if (!task.is_survivor) static_cast<void>(stop(task.pid));
}

void Jobs::keep_all() {
    const std::lock_guard lock(m_mutex);
    for (auto& [pid, entry] : m_entries) {
        entry.running->keep();
        entry.task.is_survivor = true;
    }
}

} // namespace thoth
