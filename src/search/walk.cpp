#include "search/walk.h"

#include <algorithm>
#include <array>
#include <vector>

namespace thoth {

namespace {
using namespace std::string_view_literals;
constexpr std::array k_skipped{"node_modules"sv, "target"sv,      "dist"sv,  "build"sv,
                               "venv"sv,         "__pycache__"sv, "vendor"sv};

// A directory that the walk is inside of. Kept on a heap-allocated stack: a hostile tree may be
// deeper than ours.
struct Level {
    std::string relative; // "" for the root, else with '/' at its end
    std::vector<DirectoryEntry> entries;
    size_t next = 0;
};

class Walk {
public:
    Walk(const FileSystem& files, const Path& root, const std::function<bool(const WalkedFile&)>& visit)
        : m_files(files), m_root(root), m_visit(visit) {}

    WalkStats run(const std::stop_token& stop) {
        enter("");
        while (!m_levels.empty() && !m_stats.stopped && !m_stats.partial) {
            Level& level = m_levels.back();
            if (level.next == level.entries.size())
                m_levels.pop_back();
            else if (stop.stop_requested())
                m_stats.stopped = true;
            else if (++m_entries > k_max_walked_entries)
                m_stats.partial = true;
            else
                look_at(level.relative, level.entries[level.next++]);
        }
        return m_stats;
    }

private:
    void enter(std::string relative) {
        auto entries = m_files.list(m_root / relative);
        if (entries)
            m_levels.push_back({std::move(relative), std::move(*entries), 0});
        else
            ++m_stats.unreadable;
    }
    // By value: entering a directory moves what the arguments would refer to.
    void look_at(std::string relative, const DirectoryEntry entry) {
        relative += entry.name;
        if (entry.kind == FileKind::regular) {
            m_stats.stopped = !m_visit({m_root / relative, relative});
        } else if (entry.kind == FileKind::directory) {
            if (is_skipped_directory(entry.name))
                ++m_stats.skipped_directories;
            else
                enter(relative + "/");
        }
    }

    const FileSystem& m_files;
    const Path& m_root;
    const std::function<bool(const WalkedFile&)>& m_visit;
    std::vector<Level> m_levels;
    WalkStats m_stats;
    int m_entries = 0;
};
} // namespace

bool is_skipped_directory(std::string_view name) {
    return name.starts_with('.') || std::ranges::find(k_skipped, name) != k_skipped.end();
}

WalkStats walk(const FileSystem& files, const Path& root, const std::function<bool(const WalkedFile&)>& visit,
               std::stop_token stop) {
    return Walk(files, root, visit).run(stop);
}

} // namespace thoth
