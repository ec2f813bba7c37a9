#pragma once
#include "base/path.h"
#include "os/file_system.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// What was typed before, in this session and earlier ones: a file of one JSON string a line, owner-only, to which
// several programs may add at once. What looks like a credential is remembered here and not in the file. Without a
// file, and after an error with it, it lasts as long as this object. Main thread.
class InputHistory {
public:
    static constexpr size_t k_most_entries = 1000;

    InputHistory(FileSystem& files, Path file);

    // Repeats are one entry. The way back through the entries begins anew.
    void add(const std::string& text);

    // The entry before the one that was shown last, and the one after it; nothing at the ends.
    std::optional<std::string> older();
    std::optional<std::string> newer();
    bool is_browsing() const { return m_at < m_entries.size(); }
    void stop_browsing() { m_at = m_entries.size(); }

    // The newest entry with `words` in it that is older than entry `before`; its number.
    std::optional<size_t> find(std::string_view words, size_t before) const;
    const std::string& entry(size_t number) const { return m_entries[number]; }
    size_t count() const { return m_entries.size(); }

private:
    void load();
    void remember(std::string text);

    FileSystem& m_files;
    Path m_file; // empty: none
    std::deque<std::string> m_entries;
    size_t m_at = 0;
    bool m_ends_within_line = false; // the file: somebody was stopped in the midst of it
};

} // namespace thoth
