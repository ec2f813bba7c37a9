#include "config/config_file.h"

#include "config/given_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
using namespace std::string_view_literals;
constexpr uint64_t k_largest = 256 * 1024;

// Nothing when there is no such file. A link that leads nowhere is a mistake, not an absence.
Result<std::optional<std::string>> read_if_there(const FileSystem& files, const Path& file) {
    auto text = read_whole(files, file, k_largest);
    if (text) return std::optional(std::move(*text));
    if (text.error().code == Errc::not_found && !files.link_status(file)) return std::nullopt;
    return fail(text.error());
}

bool holds_a_secret(const ConfigTable& profiles) {
    return std::any_of(profiles.begin(), profiles.end(), [](const ConfigEntry& profile) {
        const auto& fields = std::get<ConfigTable>(profile.value);
        return find_entry(fields, "api_key") || find_entry(fields, "headers");
    });
}

void warn_of_loose_mode(const FileSystem& files, const Path& path, ConfigFile& config) {
    const auto status = files.status(path);
    if (status && (status->mode & 0077u) != 0 && holds_a_secret(config.profiles))
        config.warnings.push_back(
            fmt::format("{} holds a key and other users may read it; run: chmod 600 {}", config.path, config.path));
}

Result<void> check_profile(const ConfigEntry& profile, const std::string& file) {
    const GivenValue name{profile.key, "a profile name", {}, file, profile.key_place};
    TRY(as_profile_name(name));
    if (std::holds_alternative<ConfigTable>(profile.value)) return {};
    return fail(Errc::invalid_argument,
                fmt::format("{}profile {} is {}; allowed: a table [profiles.{}]", where(file, profile.place),
                            profile.key, found(profile.value), profile.key));
}

Result<void> take_profiles(const ConfigEntry& entry, ConfigFile& config) {
    const auto* profiles = std::get_if<ConfigTable>(&entry.value);
    if (!profiles)
        return fail(Errc::invalid_argument, fmt::format("{}profiles is {}; allowed: tables [profiles.NAME]",
                                                        where(config.path, entry.place), found(entry.value)));
    for (const auto& profile : *profiles)
        TRY(check_profile(profile, config.path));
    config.profiles = *profiles;
    return {};
}

Result<void> take_shell(const ConfigEntry& entry, ConfigFile& config) {
    const auto* shell = std::get_if<ConfigTable>(&entry.value);
    if (!shell)
        return fail(Errc::invalid_argument, fmt::format("{}shell is {}; allowed: a table [shell]",
                                                        where(config.path, entry.place), found(entry.value)));
    config.shell = *shell;
    return {};
}

Result<ConfigFile> divide(std::string_view text, ConfigFile config) {
    constexpr std::array k_known{"active"sv, "permissions"sv, "profiles"sv, "shell"sv};
    const ConfigTable root = TRY(parse_config(text, config.path));
    for (const auto& entry : root) {
        if (entry.key == "active")
            config.active = entry;
        else if (entry.key == "profiles")
            TRY(take_profiles(entry, config));
        else if (entry.key == "permissions")
            config.rules = TRY(permission_rules(entry, config.path, config.label));
        else if (entry.key == "shell")
            TRY(take_shell(entry, config));
        else
            config.warnings.push_back(
                fmt::format("{}unknown key {} outside of a profile{}; it is ignored (settings stand below "
                            "[profiles.NAME])",
                            where(config.path, entry.key_place), entry.key, suggestion(entry.key, k_known)));
    }
    return config;
}

Path old_file(const Environment& environment) {
    if (const auto home = environment.get("THOTH_HOME"); home && !home->empty()) return {};
    const auto directory = environment.get("XDG_CONFIG_HOME");
    const Path base =
        directory && Path(*directory).is_absolute() ? Path(*directory) : home_directory(environment) / ".config";
    return base.is_absolute() ? base / "thoth" / "config.toml" : Path();
}

Result<void> take_old_file(const FileSystem& files, const Path& file, ConfigFile& config) {
    const auto text = TRY(read_if_there(files, file));
    if (!text) return {};
    config.path = config.label = file.string();
    ConfigTable fields = TRY(parse_config(*text, config.path));
    if (fields.empty()) return {};
    config.profiles.push_back({"default", {1, 1}, {1, 1}, std::move(fields)});
    warn_of_loose_mode(files, file, config);
    return {};
}
} // namespace

Result<ConfigFile> read_config_file(const FileSystem& files, const Path& state_directory,
                                    const Environment& environment) {
    const Path file = state_directory / "config.toml";
    ConfigFile config{file.string(), "config.toml", {}, {}, {}, {}, {}};
    if (const auto text = TRY(read_if_there(files, file))) config = TRY(divide(*text, std::move(config)));
    warn_of_loose_mode(files, file, config);
    if (!config.profiles.empty()) return config;
    if (const Path old = old_file(environment); !old.empty()) TRY(take_old_file(files, old, config));
    return config;
}

} // namespace thoth
