#include "os/terminal.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace thoth {

bool is_terminal(int fd) {
    return ::isatty(fd) == 1;
}

Descriptor open_controlling_terminal() {
    return Descriptor(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
}

void discard_typed_input(int terminal) {
    if (is_terminal(terminal)) ::tcflush(terminal, TCIFLUSH);
}

} // namespace thoth
