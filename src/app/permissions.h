#pragma once
#include "app/application.h"
#include "permission/rules.h"

#include <span>
#include <string>
#include <vector>

namespace thoth {

struct LoadedRules {
    Rules rules;
    std::vector<std::string> warnings;
};

// The rules of the user's settings and those of the project, which can only deny.
Result<LoadedRules> load_rules(const Surroundings& world, const Workspace& workspace,
                               std::vector<PermissionRule> of_the_user);

// The PATH that commands get.
std::string command_search_path(const Environment& environment, const FileSystem& files, const Path& project);

// The home directory by its real path, or empty: what lies above the project decides what is asked.
Path real_home(const Surroundings& world);

} // namespace thoth
