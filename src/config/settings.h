#pragma once
#include "os/environment.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thoth {

// A value and where it came from: "--model", "THOTH_MODEL", "config.toml:7", "default".
template <class T>
struct Setting {
    T value{};
    std::string origin = "default";
    bool is_default() const { return origin == "default"; }
};

// What becomes of commands: confined as far as the machine can; only where it can do all; not at all.
enum class SandboxChoice { automatic, strict, off };

// Whether calls that a model wrote as text are read, and how calls are asked for.
enum class TextCallsChoice { automatic, all, off };
enum class ToolCallsChoice { automatic, native, guided };

enum class Api { automatic, openai, ollama, anthropic };

// What is in force for one run, after flag > environment > profile > default.
struct Settings {
    Setting<std::string> profile; // name, empty without one
    Setting<Api> api;
    Setting<std::string> base_url; // empty: nothing was said, look for a local server
    Setting<std::string> model;    // empty: the server's own choice
    Setting<std::string> api_key;
    Setting<std::vector<std::pair<std::string, std::string>>> headers;
    Setting<std::optional<double>> temperature;
    Setting<int> max_turns{40, "default"};
    Setting<std::optional<int>> context_window; // tokens
    Setting<std::optional<int>> max_tokens;
    Setting<std::optional<bool>> think;
    Setting<std::string> effort;             // of reasoning: minimal ... max, empty: not said
    Setting<std::optional<double>> price_in; // per million tokens
    Setting<std::optional<double>> price_out;
    Setting<std::optional<double>> price_cached;
    Setting<std::optional<double>> price_cache_write;
    Setting<std::string> extra_body; // JSON object added to each request, or empty
    Setting<std::optional<int>> first_byte_timeout_s;
    Setting<std::optional<int>> idle_timeout_s;
    Setting<std::optional<int>> connect_timeout_s;
    Setting<std::optional<int>> quiet_timeout_s; // of signs of life without anything of a reply
    Setting<std::optional<int>> retries;         // of a request that failed
    Setting<std::string> ca_file;                // certificates to trust: absolute or "~/..."; empty: the system's
    Setting<TextCallsChoice> text_tool_calls;
    Setting<ToolCallsChoice> tool_calls;
    Setting<SandboxChoice> sandbox;
    Setting<std::vector<std::string>> sandbox_writable; // directories, absolute or "~/..."
    Setting<ShellEnvironment> shell_environment;        // of the machine, not of a profile
};

// What the command line said; nothing where it said nothing.
struct SettingOverrides {
    std::optional<std::string> profile, api, base_url, model, api_key, context_window, temperature, think, effort,
        max_turns, first_byte_timeout, idle_timeout, sandbox;
};

const char* name_of(Api api);
std::optional<Api> api_from(std::string_view name);

const char* name_of(SandboxChoice choice);
std::optional<SandboxChoice> sandbox_choice_from(std::string_view name);

// localhost, loopback and private addresses, *.local, *.localhost (parity X02).
bool is_local_url(std::string_view url);

} // namespace thoth
