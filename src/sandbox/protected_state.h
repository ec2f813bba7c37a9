#pragma once
#include "base/path.h"
#include "base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace thoth {

// What protected paths were before a command, to find and undo what it did to them. At level A
// that is those that could not be mounted read-only, for they do not exist or are links; below it,
// all of them with their contents: at most k_max_files, k_max_file_bytes each and k_max_bytes in all;
// what is larger is told when it changed, and not put back.
class ProtectedState {
public:
    static constexpr size_t k_max_files = 500;
    static constexpr uint64_t k_max_file_bytes = 1024 * 1024;
    static constexpr uint64_t k_max_bytes = 16 * k_max_file_bytes;

    static ProtectedState look(const std::vector<Path>& paths);
    // As if nothing had been there.
    static ProtectedState absent(const Path& path);

    // Moves to `quarantine` what was not there before or is another now, and puts the old back.
    // A line for each, for a person. Never follows a link of the command, also not on the way: what
    // is moved or written lies where the path led before.
    std::vector<std::string> put_right(const Path& quarantine) const;

private:
    enum class Kind { missing, file, directory, link, other };
    struct Entry {
        Path path;
        Kind kind = Kind::missing;
        std::string
            content{}; // of a file; where a link leads; the names in a directory, sorted, each with a slash behind
        uint32_t mode = 0;
        bool has_content = true; // false: too large
        uint64_t stamp = 0;      // of what is too large: changes with its content
        bool operator==(const Entry&) const = default;
    };
    static Result<Entry> look_at(const Path& path, uint64_t limit); // error: a link is on the way
    static std::vector<std::string> names_of(const Entry& directory);
    void add(const Path& path);
    static void put_right(const Entry& before, const Path& quarantine, std::vector<std::string>& notes);
    static std::string replace(const Entry& before, const Entry& now, const Path& quarantine);
    static bool restore(const Entry& entry);

    std::vector<Entry> m_entries; // parents before what is in them
    uint64_t m_bytes = 0;
};

} // namespace thoth
