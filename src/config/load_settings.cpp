#include "config/load_settings.h"

#include "config/config_file.h"
#include "config/given_value.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_most_tokens = 100'000'000;
constexpr int k_day = 24 * 60 * 60; // seconds

// One setting: how each source calls it. The one table of names.
struct Field {
    std::string_view key;   // in a profile
    std::string_view alias; // in a profile, an older name
    std::string_view flag;
    std::optional<std::string> SettingOverrides::* override_value;
    std::array<std::string_view, 2> variables; // the first that is set
};

constexpr Field k_api{"api", "", "--api", &SettingOverrides::api, {}};
constexpr Field k_base_url{"base_url", "", "--base-url", &SettingOverrides::base_url, {"THOTH_BASE_URL"}};
constexpr Field k_model{"model", "", "--model", &SettingOverrides::model, {"THOTH_MODEL"}};
constexpr Field k_api_key{"api_key", "", "--api-key", &SettingOverrides::api_key, {"THOTH_API_KEY"}};
constexpr Field k_api_key_env{"api_key_env", "", "", nullptr, {}};
constexpr Field k_headers{"headers", "", "", nullptr, {}};
constexpr Field k_temperature{
    "temperature", "", "--temperature", &SettingOverrides::temperature, {"THOTH_TEMPERATURE"}};
constexpr Field k_max_turns{"max_turns", "", "--max-turns", &SettingOverrides::max_turns, {}};
constexpr Field k_context_window{"context_window",
                                 "num_ctx",
                                 "--context-window",
                                 &SettingOverrides::context_window,
                                 {"THOTH_CONTEXT_WINDOW", "THOTH_NUM_CTX"}};
constexpr Field k_max_tokens{"max_tokens", "", "", nullptr, {}};
constexpr Field k_think{"think", "", "--think", &SettingOverrides::think, {"THOTH_THINK"}};
constexpr Field k_effort{"effort", "", "--effort", &SettingOverrides::effort, {"THOTH_EFFORT"}};
constexpr Field k_price_in{"price_in", "", "", nullptr, {}};
constexpr Field k_price_out{"price_out", "", "", nullptr, {}};
constexpr Field k_price_cached{"price_cached", "", "", nullptr, {}};
constexpr Field k_price_cache_write{"price_cache_write", "", "", nullptr, {}};
constexpr Field k_extra_body{"extra_body", "", "", nullptr, {}};
constexpr Field k_first_byte{
    "first_byte_timeout_s", "", "--first-byte-timeout", &SettingOverrides::first_byte_timeout, {}};
constexpr Field k_idle{"idle_timeout_s", "", "--idle-timeout", &SettingOverrides::idle_timeout, {}};
constexpr Field k_connect{"connect_timeout_s", "", "", nullptr, {}};
constexpr Field k_quiet{"quiet_timeout_s", "", "", nullptr, {}};
constexpr Field k_retries{"retries", "", "", nullptr, {}};
constexpr Field k_ca_file{"ca_file", "", "", nullptr, {}};

constexpr Field k_text_tool_calls{"text_tool_calls", "", "", nullptr, {}};
constexpr Field k_tool_calls{"tool_calls", "", "", nullptr, {}};
constexpr Field k_sandbox{"sandbox", "", "--sandbox", &SettingOverrides::sandbox, {}};

constexpr Field k_sandbox_writable{"sandbox_writable", "", "", nullptr, {}};

constexpr std::array k_fields{
    &k_api,         &k_base_url,  &k_model,           &k_api_key,           &k_api_key_env, &k_headers,
    &k_temperature, &k_max_turns, &k_max_tokens,      &k_context_window,    &k_think,       &k_effort,
    &k_price_in,    &k_price_out, &k_price_cached,    &k_price_cache_write, &k_extra_body,  &k_first_byte,
    &k_idle,        &k_connect,   &k_quiet,           &k_retries,           &k_ca_file,     &k_text_tool_calls,
    &k_tool_calls,  &k_sandbox,   &k_sandbox_writable};

