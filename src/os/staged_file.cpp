#include "os/staged_file.h"

#include "base/background.h"
#include "os/file_attributes.h"
#include "os/in_place.h"
#include "os/posix_file.h"

#include <cassert>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace thoth {

namespace {
// What says that a file cannot be made or renamed here, whatever is in it.
bool is_refused(const Error& error) {
    return error.code == Errc::not_permitted;
}

// Which file a name in the place's directory leads to; nothing for none.
std::optional<std::pair<dev_t, ino_t>> identity(const Place& place, const std::string& name) {
    struct stat status{};
    if (::fstatat(place.directory.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
    return std::pair(status.st_dev, status.st_ino);
}
} // namespace

Result<std::unique_ptr<StagedFile>> StagedFile::for_new(Place place, std::string_view bytes, uint32_t mode,
                                                        Durability durability) {
    std::unique_ptr<StagedFile> staged(new StagedFile(std::move(place), std::nullopt, bytes, durability));
    staged->m_is_new = true;
    staged->m_temporary.emplace(TRY(TemporaryFile::beside(staged->m_place, mode)));
    TRY(staged->write_beside());
    return staged;
}

Result<std::unique_ptr<StagedFile>> StagedFile::for_existing(Place place, std::optional<ContentHash> before,
                                                             std::string_view bytes, Durability durability) {
    // A rename would not ask whether the file itself may be written.
    if (::faccessat(place.directory.fd(), place.name.c_str(), W_OK, AT_SYMLINK_NOFOLLOW) != 0 && errno != EINVAL &&
        errno != ELOOP)
        return file_error("write", place.path);
    std::unique_ptr<StagedFile> staged(new StagedFile(std::move(place), before, bytes, durability));
    struct stat old{};
    const Descriptor file = TRY(staged->m_place.open(O_RDONLY, old));
    if (old.st_nlink > 1) return staged;
    auto temporary = TemporaryFile::beside(staged->m_place, 0600); // not to be read before it has its owner
    if (!temporary && !is_refused(temporary.error())) return fail(std::move(temporary).error());
    if (!temporary || !copy_attributes(file.fd(), temporary->fd(), old)) return staged;
    staged->m_temporary.emplace(std::move(*temporary));
    TRY(staged->write_beside());
    return staged;
}

Result<void> StagedFile::write_beside() {
    TRY(m_temporary->put(m_bytes));
    if (m_durability == Durability::synced) m_syncing = in_background([this] { return m_temporary->sync(); });
    return {};
}

Result<void> StagedFile::sync() {
    return m_syncing.valid() ? m_syncing.get() : Result<void>();
}

Result<void> StagedFile::put_there() {
    assert(!m_syncing.valid());
    if (m_temporary) {
        TRY(m_place.check_still_there());
        auto there = take_the_place();
        m_temporary.reset(); // and with it the old file, so that syncing the directory settles that as well
        if (there || m_is_new || !is_refused(there.error())) return there;
    }
    return write_in_place(m_place, m_before, m_bytes, m_durability);
}

Result<void> StagedFile::sync_directory() const {
    return m_durability == Durability::synced ? m_place.sync_directory() : Result<void>();
}

Result<void> StagedFile::put_into_place() {
    TRY(sync());
    TRY(put_there());
    return sync_directory();
}

Result<void> StagedFile::take_the_place() {
    if (m_is_new) return m_temporary->link_new();
    return m_before ? exchange_or_rename() : m_temporary->rename_over();
}

Result<void> StagedFile::exchange_or_rename() {
    const auto exchanged = m_temporary->exchange();
    if (exchanged) {
        const auto out = m_place.content_of(m_temporary->name());
        if (out && *out == *m_before) return {};
        return give_back();
    }
    if (exchanged.error().code != Errc::unsupported) return exchanged;
    if (TRY(m_place.content_of(m_place.name)) != *m_before) return changed_meanwhile(m_place.path);
    return m_temporary->rename_over();
}

// What came out of the place is somebody's save: it goes back in. When something else than what was
// put there last comes out then, another save has come in meanwhile, and that one goes back. What is
// left outside in the end is our own file, or a save that a later one took the place of.
std::unexpected<Error> StagedFile::give_back() {
    constexpr int k_most_saves = 100;
    auto conflict = changed_meanwhile(m_place.path);
    struct stat status{};
    if (::fstat(m_temporary->fd(), &status) != 0) return file_error("look at", m_place.path);
    std::optional in_place = std::pair(status.st_dev, status.st_ino);
    for (int i = 0; i < k_most_saves; ++i) {
        const auto going_in = identity(m_place, m_temporary->name());
        if (!going_in || !m_temporary->exchange()) break;
        if (identity(m_place, m_temporary->name()) == in_place) return conflict;
        in_place = going_in;
    }
    m_temporary->keep();
    conflict.error().hint = "one of their versions is kept as " + m_temporary->name() + " beside it";
    return conflict;
}

} // namespace thoth
