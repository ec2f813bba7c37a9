#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/descriptor.h"
#include "os/environment.h"

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace thoth {

// The directory for temporary files of one run: logs of commands, and what commands put into their
// /tmp. Below TMPDIR (else /tmp), owner-only, made on first use, removed with all that is in it
// unless it was kept. What a run that was killed left is removed when the next one makes its own: a run
// holds a lock (flock) on its directory as long as it lives. One thread, but path().
class SessionDirectory {
public:
    explicit SessionDirectory(const Environment& environment);
    SessionDirectory(const SessionDirectory&) = delete;
    SessionDirectory& operator=(const SessionDirectory&) = delete;
    ~SessionDirectory();

    const Path& path() const { return m_path; } // a real path; nothing need be there yet. Any thread
    Result<Path> make();                        // the same; it is there afterwards
    // A name in it that was not given before, "shell-3.log"; the directory is there afterwards. Of each
    // stem the last k_most_files are kept: a long session does not fill the disk.
    Result<Path> next(const std::string& stem, std::string_view ending);
    static constexpr int k_most_files = 50;
    void keep(); // somebody goes on using it

    // Removes below `base` what killed runs left. One that is being made has no lock for a moment, so
    // those that changed less than `age` ago stay.
    using Age = std::chrono::seconds;
    static void remove_leftovers(const Path& base, Age age = Age{60});

private:
    Path m_path;
    bool m_made = false;
    Descriptor m_lock;
    std::map<std::string, int> m_given; // the last number of each stem
};

} // namespace thoth
