#include "os/user.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

namespace thoth {

uint32_t current_user() {
    return ::geteuid();
}

std::string user_name(uint32_t id) {
    passwd entry{};
    passwd* found = nullptr;
    std::string buffer(16 * 1024, '\0');
    if (::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found) == 0 && found && found->pw_name)
        return found->pw_name;
    return fmt::format("user {}", id);
}

} // namespace thoth
