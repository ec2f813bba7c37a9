#include "os/standard_streams.h"

#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

namespace thoth {

void fill_closed_standard_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(fd, F_GETFD) >= 0) continue;
        // The lowest free number is taken, and everything below this one is open by now.
        [[maybe_unused]] const int opened = ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

} // namespace thoth
