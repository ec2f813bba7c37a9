#pragma once
#include <unistd.h>
#include <utility>

namespace thoth {

// Owns a file descriptor. -1 is none.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() { close(); }

    int fd() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    void close() {
        if (m_fd >= 0) ::close(std::exchange(m_fd, -1));
    }

private:
    int m_fd = -1;
};

} // namespace thoth
