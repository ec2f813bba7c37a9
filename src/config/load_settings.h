#pragma once
#include "base/path.h"
#include "base/result.h"
#include "config/permission_rules.h"
#include "config/settings.h"
#include "os/environment.h"
#include "os/file_system.h"

#include <string>
#include <vector>

namespace thoth {

struct LoadedSettings {
    Settings settings;
    std::vector<PermissionRule> rules;
    std::vector<std::string> warnings; // unknown keys with the nearest spelling, loose file modes
};

// Reads `<state directory>/config.toml` (absent: no profiles) and joins it with the
// environment and the command line. Errors name file, line, column, key, the allowed values
// and the nearest spelling; nothing runs on settings that were not understood. A wrong value of
// a flag is Errc::invalid_argument; what cannot be used in the file or the environment is
// Errc::protocol, which ends the program with another exit code.
Result<LoadedSettings> load_settings(const FileSystem& files, const Path& state_directory,
                                     const Environment& environment, const SettingOverrides& overrides);

// THOTH_HOME, else ~/.thoth. Errors: neither is known.
Result<Path> state_directory(const Environment& environment);

} // namespace thoth
