#pragma once
#include "jobs/task_records.h"
#include "os/capped_log.h"
#include "os/clock.h"
#include "os/process.h"
#include "protocol/task.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// The commands that run beside the conversation: those begun in the background, what commands in
// the foreground left running, and survivors of an earlier run of the program. All that this run began
// ends with this object unless it is kept. A task goes by the pid of its first process; one that is
// over is forgotten at the next look. Any thread, one mutex.
class Jobs {
public:
    // What cannot run at all (no such program, a port that is taken) shows within this time mostly.
    static constexpr std::chrono::milliseconds k_first_moments{150};

    // `records`: where tasks are noted for a later run; empty: nowhere.
    Jobs(ProcessRunner& processes, FileSystem& files, const Clock& clock, Path records,
         std::chrono::milliseconds first_moments = k_first_moments);
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;
    ~Jobs();

    struct Started {
        pid_t pid = 0;
        std::optional<ProcessResult> ended; // within the first moments, with all it started
    };
    // `log` is a new file for its output. Errors: it cannot be started.
    Result<Started> start(const ProcessRequest& request, std::string command, const Path& log);
    // What `command` left running. Its further output goes to `log`, if there is one.
    pid_t take(std::unique_ptr<RunningProcess> running, std::string command, std::shared_ptr<CappedLog> log);
    // Tasks of an earlier run that has ended.
    std::vector<Task> take_up_survivors();

    std::vector<Task> list(); // those that run, by pid
    // The task that a process belongs to.
    std::optional<pid_t> task_of(pid_t process);
    // Ends it with all it started. How many processes could not be ended. Errc::not_found.
    Result<int> stop(pid_t task);
    void stop_all();
    void keep_all(); // they go on when this object is gone

private:
    struct Entry {
        std::unique_ptr<RunningProcess> running;
        Task task;
        std::vector<ProcessName> processes; // as of the last look
    };
    pid_t add(std::unique_ptr<RunningProcess> running, Task task);
    void look();

    ProcessRunner& m_processes;
    FileSystem& m_files;
    const Clock& m_clock;
    const std::chrono::milliseconds m_first_moments;
    std::mutex m_mutex; // of all below
    TaskRecords m_records;
    std::map<pid_t, Entry> m_entries;
};

} // namespace thoth
