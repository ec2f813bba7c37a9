#include "base/result.h"

#include <cerrno>
#include <cstring>

namespace thoth {

std::string describe(const Error& error) {
    if (error.hint.empty()) return error.message;
    return error.message + " (" + error.hint + ")";
}

namespace {
Errc errc_of(int errno_value) {
    switch (errno_value) {
    case ENOENT:
    case ENOTDIR:
        return Errc::not_found;
    case EEXIST:
    case ENOTEMPTY:
        return Errc::already_exists;
    case EACCES:
    case EPERM:
    case EROFS:
        return Errc::not_permitted;
    case ENAMETOOLONG:
    case EINVAL:
    case ELOOP:
        return Errc::invalid_argument;
    case EFBIG:
        return Errc::too_large;
    case ETIMEDOUT:
        return Errc::timed_out;
    default:
        return Errc::io;
    }
}
} // namespace

Error system_error(int errno_value, const std::string& what) {
    return {errc_of(errno_value), "cannot " + what + ": " + std::strerror(errno_value), {}};
}

} // namespace thoth
