#pragma once
#include "fakes/file_system_over.h"

#include <cstdint>

namespace thoth {

// The files of another file system on a disk that takes `room` more appended bytes and then says
// that it is full, after writing what fits; or whose files cannot be appended to at all.
class FullDisk final : public FileSystemOver {
public:
    using FileSystemOver::FileSystemOver;
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

    Result<std::unique_ptr<AppendFile>> open_append(const Path& path, uint32_t mode) override {
        if (read_only) return fail(Errc::not_permitted, "the file system is read-only");
        return std::make_unique<File>(TRY(m_files.open_append(path, mode)), room);
    }
};

} // namespace thoth
