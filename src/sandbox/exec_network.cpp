#include "sandbox/exec_network.h"

#include "sandbox/exec_confine.h"
#include "sandbox/exec_namespaces.h"

#include <cerrno>
#include <string>
#include <sys/prctl.h>
#include <unistd.h>

namespace thoth {

namespace {
Result<void> set_up() {
    TRY(enter_loopback_network());
    TRY(drop_capabilities()); // whoever joins brings their own
    return forbid_new_privileges();
}

bool say(const std::string& line) {
    return ::write(STDOUT_FILENO, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}
} // namespace

int hold_network() {
    ::prctl(PR_SET_NAME, "thoth-network");
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    if (const auto result = set_up(); !result) {
        say(describe(result.error()) + "\n");
        return 1;
    }
    if (!say("ready\n")) return 1;
    for (char byte = 0;;) {
        const ssize_t n = ::read(STDIN_FILENO, &byte, 1);
        if (n == 0 || (n < 0 && errno != EINTR)) return 0;
    }
}

} // namespace thoth
