#pragma once
#include "base/path.h"
#include "os/file_system.h"
#include "os/process_mark.h"

#include <string>
#include <vector>

namespace thoth {

// What a later run must know of a command that may outlive this one.
struct TaskRecord {
    ProcessMark mark;
    ProcessMark owner; // the run that looks after it
    std::string boot;  // the start times count from this one
    std::string command;
    std::string log;
    std::string since;
};

// One small file for each command below one directory, <pid>.json, so that several runs in one project
// never write the same file. With an empty path nothing is kept. Agent thread.
class TaskRecords {
public:
    TaskRecords(FileSystem& files, Path directory) : m_files(files), m_directory(std::move(directory)) {}

    // A record that cannot be written is no reason against the command: what it costs is the report of a survivor.
    void put(const TaskRecord& record);
    void remove(pid_t pid);
    // Of processes that still run while their owner does not. Records of those that do not are removed.
    std::vector<TaskRecord> survivors();

private:
    Path file_of(pid_t pid) const;
    FileSystem& m_files;
    Path m_directory;
};

} // namespace thoth
