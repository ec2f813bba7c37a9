#include "os/output.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace thoth {

void Output::write(std::string_view text) {
    while (!text.empty() && !m_broken) {
        const ssize_t n = ::write(m_fd, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<size_t>(n));
        } else if (errno == EAGAIN) { // somebody else made the descriptor non-blocking
            pollfd entry{m_fd, POLLOUT, 0};
            ::poll(&entry, 1, -1);
        } else if (errno != EINTR) {
            m_broken = true;
        }
    }
}

} // namespace thoth