std::vector<std::string_view> known_keys() {
    std::vector<std::string_view> keys;
    for (const Field* field : k_fields) {
        keys.push_back(field->key);
        if (!field->alias.empty()) keys.push_back(field->alias);
    }
    return keys;
}

std::string joined(const ConfigTable& profiles) {
    std::string names;
    for (const auto& profile : profiles)
        names += (names.empty() ? "" : ", ") + profile.key;
    return names.empty() ? "none" : names;
}

class Loader {
public:
    Loader(ConfigFile config, const Environment& environment, const SettingOverrides& overrides)
        : m_config(std::move(config)), m_environment(environment), m_overrides(overrides) {}

    Result<LoadedSettings> load() {
        TRY(choose_profile());
        warn_of_unknown_keys();
        TRY(set_connection());
        TRY(set_numbers());
        TRY(set_shell());
        return LoadedSettings{std::move(m_settings), std::move(m_config.rules), std::move(m_config.warnings)};
    }

private:
    Result<void> choose_profile();
    Result<void> use_profile(const GivenValue& wanted);
    void warn_of_unknown_keys();
    Result<void> set_connection();
    Result<void> set_key();
    Result<void> set_numbers();
    Result<void> set_shell();

    std::optional<std::string> variable(std::string_view name) const {
        auto value = m_environment.get(name);
        if (value && value->empty()) return std::nullopt; // VAR= is how a shell takes one away
        return value;
    }
    GivenValue given_by(const ConfigEntry& entry) const {
        return {entry.value, entry.key, fmt::format("{}:{}", m_config.label, entry.key_place.line), m_config.path,
                entry.place};
    }
    std::optional<GivenValue> from_flag_or_variable(const Field& field) const;
    Result<std::optional<GivenValue>> from_profile(const Field& field) const;

    // What the profile says is checked even where something stronger hides it.
    template <class T, class Read>
    Result<void> set(Setting<T>& setting, const Field& field, Read read) {
        if (const auto given = TRY(from_profile(field))) setting = {TRY(read(*given)), given->origin};
        if (const auto given = from_flag_or_variable(field)) setting = {TRY(read(*given)), given->origin};
        return {};
    }

    ConfigFile m_config;
    const Environment& m_environment;
    const SettingOverrides& m_overrides;
    const ConfigTable* m_profile = nullptr; // inside m_config; null without one
    Settings m_settings;
};

std::optional<GivenValue> Loader::from_flag_or_variable(const Field& field) const {
    if (field.override_value)
        if (const auto& value = m_overrides.*field.override_value) {
            const std::string flag(field.flag);
            return GivenValue{*value, flag, flag, {}, {}};
        }
    for (const auto name : field.variables)
        if (!name.empty())
            if (auto value = variable(name))
                return GivenValue{std::move(*value), std::string(name), std::string(name), {}, {}};
    return std::nullopt;
}

Result<std::optional<GivenValue>> Loader::from_profile(const Field& field) const {
    if (!m_profile) return std::nullopt;
    const ConfigEntry* entry = find_entry(*m_profile, field.key);
    const ConfigEntry* alias = field.alias.empty() ? nullptr : find_entry(*m_profile, field.alias);
    if (entry && alias)
        return fail(Errc::invalid_argument,
                    fmt::format("{}{} and {} are the same setting; leave one of them out",
                                where(m_config.path, alias->key_place), field.key, field.alias));
    if (!entry) entry = alias;
    if (!entry) return std::nullopt;
    return given_by(*entry);
}

