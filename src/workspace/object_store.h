#pragma once
#include "os/file_system.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Contents of files under the SHA-256 of their bytes, compressed with zstd: what an undo puts
// back. Written once and never changed. Any thread.
class ObjectStore {
public:
    ObjectStore(FileSystem& files, Path directory) : m_files(&files), m_directory(std::move(directory)) {}

    // Returns the name; the bytes survive a power cut from here on.
    Result<std::string> put(std::string_view bytes);
    // Whether it is there and can be read: one that cannot is written anew.
    bool holds(const std::string& name) const { return m_files->link_status(file_of(name)) && get(name); }
    Path file_of(std::string_view name) const { return m_directory / name; } // its frame
    // Errc::not_found; Errc::protocol when what is there is damaged.
    Result<std::string> get(std::string_view name) const;
    // Sorted. Files with other names are left out.
    Result<std::vector<std::string>> names() const;
    Result<void> remove(std::string_view name);

private:
    FileSystem* m_files;
    Path m_directory;
};

bool is_object_name(std::string_view name); // 64 lower-case hexadecimal digits

} // namespace thoth
