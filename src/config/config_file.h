#pragma once
#include "base/path.h"
#include "base/result.h"
#include "config/permission_rules.h"
#include "config/profile_file.h"
#include "os/environment.h"
#include "os/file_system.h"

#include <optional>
#include <string>
#include <vector>

namespace thoth {

// config.toml, read and divided into its profiles; what stands in a profile is not judged yet.
struct ConfigFile {
    std::string path;  // for errors
    std::string label; // for origins: "config.toml"
    std::optional<ConfigEntry> active;
    ConfigTable profiles; // each value is a ConfigTable
    ConfigTable shell;    // [shell], not judged yet
    std::vector<PermissionRule> rules;
    std::vector<std::string> warnings;
};

// Absent: no profiles, and then the flat file of old in ${XDG_CONFIG_HOME:-~/.config}/thoth is
// read as profile `default` (C03), unless THOTH_HOME says where everything is. Errors: it
// cannot be read, is no regular file, is larger than 256 KiB, is no TOML, or has another shape.
Result<ConfigFile> read_config_file(const FileSystem& files, const Path& state_directory,
                                    const Environment& environment);

} // namespace thoth
