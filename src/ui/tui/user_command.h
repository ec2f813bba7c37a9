#pragma once
#include "os/process.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace thoth {

// A command line of the user's own, run beside the loop of the interface: by their shell, in the project, with all
// their rights. Of its output both streams are kept as they come, the first and the last part of much of it.
class UserCommand {
public:
    static constexpr size_t k_most_output = 48 * 1024;

    // `on_change` is called on the command's thread.
    UserCommand(ProcessRunner& processes, ProcessRequest request, std::string line,
                std::function<void()> on_change);
    ~UserCommand(); // ends it

    const std::string& line() const { return m_line; }
    void stop() { m_thread.request_stop(); }
    bool is_over() const;
    std::string output() const; // so far, raw
    std::string end() const;    // how it ended, in words: "exit code 1"; empty while it runs and for exit code 0

private:
    void run(const std::stop_token& stop);
    void keep(std::string_view bytes);

    ProcessRunner& m_processes;
    ProcessRequest m_request;
    std::string m_line;
    std::function<void()> m_on_change;
    mutable std::mutex m_mutex; // of what follows
    std::string m_head;
    std::string m_tail;
    size_t m_left_out = 0;
    std::optional<std::string> m_end;
    std::jthread m_thread; // last: it uses the others
};

} // namespace thoth