Result<void> Loader::choose_profile() {
    if (m_overrides.profile) return use_profile({*m_overrides.profile, "--profile", "--profile", {}, {}});
    if (auto name = variable("THOTH_PROFILE"))
        return use_profile({std::move(*name), "THOTH_PROFILE", "THOTH_PROFILE", {}, {}});
    if (m_config.active) return use_profile(given_by(*m_config.active));
    if (m_config.profiles.empty()) return {};
    if (m_config.profiles.size() > 1)
        return fail(Errc::invalid_argument,
                    fmt::format("{} has {} profiles and none is active: {}", m_config.path,
                                m_config.profiles.size(), joined(m_config.profiles)),
                    "choose one with -P NAME, or write active = \"NAME\" at the top of the file");
    const ConfigEntry& only = m_config.profiles.front();
    m_profile = &std::get<ConfigTable>(only.value);
    m_settings.profile = {only.key, fmt::format("{}:{}", m_config.label, only.key_place.line)};
    return {};
}

Result<void> Loader::use_profile(const GivenValue& wanted) {
    const std::string name = TRY(as_profile_name(wanted));
    const ConfigEntry* profile = find_entry(m_config.profiles, name);
    if (!profile) {
        std::vector<std::string_view> names;
        for (const auto& known : m_config.profiles)
            names.push_back(known.key);
        return fail(Errc::not_found,
                    fmt::format("{}{} names the profile \"{}\", which does not exist; profiles: {}{}",
                                where(wanted.file, wanted.place), wanted.name, name, joined(m_config.profiles),
                                suggestion(name, names)),
                    "profiles stand in config.toml as [profiles.NAME]");
    }
    m_profile = &std::get<ConfigTable>(profile->value);
    m_settings.profile = {name, wanted.origin};
    return {};
}

void Loader::warn_of_unknown_keys() {
    if (!m_profile) return;
    const auto known = known_keys();
    for (const auto& entry : *m_profile) {
        if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
        // [profiles.gpt-4.1] is profile "gpt-4" with a table "1" in it.
        const bool is_table = std::holds_alternative<ConfigTable>(entry.value);
        m_config.warnings.push_back(fmt::format("{}unknown key {} in profile {}{}; it is ignored{}",
                                                where(m_config.path, entry.key_place), entry.key,
                                                m_settings.profile.value, suggestion(entry.key, known),
                                                is_table ? " (a profile name has no dot)" : ""));
    }
}

Result<void> Loader::set_connection() {
    TRY(set(m_settings.api, k_api, as_api));
    TRY(set(m_settings.base_url, k_base_url, as_base_url));
    TRY(set(m_settings.model, k_model, as_text));
    TRY(set(m_settings.text_tool_calls, k_text_tool_calls, as_text_calls_choice));
    TRY(set(m_settings.tool_calls, k_tool_calls, as_tool_calls_choice));
    TRY(set(m_settings.sandbox, k_sandbox, as_sandbox_choice));
    TRY(set(m_settings.sandbox_writable, k_sandbox_writable, as_directories));
    TRY(set(m_settings.headers, k_headers, as_headers));
    TRY(set(m_settings.extra_body, k_extra_body, as_json_object));
    TRY(set(m_settings.ca_file, k_ca_file, as_file));
    return set_key();
}

// Only what the profile names or THOTH_API_KEY is taken: a key of some other program's in the
// environment must not decide who pays (B99).
Result<void> Loader::set_key() {
    TRY(set(m_settings.api_key, k_api_key, as_secret));
    const auto named = TRY(from_profile(k_api_key_env));
    if (!named) return {};
    if (find_entry(*m_profile, k_api_key.key))
        return fail(Errc::invalid_argument, where(named->file, named->place) +
                                                "api_key and api_key_env are both there; leave one of them out");
    const std::string name = TRY(as_text(*named));
    if (!m_settings.api_key.is_default()) return {}; // a flag or THOTH_API_KEY is stronger
    auto key = variable(name);
    if (!key)
        return fail(Errc::not_found,
                    fmt::format("{}api_key_env names the variable \"{}\", which is not set",
                                where(named->file, named->place), name),
                    "set it, or give the key with THOTH_API_KEY");
    const std::string origin = fmt::format("{} ({})", name, named->origin);
    m_settings.api_key = {TRY(as_secret({std::move(*key), name, origin, {}, {}})), origin};
    return {};
}

