#include "os/file_attributes.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace thoth {

namespace {
constexpr const char* k_access_list = "system.posix_acl_access";

std::optional<std::string> attribute(int fd, const char* name) {
    std::string value(64 * 1024, '\0'); // the kernel's own limit
    const ssize_t length = ::fgetxattr(fd, name, value.data(), value.size());
    if (length < 0) return std::nullopt;
    value.resize(static_cast<size_t>(length));
    return value;
}

// The names that a copy shall have. What the kernel or an administrator attaches is theirs, and a
// capability vouched for other bytes, as setuid does.
std::vector<std::string> kept_attributes(int fd) {
    std::string list(64 * 1024, '\0');
    const ssize_t length = ::flistxattr(fd, list.data(), list.size());
    std::vector<std::string> names;
    std::string_view rest(list.data(), length > 0 ? static_cast<size_t>(length) : 0);
    while (!rest.empty()) {
        const std::string_view name = rest.substr(0, rest.find('\0'));
        if (name.starts_with("user.")) names.emplace_back(name);
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
    }
    return names;
}

bool copy_attribute(int from, int to, const char* name) {
    const auto value = attribute(from, name);
    if (!value) return true;
    return ::fsetxattr(to, name, value->data(), value->size(), 0) == 0 || errno == EOPNOTSUPP;
}
} // namespace

bool copy_attributes(int from, int to, const struct stat& old) {
    struct stat now{};
    if (::fstat(to, &now) != 0) return false;
    const bool owned_alike = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
    if (!owned_alike && ::fchown(to, old.st_uid, old.st_gid) != 0) return false;
    for (const std::string& name : kept_attributes(from))
        if (!copy_attribute(from, to, name.c_str())) return false;
    // The directory may have given the new file a list that the old one has not.
    if (!attribute(from, k_access_list)) ::fremovexattr(to, k_access_list);
    if (::fchmod(to, old.st_mode & k_kept_bits) != 0) return false;
    return copy_attribute(from, to, k_access_list);
}

} // namespace thoth
