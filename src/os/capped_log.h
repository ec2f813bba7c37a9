#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"
#include "os/wakeup.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>

namespace thoth {

// A log that does not grow without end: above its limit it begins anew with a note and its last part.
// What is written through append() never takes it further; somebody else who writes to fd() is never held up
// and never ended by it, and is looked after by watch(): under a flood the file is larger for moments.
// Nobody looks after it when this object is gone. Any thread, one mutex.
class CappedLog {
public:
    // A new file, owner-only. Errors: Errc::already_exists, also for a link.
    static Result<std::shared_ptr<CappedLog>> create(const Path& path, uint64_t limit);
    CappedLog(const CappedLog&) = delete;
    CappedLog& operator=(const CappedLog&) = delete;
    ~CappedLog();

    const Path& path() const { return m_path; }
    bool is_whole() const { return !m_was_cut; } // all that was written stands in it
    void append(std::string_view bytes);         // what cannot be written is lost
    int fd() const { return m_file.fd(); }       // appends
    // On a thread of its own, whenever it was written to, at most a hundred times a second.
    Result<void> watch();

private:
    CappedLog(Path path, Descriptor file, uint64_t limit);
    void look_at_changes(const std::stop_token& stop);
    void cut_if_full();

    const Path m_path;
    const Descriptor m_file;
    const uint64_t m_limit;
    std::mutex m_mutex; // of the file's content
    std::atomic<bool> m_was_cut = false;
    Descriptor m_changes; // inotify
    Wakeup m_quit;
    std::jthread m_watcher; // last: it uses the others
};

} // namespace thoth
