#pragma once
#include "os/capped_log.h"
#include "os/child.h"
#include "os/child_output.h"
#include "os/wakeup.h"

#include <memory>
#include <mutex>
#include <thread>

namespace thoth {

// What run() left running or start() began. Its outputs, where they are pipes, are read on a thread
// of its own: a program whose output nobody takes would stop at the next line.
class RunningChild final : public RunningProcess {
public:
    RunningChild(Child child, ChildOutput out, ChildOutput err);
    RunningChild(Child child, std::shared_ptr<CappedLog> log);
    ~RunningChild() override;

    ProcessMark mark() const override { return m_child.mark(); }
    Result<std::optional<ProcessResult>> wait(std::chrono::milliseconds time) override;
    std::vector<ProcessName> processes() override;
    int stop() override;
    void keep() override;
    void follow(OutputSink sink) override;

private:
    void read_outputs(const std::stop_token& stop);

    Child m_child;
    ProcessTree m_tree;
    ChildOutput m_out; // the reader's, while there is one
    ChildOutput m_err;
    std::shared_ptr<CappedLog> m_log;
    bool m_kept = false;
    std::mutex m_mutex; // of m_sink
    OutputSink m_sink;
    Wakeup m_wakeup;
    std::jthread m_reader; // last: it uses the others
};

} // namespace thoth
