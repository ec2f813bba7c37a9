#include "os/poll.h"

#include <poll.h>
#include <vector>

namespace thoth {

std::set<int> wait_readable(std::initializer_list<int> descriptors,
                            std::optional<std::chrono::milliseconds> timeout) {
    std::vector<pollfd> entries;
    for (const int fd : descriptors)
        if (fd >= 0) entries.push_back({fd, POLLIN, 0});
    std::set<int> ready;
    if (::poll(entries.data(), entries.size(), timeout ? static_cast<int>(timeout->count()) : -1) <= 0)
        return ready;
    for (const pollfd& entry : entries)
        if (entry.revents != 0) ready.insert(entry.fd);
    return ready;
}

} // namespace thoth
