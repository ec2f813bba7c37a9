#pragma once
#include "os/file_system.h"

namespace thoth {

// The real thing. Stateless.
class PosixFileSystem final : public FileSystem {
public:
    Result<FileStatus> status(const Path& path) const override;
    Result<FileStatus> link_status(const Path& path) const override;
    Result<std::string> read(const Path& path, uint64_t offset, uint64_t limit) const override;
    Result<std::vector<DirectoryEntry>> list(const Path& path) const override;
    Result<Path> real_path(const Path& path) const override;
    Result<void> write(const Path& path, std::string_view bytes, uint32_t mode, Durability durability) override;
    Result<void> write_together(std::span<const WholeFile> files, uint32_t mode, Durability durability) override;
    Result<std::unique_ptr<OpenFile>> open(const Path& real) const override;
    Result<void> create(const Path& real, std::string_view bytes, uint32_t mode, Durability durability) override;
    Result<std::unique_ptr<PendingReplacement>>
    begin_replace(const Path& real, ContentHash before, std::string_view bytes, Durability durability) override;
    Result<void> remove_file(const Path& real, ContentHash before, Durability durability) override;
    Result<void> rename(const Path& from, const Path& to, Durability durability) override;
    Result<void> remove_directory(const Path& real) override;
    Result<void> make_directories(const Path& path, uint32_t mode) override;
    Result<void> remove(const Path& path) override;
    Result<void> set_mode(const Path& path, uint32_t mode) override;
    Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) override;
};

} // namespace thoth
