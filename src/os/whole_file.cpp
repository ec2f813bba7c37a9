#include "os/whole_file.h"

#include "os/file_attributes.h"
#include "os/in_place.h"
#include "os/posix_file.h"
#include "os/temporary_file.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <utility>

namespace thoth {

namespace {
// What says that a file cannot be made or renamed here, whatever is in it.
bool is_refused(const Error& error) {
    return error.code == Errc::not_permitted;
}

Result<void> sync_directory(const Place& place, Durability durability) {
    return durability == Durability::synced ? place.sync_directory() : Result<void>();
}

Result<ContentHash> hash_at(const Place& place, const std::string& name) {
    struct stat status{};
    const Descriptor file =
        TRY(open_regular_at(place.directory.fd(), name.c_str(), O_RDONLY | O_NOFOLLOW, status, place.path));
    return hash_all(file.fd(), place.path);
}

// Which file a name in the place's directory leads to; nothing for none.
std::optional<std::pair<dev_t, ino_t>> identity(const Place& place, const std::string& name) {
    struct stat status{};
    if (::fstatat(place.directory.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    return std::pair(status.st_dev, status.st_ino);
}

// What came out of the place is somebody's save: it goes back in. When something else than what was
// put there last comes out then, another save has come in meanwhile, and that one goes back. What is
// left outside in the end is our own file, or a save that a later one took the place of.
std::unexpected<Error> give_back(TemporaryFile& temporary, const Place& place) {
    constexpr int k_most_saves = 100;
    auto conflict = changed_meanwhile(place.path);
    struct stat status{};
    if (::fstat(temporary.fd(), &status) != 0) return file_error("look at", place.path);
    std::optional in_place = std::pair(status.st_dev, status.st_ino);
    for (int i = 0; i < k_most_saves; ++i) {
        const auto going_in = identity(place, temporary.name());
        if (!going_in || !temporary.exchange()) break;
        if (identity(place, temporary.name()) == in_place) return conflict;
        in_place = going_in;
    }
    temporary.keep();
    conflict.error().hint = "one of their versions is kept as " + temporary.name() + " beside it";
    return conflict;
}

Result<void> put_into_place(TemporaryFile& temporary, const Place& place, std::optional<ContentHash> before) {
    if (!before) return temporary.rename_over();
    const auto exchanged = temporary.exchange();
    if (exchanged) {
        const auto out = hash_at(place, temporary.name());
        if (out && *out == *before) return {};
        return give_back(temporary, place);
    }
    if (exchanged.error().code != Errc::unsupported) return exchanged;
    if (TRY(hash_at(place, place.name)) != *before) return changed_meanwhile(place.path);
    return temporary.rename_over();
}
} // namespace

Result<void> create_file(const Place& place, std::string_view bytes, uint32_t mode, Durability durability) {
    TemporaryFile temporary = TRY(TemporaryFile::beside(place, mode));
    TRY(temporary.put(bytes, durability));
    TRY(temporary.link_new());
    return sync_directory(place, durability);
}

Result<void> replace_file(const Place& place, std::optional<ContentHash> before, std::string_view bytes,
                          Durability durability) {
    // A rename would not ask whether the file itself may be written.
    if (::faccessat(place.directory.fd(), place.name.c_str(), W_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno != EINVAL &&
        errno != ELOOP)
        return file_error("write", place.path);
    struct stat old{};
    const Descriptor file = TRY(place.open(O_RDONLY, old));
    if (old.st_nlink > 1) return write_in_place(place, before, bytes, durability);
    {
        auto temporary = TemporaryFile::beside(place, 0600); // not to be read before it has its owner
        if (!temporary && !is_refused(temporary.error())) return fail(std::move(temporary).error());
        if (temporary && copy_attributes(file.fd(), temporary->fd(), old)) {
            TRY(temporary->put(bytes, durability));
            auto replaced = put_into_place(*temporary, place, before);
            if (replaced) return sync_directory(place, durability);
            if (!is_refused(replaced.error())) return replaced;
        }
    }
    return write_in_place(place, before, bytes, durability);
}

Result<void> remove_file(const Place& place, ContentHash before, Durability durability) {
    if (TRY(hash_at(place, place.name)) != before) return changed_meanwhile(place.path);
    const int directory = place.directory.fd();
    const std::string aside = temporary_name(place);
    if (::renameat2(directory, place.name.c_str(), directory, aside.c_str(), RENAME_NOREPLACE) != 0) {
        if (errno != ENOSYS && errno != EINVAL) return file_error("remove", place.path);
        // Nothing to look at it apart: a save since the look above is lost with it.
        if (::unlinkat(directory, place.name.c_str(), 0) != 0) return file_error("remove", place.path);
        return sync_directory(place, durability);
    }
    const auto out = hash_at(place, aside);
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
