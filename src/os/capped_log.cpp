#include "os/capped_log.h"

#include "os/poll.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/inotify.h>
#include <sys/stat.h>

namespace thoth {

namespace {
constexpr std::chrono::milliseconds k_rest{10};
constexpr uint64_t k_kept_part = 8; // of the limit stays when it begins anew
} // namespace

Result<std::shared_ptr<CappedLog>> CappedLog::create(const Path& path, uint64_t limit) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return fail(system_error(errno, fmt::format("create the log '{}'", path.string())));
    return std::shared_ptr<CappedLog>(new CappedLog(path, std::move(file), limit));
}

CappedLog::CappedLog(Path path, Descriptor file, uint64_t limit)
    : m_path(std::move(path)), m_file(std::move(file)), m_limit(limit) {}

CappedLog::~CappedLog() {
    m_watcher.request_stop();
    m_quit.notify();
}

Result<void> CappedLog::watch() {
    m_changes = Descriptor(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!m_changes || ::inotify_add_watch(m_changes.fd(), m_path.c_str(), IN_MODIFY) < 0)
        return fail(system_error(errno, fmt::format("watch the log '{}'", m_path.string())));
    m_watcher = std::jthread([this](const std::stop_token& stop) { look_at_changes(stop); });
    return {};
}

void CappedLog::append(std::string_view bytes) {
    const std::lock_guard lock(m_mutex);
    while (!bytes.empty()) {
        const ssize_t n = ::write(m_file.fd(), bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        bytes.remove_prefix(static_cast<size_t>(n));
    }
    cut_if_full();
}

void CappedLog::look_at_changes(const std::stop_token& stop) {
    std::array<char, 4096> events{};
    while (!stop.stop_requested()) {
        wait_readable({m_changes.fd(), m_quit.fd()});
        while (::read(m_changes.fd(), events.data(), events.size()) > 0)
            ;
        {
            const std::lock_guard lock(m_mutex);
            cut_if_full();
        }
        wait_readable({m_quit.fd()}, k_rest);
    }
}

// What somebody else writes between the read and the cut is lost.
void CappedLog::cut_if_full() {
    struct stat status{};
    if (::fstat(m_file.fd(), &status) != 0) return;
    const uint64_t size = static_cast<uint64_t>(status.st_size);
    if (size <= m_limit) return;
    std::string kept(m_limit / k_kept_part, '\0');
    const ssize_t n = ::pread(m_file.fd(), kept.data(), kept.size(), static_cast<off_t>(size - kept.size()));
    kept.resize(n > 0 ? static_cast<size_t>(n) : 0);
    if (const size_t line = kept.find('\n'); line != std::string::npos) kept.erase(0, line + 1);
    if (::ftruncate(m_file.fd(), 0) != 0) return;
    m_was_cut = true;
    const std::string text =
        fmt::format("[... the log was full: {} bytes before this were dropped ...]\n{}", size - kept.size(), kept);
    [[maybe_unused]] const ssize_t written = ::write(m_file.fd(), text.data(), text.size());
}

} // namespace thoth
