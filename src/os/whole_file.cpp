#include "os/whole_file.h"

#include "os/in_place.h"
#include "os/posix_file.h"
#include "os/temporary_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace thoth {

namespace {
Result<void> sync_directory(const Place& place, Durability durability) {
    return durability == Durability::synced ? place.sync_directory() : Result<void>();
}
} // namespace

Result<void> remove_file(const Place& place, ContentHash before, Durability durability) {
    if (TRY(place.content_of(place.name)) != before) return changed_meanwhile(place.path);
    const int directory = place.directory.fd();
    const std::string aside = temporary_name(place);
    if (::renameat2(directory, place.name.c_str(), directory, aside.c_str(), RENAME_NOREPLACE) != 0) {
        if (errno != ENOSYS && errno != EINVAL) return file_error("remove", place.path);
        // Nothing to look at it apart: a save since the look above is lost with it.
        if (::unlinkat(directory, place.name.c_str(), 0) != 0) return file_error("remove", place.path);
        return sync_directory(place, durability);
    }
    const auto out = place.content_of(aside);
    if (!out || *out != before) {
        auto conflict = changed_meanwhile(place.path);
        if (::renameat2(directory, aside.c_str(), directory, place.name.c_str(), RENAME_NOREPLACE) != 0)
            conflict.error().hint = "one of their versions is kept as " + aside + " beside it";
        return conflict;
    }
    if (::unlinkat(directory, aside.c_str(), 0) != 0) return file_error("remove", place.path);
    return sync_directory(place, durability);
}

Result<void> rename_file(const Place& from, const Place& to, Durability durability) {
    struct stat status{};
    TRY(from.open(O_RDONLY | O_PATH, status));
    if (::renameat2(from.directory.fd(), from.name.c_str(), to.directory.fd(), to.name.c_str(), RENAME_NOREPLACE) !=
        0) {
        const bool cannot = errno == ENOSYS || errno == EINVAL;
        if (errno == EXDEV)
            return fail(Errc::unsupported, quoted(to.path) + " is on another file system than " + quoted(from.path),
                        "write it there, then delete it here");
        if (!cannot) return file_error("move to", to.path);
        // A second name, then without the first: never in the place of another file either.
        if (::linkat(from.directory.fd(), from.name.c_str(), to.directory.fd(), to.name.c_str(), 0) != 0)
            return file_error("move to", to.path);
        if (::unlinkat(from.directory.fd(), from.name.c_str(), 0) != 0) return file_error("move", from.path);
    }
    TRY(sync_directory(to, durability));
    return sync_directory(from, durability);
}

} // namespace thoth
