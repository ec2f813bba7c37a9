#pragma once
#include <string_view>

namespace thoth {

// Standard output or error, written at once. A reader that went away is remembered and
// written to no more (a broken pipe ends quietly). Main thread only.
class Output {
public:
    Output(int fd, bool color) : m_fd(fd), m_color(color) {}
    void write(std::string_view text);
    bool color() const { return m_color; }
    bool broken() const { return m_broken; }
    int fd() const { return m_fd; }

private:
    int m_fd;
    bool m_color;
    bool m_broken = false;
};

} // namespace thoth
