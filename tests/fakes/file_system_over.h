#pragma once
#include "os/file_system.h"

namespace thoth {

// Another file system, call by call: for fakes that change what one of the calls says.
class FileSystemOver : public FileSystem {
public:
    explicit FileSystemOver(FileSystem& inner) : m_files(inner) {}

    Result<FileStatus> status(const Path& path) const override { return m_files.status(path); }
    Result<FileStatus> link_status(const Path& path) const override { return m_files.link_status(path); }
    Result<std::string> read(const Path& path, uint64_t offset, uint64_t limit) const override {
        return m_files.read(path, offset, limit);
    }
    Result<std::vector<DirectoryEntry>> list(const Path& path) const override { return m_files.list(path); }
    Result<Path> real_path(const Path& path) const override { return m_files.real_path(path); }
    Result<void> write(const Path& path, std::string_view bytes, uint32_t mode, Durability durability) override {
        return m_files.write(path, bytes, mode, durability);
    }
    Result<std::unique_ptr<OpenFile>> open(const Path& real) const override { return m_files.open(real); }
    Result<void> create(const Path& real, std::string_view bytes, uint32_t mode, Durability durability) override {
        return m_files.create(real, bytes, mode, durability);
    }
    Result<std::unique_ptr<PendingReplacement>>
    begin_replace(const Path& real, ContentHash before, std::string_view bytes, Durability durability) override {
        return m_files.begin_replace(real, before, bytes, durability);
    }
    Result<void> remove_file(const Path& real, ContentHash before, Durability durability) override {
        return m_files.remove_file(real, before, durability);
    }
    Result<void> rename(const Path& from, const Path& to, Durability durability) override {
        return m_files.rename(from, to, durability);
    }
    Result<void> remove_directory(const Path& real) override { return m_files.remove_directory(real); }
    Result<void> make_directories(const Path& path, uint32_t mode) override {
        return m_files.make_directories(path, mode);
    }
    Result<void> remove(const Path& path) override { return m_files.remove(path); }
    Result<void> set_mode(const Path& path, uint32_t mode) override { return m_files.set_mode(path, mode); }
    Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) override {
        return m_files.open_append(path, mode);
    }

protected:
    FileSystem& m_files;
};

} // namespace thoth
