#include "os/stray_process.h"

#include "os/proc_stat.h"
#include "os/process_tree.h"

#include <csignal>
#include <thread>

namespace thoth {

namespace {
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
constexpr milliseconds k_grace{400};
constexpr milliseconds k_kill_wait{1000};
constexpr milliseconds k_look{5};

class StrayProcess final : public RunningProcess {
public:
    explicit StrayProcess(const ProcessMark& mark) : m_mark(mark), m_tree(mark) {}

    ProcessMark mark() const override { return m_mark; }
    Result<std::optional<ProcessResult>> wait(milliseconds time) override {
        if (!wait_for_end(time)) return std::nullopt;
        return fail(Errc::not_found, "how it ended is not known");
    }
    std::vector<ProcessName> processes() override {
        m_tree.find();
        std::vector<ProcessName> alive = m_tree.names();
        if (const auto stat = proc_stat(m_mark.pid); stat && !stat->ended && stat->mark == m_mark)
            alive.insert(alive.begin(), {m_mark, stat->name});
        return alive;
    }
    int stop() override {
        for (const auto& [signal, time] : {std::pair{SIGTERM, k_grace}, std::pair{SIGKILL, k_kill_wait}}) {
            m_tree.find();
            send_signal(m_mark, signal);
            m_tree.signal(signal);
            if (wait_for_end(time)) return 0;
        }
        return m_tree.running() + (is_running(m_mark) ? 1 : 0);
    }
    void keep() override {}
    void follow(OutputSink) override {}

private:
    bool wait_for_end(milliseconds time) {
        const auto is_over = [this] { return !is_running(m_mark) && m_tree.running() == 0; };
        const auto end = SteadyClock::now() + time;
        while (!is_over() && SteadyClock::now() < end)
            std::this_thread::sleep_for(k_look);
        return is_over();
    }

    ProcessMark m_mark;
    ProcessTree m_tree;
};
} // namespace

std::unique_ptr<RunningProcess> take_up(const ProcessMark& mark) {
    return std::make_unique<StrayProcess>(mark);
}

} // namespace thoth
