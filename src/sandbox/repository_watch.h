#pragma once
#include "base/path.h"
#include "os/file_system.h"
#include "sandbox/project_guard.h"

#include <string>
#include <vector>

namespace thoth {

// The repositories of a project before commands ran, to find those that they made to run something when
// a person, or an editor, calls git in them. A new repository as such is harmless, and stays.
class RepositoryWatch {
public:
    static RepositoryWatch look(const FileSystem& files, ProjectSurvey survey);

    // Of each new repository: its settings, if they name a program or another place, its hooks, and the
    // file or link that stands for such a one are moved to `quarantine`. What lies in `opened` was allowed.
    // Where the survey before was not complete, nothing is moved: it may have been there. What a
    // rebase would run, and would not have run before, and new settings of editors and agents are only
    // told. A line for each, for a person.
    std::vector<std::string> check(const FileSystem& files, const ProjectSurvey& now,
                                   const std::vector<Path>& opened, const Path& quarantine) const;

private:
    ProjectSurvey m_survey{};
    std::vector<Path> m_guarded{}; // settings and hooks of those that were there
    std::vector<std::string> m_rebases{};
};

} // namespace thoth
