#include "os/session_directory.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace thoth {

namespace {
uint64_t chance() {
    std::random_device device;
    return (uint64_t{device()} << 32) | device();
}

constexpr std::string_view k_start = "thoth-";
constexpr size_t k_digits = 16;
constexpr const char* k_kept = ".kept"; // in a directory that outlives its run on purpose

bool is_session_name(std::string_view name) {
    return name.starts_with(k_start) && name.size() == k_start.size() + k_digits &&
           name.find_first_not_of("0123456789abcdef", k_start.size()) == std::string_view::npos;
}

// Nothing while another process has it.
Descriptor locked(const Path& directory) {
    Descriptor lock(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status{};
    if (!lock || ::fstat(lock.fd(), &status) != 0 || status.st_uid != ::geteuid()) return {};
    if (::flock(lock.fd(), LOCK_EX | LOCK_NB) != 0) return {};
    return lock;
}
} // namespace

void SessionDirectory::remove_leftovers(const Path& base, Age age) {
    // time() may lag behind the time that a file system has just given to a file.
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::error_code ignored;
    std::filesystem::directory_iterator entry(base, ignored);
    for (; !ignored && entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
        if (!is_session_name(entry->path().filename().native())) continue;
        const Descriptor lock = locked(entry->path());
        struct stat status{};
        if (!lock || ::fstat(lock.fd(), &status) != 0 || now - status.st_ctime < age.count()) continue;
        if (::faccessat(lock.fd(), k_kept, F_OK, AT_SYMLINK_NOFOLLOW) == 0) continue;
        std::error_code left;
        std::filesystem::remove_all(entry->path(), left);
    }
}

SessionDirectory::SessionDirectory(const Environment& environment) {
    const std::string chosen = environment.get("TMPDIR").value_or("");
    std::error_code error;
    Path base = std::filesystem::canonical(chosen.empty() ? "/tmp" : chosen, error);
    if (error) base = "/tmp";
    m_path = base / fmt::format("{}{:0{}x}", k_start, chance(), k_digits);
}

// A name that nobody could foresee, and that must be new: it is ours, then.
Result<Path> SessionDirectory::make() {
    if (m_made) return m_path;
    if (::mkdir(m_path.c_str(), 0700) != 0)
        return fail(system_error(errno, fmt::format("create the temporary directory '{}'", m_path.string())));
    m_made = true;
    m_lock = locked(m_path);
    remove_leftovers(m_path.parent_path());
    return m_path;
}

Result<Path> SessionDirectory::next(const std::string& stem, std::string_view ending) {
    const Path directory = TRY(make());
    const auto name = [&](int number) { return directory / fmt::format("{}-{}{}", stem, number, ending); };
    const int number = ++m_given[stem];
    std::error_code ignored;
    std::filesystem::remove(name(number - k_most_files), ignored);
    return name(number);
}

void SessionDirectory::keep() {
    if (!m_made) return;
    m_made = false;
    const Descriptor mark(::openat(m_lock.fd(), k_kept, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
}

SessionDirectory::~SessionDirectory() {
    std::error_code ignored;
    if (m_made) std::filesystem::remove_all(m_path, ignored);
}

} // namespace thoth
