#pragma once
#include "base/hash.h"
#include "os/file_system.h"
#include "os/place.h"
#include "os/temporary_file.h"

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace thoth {

// A whole file with its new content on the way into its place, on the real file system; FileSystem
// says what is promised. Made: the bytes are written beside the place, and a thread of its own sees them
// to the disk, which sync() waits for: several files wait together.
// Then one step after the other: sync(), put_there(), sync_directory(); or put_into_place(), which
// is all three. What was not put there vanishes with this object. The bytes outlive it. One thread
// at a time.
class StagedFile final : public PendingReplacement {
public:
    // Where nothing is. put_there() says Errc::already_exists when something is by then.
    static Result<std::unique_ptr<StagedFile>> for_new(Place place, std::string_view bytes, uint32_t mode,
                                                       Durability durability);

    // In the place of the file there. Through a temporary name where that gives the same file with
    // other bytes: owner, group, permission bits (without setuid and setgid), access lists and
    // extended attributes stay. In place where it would not: several hard links, an owner that we may
    // not give it, a directory that we may not write to. Then nothing happens before put_there(), and
    // there is a moment with a mixture, but a write that fails puts the old bytes back.
    //
    // With `before`: the new file and the old one change names (RENAME_EXCHANGE) and what came out is
    // looked at; when that is not `before` they change back, so that a save at the same moment is not
    // lost. Where the kernel or the file system cannot exchange names, the old file is looked at just
    // before the rename instead; a save in between is then lost.
    static Result<std::unique_ptr<StagedFile>> for_existing(Place place, std::optional<ContentHash> before,
                                                            std::string_view bytes, Durability durability);

    Result<void> sync();
    Result<void> put_there();
    Result<void> sync_directory() const;
    Result<void> put_into_place() override;

private:
    StagedFile(Place place, std::optional<ContentHash> before, std::string_view bytes, Durability durability)
        : m_place(std::move(place)), m_before(before), m_bytes(bytes), m_durability(durability) {}
    Result<void> write_beside();
    Result<void> take_the_place();
    Result<void> exchange_or_rename();
    std::unexpected<Error> give_back();

    Place m_place;
    std::optional<ContentHash> m_before;
    std::string_view m_bytes;
    Durability m_durability;
    bool m_is_new = false;
    std::optional<TemporaryFile> m_temporary; // nothing: the file will be written in place
    std::future<Result<void>> m_syncing;      // of m_temporary
};

} // namespace thoth
