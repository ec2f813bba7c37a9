#pragma once
#include "os/file_system.h"

#include <cstdint>

namespace thoth {

// The files of another file system on a disk that takes `room` more appended bytes and then says
// that it is full, after writing what fits; or whose files cannot be appended to at all.
class FullDisk final : public FileSystem {
public:
    explicit FullDisk(FileSystem& inner) : m_files(inner) {}
    size_t room = SIZE_MAX;
    bool read_only = false;

    class File final : public AppendFile {
    public:
        File(std::unique_ptr<AppendFile> inner, size_t& room) : m_inner(std::move(inner)), m_room(room) {}
        Result<void> append(std::string_view bytes, Durability durability) override {
            const bool fits = bytes.size() <= m_room;
            const auto part = bytes.substr(0, m_room);
            m_room -= part.size();
            TRY(m_inner->append(part, durability));
            if (!fits) return fail(Errc::io, "no space left");
            return {};
        }
        Result<bool> try_lock() override { return m_inner->try_lock(); }
        Result<void> truncate(uint64_t size) override { return m_inner->truncate(size); }

    private:
        std::unique_ptr<AppendFile> m_inner;
        size_t& m_room;
    };

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
    Result<void> make_directories(const Path& path, uint32_t mode) override {
        return m_files.make_directories(path, mode);
    }
    Result<void> remove(const Path& path) override { return m_files.remove(path); }
    Result<void> set_mode(const Path& path, uint32_t mode) override { return m_files.set_mode(path, mode); }
    Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) override {
        if (read_only) return fail(Errc::not_permitted, "the file system is read-only");
        return std::make_unique<File>(TRY(m_files.open_append(path, mode)), room);
    }

private:
    FileSystem& m_files;
};

} // namespace thoth
