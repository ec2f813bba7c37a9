#pragma once
#include "base/path.h"
#include "base/result.h"
#include "os/clock.h"
#include "os/file_system.h"
#include "session/session_reader.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What a list says of a session. Texts are one line each; they are foreign all the same, and go through
// text/display.h before they are drawn.
struct SessionSummary {
    SessionFile file;
    std::string title;          // that the user gave, else how the first prompt begins; or empty
    bool is_named = false;      // the user gave it
    std::string started;        // ISO time; empty like project where the first line is damaged
    std::string last_activity;  // the same
    uint64_t size = 0;          // bytes
    std::string project;        // its directory
    std::string model;          // that was asked last
    std::optional<int> prompts; // nothing: not known without reading all of it
    std::string problem{};      // why it cannot be read; else empty
    bool operator==(const SessionSummary&) const = default;

    bool is_unused() const { return problem.empty() && prompts == 0; } // nothing was ever asked
};

// Looks at the beginning and the end of the file only, so that it takes no longer for a large one. Never fails:
// what cannot be read is a summary with a problem.
SessionSummary summarize_session(const FileSystem& files, const SessionFile& file);

// Of one project, the one that was used last first. Unused ones are among them. An error when there is
// something that cannot be listed.
Result<std::vector<SessionSummary>> summarize_sessions(const FileSystem& files, const Path& project_state);

// The one of a project that was used last, unused ones aside; one that cannot be read is not passed over. Looks
// into no file that was not written since: quick among ten thousand.
Result<std::optional<SessionSummary>> last_used_session(const FileSystem& files, const Path& project_state);

// Those of every project of a state directory but `except`. A project that cannot be listed is a summary with a
// problem and without an id.
std::vector<SessionSummary> summarize_all_sessions(const FileSystem& files, const Path& state_directory,
                                                   const Path& except = {});

// The files of every project, without a look into them. What cannot be listed is left out.
std::vector<SessionFile> list_all_sessions(const FileSystem& files, const Path& state_directory);

// The last eight digits of an id: enough to name a session.
std::string_view short_id(std::string_view id);

// The session that `word` means: an id, its last eight digits, or how either begins. Errc::not_found;
// Errc::invalid_argument when there are several, which the message names.
Result<SessionFile> find_session(std::span<const SessionFile> sessions, std::string_view word);

// "[1]  5ad801bc  2 h ago, 14 prompts, 1.2 MB  fix the parser", and below it the project where that is another than
// `here`, or the problem. Without a line feed at the end.
std::string summary_in_words(const SessionSummary& summary, int number, const Clock& clock, std::string_view here);

} // namespace thoth
