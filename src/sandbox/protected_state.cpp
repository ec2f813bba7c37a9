#include "sandbox/protected_state.h"

#include "os/place.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>

namespace thoth {

namespace {
std::string read_file(const Place& place, uint64_t size) {
    const Descriptor file(
        ::openat(place.directory.fd(), place.name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    std::string bytes(size, '\0');
    const ssize_t n = file ? ::read(file.fd(), bytes.data(), bytes.size()) : 0;
    bytes.resize(n > 0 ? static_cast<size_t>(n) : 0);
    return bytes;
}

std::string read_link(const Place& place) {
    std::array<char, PATH_MAX> target{};
    const ssize_t n = ::readlinkat(place.directory.fd(), place.name.c_str(), target.data(), target.size());
    return std::string(target.data(), n > 0 ? static_cast<size_t>(n) : 0);
}

std::vector<std::string> names_in(const Place& place) {
    constexpr size_t k_max_names = 10'000; // a command can make any number of them
    std::vector<std::string> names;
    const int fd =
        ::openat(place.directory.fd(), place.name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    const std::unique_ptr<DIR, int (*)(DIR*)> directory(fd < 0 ? nullptr : ::fdopendir(fd), &::closedir);
    if (!directory) return names;
    while (const dirent* entry = ::readdir(directory.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != ".." && names.size() < k_max_names) names.emplace_back(name);
    }
    std::ranges::sort(names);
    return names;
}

bool write_new_file(const Place& place, const std::string& bytes, uint32_t mode) {
    const Descriptor file(::openat(place.directory.fd(), place.name.c_str(),
                                   O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
    return file && ::write(file.fd(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
           ::fchmod(file.fd(), mode) == 0;
}

// errno as renameat2 leaves it.
bool rename_to_new(const Place& place, int directory, const std::string& to) {
    const int from = place.directory.fd();
    if (::renameat2(from, place.name.c_str(), directory, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    // A file system that cannot promise it: looked at just before instead.
    if (::faccessat(directory, to.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::renameat(from, place.name.c_str(), directory, to.c_str()) == 0;
}

// Takes the thing out of its place; where it is now. Another file system cannot take it: then it
// stays beside its place, under a name that means nothing to anybody.
Result<Path> move_away(const Place& place, const Path& quarantine) {
    constexpr int k_most = 10'000;
    std::error_code error;
    std::filesystem::create_directories(quarantine, error);
    std::filesystem::permissions(quarantine, std::filesystem::perms::owner_all, error);
    for (int number = 1; number < k_most; ++number) {
        const Path to = quarantine / fmt::format("{}-{}", place.name, number);
        if (rename_to_new(place, AT_FDCWD, to.native())) return to;
        if (errno == EXDEV) {
            const std::string beside = fmt::format("{}.thoth-quarantine-{}", place.name, number);
            if (rename_to_new(place, place.directory.fd(), beside)) return place.path.parent_path() / beside;
        }
        if (errno != EEXIST) break;
    }
    return fail(system_error(errno, "move it"));
}
} // namespace

Result<ProtectedState::Entry> ProtectedState::look_at(const Path& path, uint64_t limit) {
    Entry entry{path};
    const auto place = Place::find(path);
    if (!place && place.error().code == Errc::not_found) return entry;
    if (!place) return fail(place.error());
    struct stat status{};
    if (::fstatat(place->directory.fd(), place->name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return entry;
    entry.mode = status.st_mode & 07777;
    entry.kind = S_ISREG(status.st_mode)   ? Kind::file
                 : S_ISDIR(status.st_mode) ? Kind::directory
                 : S_ISLNK(status.st_mode) ? Kind::link
                                           : Kind::other;
    if (entry.kind == Kind::link) entry.content = read_link(*place);
    if (entry.kind == Kind::directory)
        for (const std::string& name : names_in(*place))
            entry.content += name + '/';
    if (entry.kind != Kind::file) return entry;
    const auto size = static_cast<uint64_t>(status.st_size);
    entry.has_content = size <= limit;
    if (entry.has_content)
        entry.content = read_file(*place, size);
    else
        entry.stamp = static_cast<uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000 +
                      static_cast<uint64_t>(status.st_mtim.tv_nsec) + size;
    return entry;
}

ProtectedState ProtectedState::absent(const Path& path) {
    ProtectedState state;
    state.m_entries.push_back({path});
    return state;
}

void ProtectedState::add(const Path& path) {
    if (m_entries.size() >= k_max_files) return;
    auto entry = look_at(path, std::min(k_max_file_bytes, k_max_bytes - std::min(k_max_bytes, m_bytes)));
    if (!entry) return; // a link on the way: whatever is there is not ours to guard
    m_bytes += entry->content.size();
    m_entries.push_back(*entry);
    if (entry->kind == Kind::directory)
        for (const std::string& name : names_of(*entry))
            add(path / name);
}

std::vector<std::string> ProtectedState::names_of(const Entry& directory) {
    std::vector<std::string> names;
    for (size_t start = 0; start < directory.content.size();) {
        const size_t end = directory.content.find('/', start);
        names.push_back(directory.content.substr(start, end - start));
        start = end + 1;
    }
    return names;
}

ProtectedState ProtectedState::look(const std::vector<Path>& paths) {
    ProtectedState state;
    for (const Path& path : paths)
        state.add(path);
    return state;
}

std::vector<std::string> ProtectedState::put_right(const Path& quarantine) const {
    std::vector<std::string> notes;
    for (const Entry& entry : m_entries)
        put_right(entry, quarantine, notes);
    return notes;
}

void ProtectedState::put_right(const Entry& before, const Path& quarantine, std::vector<std::string>& notes) {
    const auto now = look_at(before.path, before.has_content ? k_max_file_bytes : 0);
    if (!now) {
        notes.push_back(
            fmt::format("'{}' is protected, and it is not where it was ({}): look at it before you use it",
                        before.path.native(), now.error().message));
        return;
    }
    if (*now == before) return;
    if (before.kind == Kind::directory && now->kind == Kind::directory) {
        // What was in it has an entry of its own.
        const std::vector<std::string> old_names = names_of(before);
        for (const std::string& name : names_of(*now))
            if (!std::ranges::binary_search(old_names, name)) put_right({before.path / name}, quarantine, notes);
        if (before.mode != now->mode) restore(before);
        return;
    }
    notes.push_back(replace(before, *now, quarantine));
}

std::string ProtectedState::replace(const Entry& before, const Entry& now, const Path& quarantine) {
    const char* what = before.kind == Kind::missing ? "created" : now.kind == Kind::missing ? "removed" : "changed";
    std::string note = fmt::format("the command {} '{}', which is protected", what, before.path.native());
    if (now.kind != Kind::missing) {
        const auto place = Place::find(before.path);
        const auto moved = place ? move_away(*place, quarantine) : fail(place.error());
        if (!moved)
            return note + fmt::format(", and it stays ({}): look at it before you use it", moved.error().message);
        note += fmt::format("; what it left is in '{}'", moved->native());
    }
    if (before.kind == Kind::missing) return note;
    return note + (restore(before) ? ", and the old is back" : ", and the old could NOT be put back");
}

bool ProtectedState::restore(const Entry& entry) {
    const auto place = Place::find(entry.path);
    if (!place) return false;
    const int directory = place->directory.fd();
    const char* name = place->name.c_str();
    switch (entry.kind) {
    case Kind::file:
        return entry.has_content && write_new_file(*place, entry.content, entry.mode);
    case Kind::directory: {
        if (::mkdirat(directory, name, entry.mode) != 0 && errno != EEXIST) return false;
        const Descriptor made(::openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        return made && ::fchmod(made.fd(), entry.mode) == 0;
    }
    case Kind::link:
        return ::symlinkat(entry.content.c_str(), directory, name) == 0;
    case Kind::missing:
    case Kind::other:
        break;
    }
    return false;
}

} // namespace thoth
