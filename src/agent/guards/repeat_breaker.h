#pragma once
#include "base/hash.h"
#include "base/result.h"
#include "os/file_system.h"
#include "protocol/access.h"

#include <map>
#include <optional>
#include <string_view>

namespace thoth {

// Keeps a model from making the same call for ever: one that gave the same answer twice does not run a
// third time, until something happened that could change the answer. Calls are counted by what they are
// (call_identity), so a circle of several calls ends as well as a single one. Agent thread only.
class RepeatBreaker {
public:
    static constexpr int k_most = 2; // same answers to one call

    explicit RepeatBreaker(const FileSystem& files) : m_files(files) {}

    // Whether the call may run: Errc::refused names what would help.
    Result<void> judge(ContentHash call, std::string_view tool) const;
    // It ran, or was refused. `access`: what it would touch, where it came that far.
    void answered(ContentHash call, std::optional<Access> access, ContentHash answer);
    // Reads of this file, searches and commands may answer otherwise now.
    void file_changed(const Path& real);
    // A command ran: searches may answer otherwise now. Of the files that it is known to have changed
    // file_changed() is told.
    void command_ran();
    // The user spoke, or the conversation was made shorter.
    void start_over() { m_calls.clear(); }

private:
    struct Counted {
        int times = 0;
        ContentHash answer;
        std::optional<Access> access;
        std::optional<FileStatus> file; // that it reads, as it was when it answered
    };
    std::optional<FileStatus> file_of(const std::optional<Access>& access) const;

    const FileSystem& m_files;
    std::map<ContentHash, Counted> m_calls;
};

} // namespace thoth
