#include "sandbox/build_policy.h"

#include "sandbox/known_places.h"
#include "sandbox/unix_sockets.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
// What of /run a command needs when all of it is replaced: names of hosts, and programs where a
// distribution keeps them there.
constexpr std::array k_kept{"/etc/resolv.conf", "/run/current-system", "/run/opengl-driver", "/run/wrappers"};
constexpr std::array k_replaced{"/run", "/tmp"};

bool overlap(const Path& one, const Path& other) {
    return is_within(one, other) || is_within(other, one);
}

bool is_within_any(const Path& path, const std::vector<Path>& roots) {
    return std::ranges::any_of(roots, [&](const Path& root) { return is_within(path, root); });
}

// Those that exist, by their real paths, sorted, each once.
class Places {
public:
    explicit Places(const FileSystem& files) : m_files(files) {}

    void add(const Path& path) {
        if (path.empty()) return;
        const auto real = m_files.real_path(path);
        if (real && m_files.link_status(*real)) m_paths.push_back(*real);
    }
    void add(const std::vector<Path>& paths) {
        for (const Path& path : paths)
            add(path);
    }
    std::vector<Path> take() {
        std::ranges::sort(m_paths);
        const auto rest = std::ranges::unique(m_paths);
        m_paths.erase(rest.begin(), rest.end());
        return std::move(m_paths);
    }

private:
    const FileSystem& m_files;
    std::vector<Path> m_paths;
};

std::vector<Path> writable_places(const FileSystem& files, const SandboxSettings& settings,
                                  const ProjectGuard& guard, const CommandReach& reach) {
    Places places(files);
    places.add(settings.temporary);
    places.add(build_caches(settings.home));
    places.add(settings.writable);
    places.add(reach.writable);
    if (!reach.project_read_only) {
        places.add(settings.project);
        places.add(guard.writable);
    }
    // One inside of another would be a mount of its own, and nothing could be renamed onto it: git writes
    // its settings like that.
    std::vector<Path> all = places.take();
    std::vector<Path> outermost;
    for (Path& path : all)
        if (!is_within_any(path, outermost)) outermost.push_back(std::move(path));
    return outermost;
}

// Those in the project and the temporary directory may be a command's own.
std::vector<Path> foreign_sockets(const FileSystem& files, const SandboxSettings& settings) {
    constexpr uint64_t k_max_table = 1024 * 1024;
    const auto table = files.read("/proc/net/unix", 0, k_max_table);
    std::vector<Path> sockets = table ? sockets_in(*table) : std::vector<Path>();
    std::erase_if(sockets, [&](const Path& path) {
        return is_within(path, settings.project) || is_within(path, settings.temporary) ||
               std::ranges::any_of(k_replaced, [&](const char* place) { return is_within(path, place); });
    });
    return sockets;
}

std::vector<Path> hidden_places(const FileSystem& files, const SandboxSettings& settings, const ProjectGuard& guard,
                                const CommandReach& reach) {
    Places places(files);
    places.add(secret_places(settings.home));
    places.add(settings.state);
    places.add(guard.secrets);
    places.add(foreign_sockets(files, settings));
    Places readable(files);
    readable.add(reach.readable);
    const std::vector<Path> allowed = readable.take();
    std::vector<Path> hidden = places.take();
    std::erase_if(hidden, [&](const Path& path) {
        // An allowed file opens the directory that hides it: in an empty one it could not be shown.
        return std::ranges::any_of(allowed, [&](const Path& open) { return overlap(path, open); }) ||
               is_within(settings.project, path);
    });
    return hidden;
}

std::vector<Path> kept_places(const FileSystem& files, const SandboxSettings& settings, const CommandReach& reach) {
    Places places(files);
    for (const char* path : k_kept)
        places.add(path);
    places.add(reach.readable);
    if (reach.project_read_only) places.add(settings.project); // otherwise it is among the writable places
    std::vector<Path> kept = places.take();
    std::erase_if(kept, [](const Path& path) {
        return std::ranges::none_of(k_replaced, [&](const char* place) { return is_within(path, place); });
    });
    return kept;
}
} // namespace

SandboxPolicy build_policy(const FileSystem& files, const SandboxSettings& settings, const ProjectGuard& guard,
                           const CommandReach& reach) {
    SandboxPolicy policy;
    policy.network = reach.network;
    policy.temporary = settings.temporary;
    policy.writable = writable_places(files, settings, guard, reach);
    policy.hidden = hidden_places(files, settings, guard, reach);
    policy.kept = kept_places(files, settings, reach);

    Places read_only(files);
    read_only.add(read_only_in_caches(settings.home));
    read_only.add(guard.read_only);
    policy.read_only = read_only.take();
    policy.pinned = guard.pinned;
    const auto needs_no_guard = [&](const Path& path) {
        return !is_within_any(path, policy.writable) || is_within_any(path, reach.writable);
    };
    std::erase_if(policy.read_only, needs_no_guard);
    std::erase_if(policy.pinned, needs_no_guard);
    return policy;
}

} // namespace thoth
