#include "app/permissions.h"

#include "config/load_settings.h"
#include "tools/shell_environment.h"

#include <algorithm>
#include <iterator>

namespace thoth {

Result<LoadedRules> load_rules(const Surroundings& world, const Workspace& workspace,
                               std::vector<PermissionRule> of_the_user) {
    auto read = read_project_rules(world.files, workspace.root());
    // A configuration that cannot be used; a wrong argument is something else.
    if (!read && read.error().code == Errc::invalid_argument) read.error().code = Errc::protocol;
    ProjectRules project = TRY(std::move(read));
    std::ranges::move(project.rules, std::back_inserter(of_the_user));
    return LoadedRules{Rules(std::move(of_the_user), workspace.root(), real_home(world)),
                       std::move(project.warnings)};
}

std::string command_search_path(const Environment& environment, const FileSystem& files, const Path& project) {
    for (const auto& [name, value] : shell_environment(environment, files, project))
        if (name == "PATH") return value;
    return {};
}

Path real_home(const Surroundings& world) {
    const Path home = home_directory(world.environment);
    if (home.empty()) return home;
    return world.files.real_path(home).value_or(home);
}

} // namespace thoth
