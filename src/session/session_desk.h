#pragma once
#include "session/session_list.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Sessions as people choose them: a numbered list of this project's and the others', narrowed down by words, and
// the one that a number or an id means. One thread.
class SessionDesk {
public:
    static constexpr size_t k_shown = 20;        // of this project
    static constexpr size_t k_shown_others = 10; // of all other projects

    // `project`: the real directory. Nothing need be there.
    SessionDesk(const FileSystem& files, const Clock& clock, Path state_directory, Path project_state,
                std::string project)
        : m_files(files), m_clock(clock), m_state_directory(std::move(state_directory)),
          m_project_state(std::move(project_state)), m_project(std::move(project)) {}

    // Each session that has all of the words in its title, id, model or directory, in any case; `own` is not
    // listed.
    Result<std::string> list(std::string_view words, std::string_view own = {});
    // A number of the last list, or an id. Errors: Errc::not_found, Errc::invalid_argument; Errc::refused for a
    // session of another project, with the command that resumes it.
    Result<SessionFile> choose(std::string_view word);

private:
    Result<SessionSummary> find(std::string_view word);

    const FileSystem& m_files;
    const Clock& m_clock;
    Path m_state_directory;
    Path m_project_state;
    std::string m_project;
    std::vector<SessionSummary> m_listed;
};

} // namespace thoth
