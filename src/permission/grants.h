#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/clock.h"
#include "os/file_system.h"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The content that a program file had when it was allowed: the grant counts for that and no other.
struct FilePin {
    Path path; // real path
    std::string sha256;
    bool operator==(const FilePin&) const = default;
};

struct Grant {
    std::string key;   // docs: "edit:./", "read:/etc"
    std::string since; // ISO time
    std::optional<FilePin> pin{};
    bool operator==(const Grant&) const = default;
};

// What the user allowed for good in one project: allow.json in the project's state directory.
// A damaged file is reported, kept, and never written over; members of a later version are
// kept too. Agent thread only; several processes may use one file.
class Grants {
public:
    // `file` need not exist. The original's plain array of keys is read too.
    static Result<Grants> load(FileSystem& files, const Path& file, const Path& project);
    // Grants that are kept in memory only: no state directory, or a damaged file.
    static Grants unsaved();

    bool has(std::string_view key) const { return find(key) != nullptr; }
    const Grant* find(std::string_view key) const; // null: not granted
    std::span<const Grant> all() const { return m_grants; }
    // Stores the keys that are not there yet, or that are there with another pin. What another
    // session stored meanwhile is kept. They are in force even after an error, which says that
    // they could not be saved.
    using Pins = std::map<std::string, FilePin>;
    Result<void> add(std::span<const std::string> keys, const Clock& clock, const Pins& pins = {});
    // Errors: Errc::not_found, with the keys that there are.
    Result<void> remove(const std::string& key);
    Result<void> reset();

private:
    Result<void> change_file(const std::function<void(std::vector<Grant>&)>& change);
    Grants() = default;
    Grants(FileSystem& files, Path file, Path project);
    FileSystem* m_files = nullptr; // null: unsaved
    Path m_file;
    Path m_project;
    std::vector<Grant> m_grants;
};

} // namespace thoth
