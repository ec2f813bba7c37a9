#include "os/file_system.h"

#include <fmt/format.h>

namespace thoth {

Result<void> FileSystem::set_mode(const Path& path, uint32_t mode) {
    return fail(Errc::unsupported, fmt::format("cannot give {} the mode {:o}", path.string(), mode));
}

Result<std::string> read_whole(const FileSystem& files, const Path& path, uint64_t limit) {
    std::string bytes = TRY(files.read(path, 0, limit + 1));
    if (bytes.size() > limit)
        return fail(Errc::too_large, fmt::format("{} is larger than {} bytes", path.string(), limit));
    return bytes;
}

} // namespace thoth
