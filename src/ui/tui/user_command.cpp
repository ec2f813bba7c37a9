#include "ui/tui/user_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace thoth {

namespace {
constexpr size_t k_head = UserCommand::k_most_output / 2;
constexpr size_t k_tail = UserCommand::k_most_output / 2;

std::string words_of(const Result<ProcessResult>& result) {
    if (!result) return describe(result.error());
    switch (result->end) {
    case ProcessEnd::exited:
        return result->exit_code == 0 ? std::string() : fmt::format("exit code {}", result->exit_code);
    case ProcessEnd::signalled:
        return fmt::format("ended by signal {}", result->signal);
    case ProcessEnd::timed_out:
    case ProcessEnd::cancelled:
        return "stopped";
    }
    return {};
}
} // namespace

UserCommand::UserCommand(ProcessRunner& processes, ProcessRequest request, std::string line,
                         std::function<void()> on_change)
    : m_processes(processes), m_request(std::move(request)), m_line(std::move(line)),
      m_on_change(std::move(on_change)), m_thread([this](const std::stop_token& stop) { run(stop); }) {}

UserCommand::~UserCommand() = default;

void UserCommand::run(const std::stop_token& stop) {
    const auto result =
        m_processes.run(m_request, [this](OutputStream, std::string_view bytes) { keep(bytes); }, stop);
    {
        const std::lock_guard lock(m_mutex);
        m_end = words_of(result);
    }
    m_on_change();
}

void UserCommand::keep(std::string_view bytes) {
    {
        const std::lock_guard lock(m_mutex);
        const size_t room = std::min(k_head - std::min(m_head.size(), k_head), bytes.size());
        m_head += bytes.substr(0, room);
        m_tail += bytes.substr(room);
        if (m_tail.size() > 2 * k_tail) {
            const size_t over = m_tail.size() - k_tail;
            m_left_out += over;
            m_tail.erase(0, over);
        }
    }
    m_on_change();
}

bool UserCommand::is_over() const {
    const std::lock_guard lock(m_mutex);
    return m_end.has_value();
}

std::string UserCommand::output() const {
    const std::lock_guard lock(m_mutex);
    if (m_left_out == 0) return m_head + m_tail;
    return fmt::format("{}\n... {} bytes are left out ...\n{}", m_head, m_left_out, m_tail);
}

std::string UserCommand::end() const {
    const std::lock_guard lock(m_mutex);
    return m_end.value_or(std::string());
}

} // namespace thoth
