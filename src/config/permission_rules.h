#pragma once
#include "base/path.h"
#include "base/result.h"
#include "config/profile_file.h"
#include "os/file_system.h"

#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A rule that somebody wrote by hand, as it stands in the file:
//   [[permissions]]
//   deny = "shell:git push --force*"     # or ask, or allow; or read: and edit: with a path pattern
//   reason = "others work on that branch"
//   match = ["git push --force origin"]  # what `thoth policy check` expects
//   no_match = ["git push"]
// What a pattern means: permission/rules.h.
struct PermissionRule {
    enum class Effect { deny, ask, allow };
    enum class Subject { shell, read, edit };

    Effect effect = Effect::ask;
    Subject subject = Subject::shell;
    std::string pattern;
    std::string reason;
    std::vector<std::string> match;
    std::vector<std::string> no_match;
    std::string origin; // "config.toml:12"

    bool operator==(const PermissionRule&) const = default;
};

const char* name_of(PermissionRule::Effect effect);
const char* name_of(PermissionRule::Subject subject);

// The rules under `permissions` of a file that was read. `path` is for errors, `label` for
// origins. Errors (Errc::invalid_argument) name the place, what was found and what is allowed: a
// rule that was not understood must not be passed over.
Result<std::vector<PermissionRule>> permission_rules(const ConfigEntry& entry, const std::string& path,
                                                     const std::string& label);

struct ProjectRules {
    std::vector<PermissionRule> rules;
    std::vector<std::string> warnings;
};

// The rules of .thoth/config.toml below the project: only those that deny. Whoever can write there may
// be the model, or whoever wrote the repository: a rule that would allow or ask is left out with a
// warning. Absent: none.
Result<ProjectRules> read_project_rules(const FileSystem& files, const Path& project);

} // namespace thoth