Result<void> Loader::set_numbers() {
    const auto price = [](const GivenValue& given) { return as_number(given, 0, 1'000'000); };
    const auto seconds = [](const GivenValue& given) { return as_count(given, 1, k_day); };
    TRY(set(m_settings.temperature, k_temperature, [](const auto& given) { return as_number(given, 0, 2); }));
    TRY(set(m_settings.max_turns, k_max_turns, [](const auto& given) { return as_count(given, 1, 100'000); }));
    TRY(set(m_settings.context_window, k_context_window,
            [](const auto& given) { return as_count(given, 1024, k_most_tokens); }));
    TRY(set(m_settings.max_tokens, k_max_tokens,
            [](const auto& given) { return as_count(given, 1, k_most_tokens); }));
    TRY(set(m_settings.think, k_think, as_switch));
    TRY(set(m_settings.effort, k_effort, as_effort));
    TRY(set(m_settings.price_in, k_price_in, price));
    TRY(set(m_settings.price_out, k_price_out, price));
    TRY(set(m_settings.price_cached, k_price_cached, price));
    TRY(set(m_settings.price_cache_write, k_price_cache_write, price));
    TRY(set(m_settings.first_byte_timeout_s, k_first_byte, seconds));
    TRY(set(m_settings.connect_timeout_s, k_connect, seconds));
    TRY(set(m_settings.quiet_timeout_s, k_quiet, seconds));
    TRY(set(m_settings.retries, k_retries, [](const auto& given) { return as_count(given, 0, 20); }));
    return set(m_settings.idle_timeout_s, k_idle, seconds);
}

// Of the whole machine: who is asked may change with a profile, what commands may see does not.
Result<void> Loader::set_shell() {
    constexpr std::array<std::string_view, 1> k_known{"env"};
    for (const auto& entry : m_config.shell) {
        if (entry.key == "env") {
            const GivenValue given{entry.value, "shell.env",
                                   fmt::format("{}:{}", m_config.label, entry.key_place.line), m_config.path,
                                   entry.place};
            m_settings.shell_environment = {TRY(as_shell_environment(given)), given.origin};
            continue;
        }
        m_config.warnings.push_back(fmt::format("{}unknown key {} in [shell]{}; it is ignored",
                                                where(m_config.path, entry.key_place), entry.key,
                                                suggestion(entry.key, k_known)));
    }
    return {};
}

// Such messages begin with the flag; those about a file or a variable never begin with a dash.
bool is_about_a_flag(const Error& error) {
    return error.code == Errc::invalid_argument && error.message.starts_with("--");
}
} // namespace

Result<LoadedSettings> load_settings(const FileSystem& files, const Path& state_directory,
                                     const Environment& environment, const SettingOverrides& overrides) {
    const auto load = [&]() -> Result<LoadedSettings> {
        ConfigFile config = TRY(read_config_file(files, state_directory, environment));
        return Loader(std::move(config), environment, overrides).load();
    };
    auto loaded = load();
    if (!loaded && !is_about_a_flag(loaded.error())) loaded.error().code = Errc::protocol;
    return loaded;
}

Result<Path> state_directory(const Environment& environment) {
    const auto chosen = environment.get("THOTH_HOME");
    const bool is_chosen = chosen && !chosen->empty();
    const Path home = is_chosen ? Path(*chosen) : home_directory(environment);
    if (home.empty())
        return fail(Errc::not_found, "there is no home directory to keep the state in",
                    "set HOME, or THOTH_HOME to a directory");
    if (!home.is_absolute())
        return fail(Errc::invalid_argument, fmt::format("{} is \"{}\"; allowed: an absolute path",
                                                        is_chosen ? "THOTH_HOME" : "HOME", home.string()));
    return (is_chosen ? home : home / ".thoth").lexically_normal();
}

} // namespace thoth
