#include "os/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <limits>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace thoth {

namespace {
// Whether a write may have to wait for somebody at the other end.
bool can_block(int fd) {
    struct stat status{};
    if (::fstat(fd, &status) != 0) return false;
    return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || ::isatty(fd) == 1;
}

// O_NONBLOCK belongs to the open file, which is shared with the shell and others: it must not
// be set on what was inherited, only on an opening of our own. None where that is not possible.
Descriptor opened_anew(int fd) {
    return Descriptor(
        ::open(fmt::format("/proc/self/fd/{}", fd).c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
}
} // namespace

Output::Output(int fd, bool color, int signals)
    : m_fd(fd), m_target(fd), m_most(std::numeric_limits<size_t>::max()), m_signals(signals), m_color(color) {
    if (!can_block(fd)) return;
    m_own = opened_anew(fd);
    if (m_own)
        m_target = m_own.fd();
    else
        m_most = 256; // a write after poll(2) blocks at most for the rest of so little
}

void Output::write(std::string_view text) {
    // What cannot be opened anew is asked first.
    const bool ask_first = m_most != std::numeric_limits<size_t>::max();
    while (!text.empty() && !broken()) {
        if (ask_first && !wait_for_room()) return;
        const ssize_t n = ::write(m_target, text.data(), std::min(text.size(), m_most));
        if (n >= 0) {
            text.remove_prefix(static_cast<size_t>(n));
        } else if (errno == EAGAIN) { // our own opening, or somebody else made it non-blocking
            if (!wait_for_room()) return;
        } else if (errno != EINTR) {
            m_error = errno;
        }
    }
}

void Output::stop_waiting_in(std::chrono::milliseconds time) {
    m_waits_until = std::chrono::steady_clock::now() + time;
}

int Output::time_to_wait() const {
    if (!m_may_wait) return 0;
    if (!m_waits_until) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*m_waits_until - std::chrono::steady_clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, std::numeric_limits<int>::max()));
}

bool Output::wait_for_room() const {
    while (true) {
        std::array<pollfd, 2> entries{pollfd{m_target, POLLOUT, 0}, pollfd{m_signals, POLLIN, 0}};
        const int ready = ::poll(entries.data(), entries.size(), time_to_wait());
        if (ready < 0 && errno != EINTR) return false;
        if (ready < 0) continue;
        if (entries[0].revents != 0) return true;
        if (ready == 0 || entries[1].revents != 0) return false;
    }
}

} // namespace thoth
