// A session file with any bytes in it gives a history that a model server accepts.
#include "fakes/paired_history.h"
#include "session/session_reader.h"

#include <cstdint>
#include <cstdlib>

namespace {
using namespace thoth;

// Files named by the input must not be looked at.
class NoFiles final : public FileSystem {
public:
    Result<FileStatus> status(const Path&) const override { return none(); }
    Result<FileStatus> link_status(const Path&) const override { return none(); }
    Result<std::string> read(const Path&, uint64_t, uint64_t) const override { return none(); }
    Result<std::vector<DirectoryEntry>> list(const Path&) const override { return none(); }
    Result<Path> real_path(const Path&) const override { return none(); }
    Result<void> write(const Path&, std::string_view, uint32_t, Durability) override { return none(); }
    Result<void> make_directories(const Path&, uint32_t) override { return none(); }
    Result<void> remove(const Path&) override { return none(); }
    Result<std::unique_ptr<AppendFile>> open_append(const Path&, uint32_t) override { return none(); }

private:
    static std::unexpected<Error> none() { return fail(Errc::not_found, "no files here"); }
};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const StoredSession session = read_session(text, NoFiles());
    if (!is_paired(session.history) || session.valid_size > size || session.next_number < 1) std::abort();
    return 0;
}
