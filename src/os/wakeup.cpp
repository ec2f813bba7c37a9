#include "os/wakeup.h"

#include <cstdint>
#include <sys/eventfd.h>

namespace thoth {

Wakeup::Wakeup() : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Wakeup::notify() {
    const uint64_t one = 1;
    // Fails only when the counter is full, and then the waiter is awake already.
    [[maybe_unused]] const ssize_t n = ::write(m_event.fd(), &one, sizeof one);
}

void Wakeup::clear() {
    uint64_t count = 0;
    [[maybe_unused]] const ssize_t n = ::read(m_event.fd(), &count, sizeof count);
}

} // namespace thoth
