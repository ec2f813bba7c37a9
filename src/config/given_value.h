#pragma once
#include "base/result.h"
#include "config/profile_file.h"
#include "config/settings.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A value as somebody wrote it, before it is understood: text from a flag or a variable, or a
// typed value from config.toml.
struct GivenValue {
    ConfigValue value;
    std::string name;   // "--temperature", "THOTH_THINK", "temperature"
    std::string origin; // for Setting::origin
    std::string file;   // of a typed value; empty for a flag and a variable, which are text
    FilePlace place;
    bool is_typed() const { return !file.empty(); } // 5 and "5" differ
};

// "/home/u/.thoth/config.toml:7:15: ", or nothing without a file.
std::string where(const std::string& file, FilePlace place);

// Each turns it into what is meant, or says what was found and what is allowed
// (Errc::invalid_argument). Secrets and addresses are never repeated.
Result<std::string> as_text(const GivenValue& given); // one line, no control characters
Result<std::string> as_secret(const GivenValue& given);
Result<std::string> as_base_url(const GivenValue& given);
Result<std::string> as_profile_name(const GivenValue& given); // C12
Result<Api> as_api(const GivenValue& given);
Result<SandboxChoice> as_sandbox_choice(const GivenValue& given);
Result<std::string> as_file(const GivenValue& given); // absolute or "~/..."
Result<TextCallsChoice> as_text_calls_choice(const GivenValue& given);
Result<ToolCallsChoice> as_tool_calls_choice(const GivenValue& given);
Result<std::vector<std::string>> as_directories(const GivenValue& given); // absolute or "~/..."
Result<ShellEnvironment> as_shell_environment(const GivenValue& given);   // inherited, minimal
Result<bool> as_switch(const GivenValue& given);                          // on, off, true, false
Result<std::string> as_effort(const GivenValue& given);                   // minimal, low, medium ... max
Result<double> as_number(const GivenValue& given, double lowest, double highest);
Result<int> as_count(const GivenValue& given, int lowest, int highest);
Result<std::vector<std::pair<std::string, std::string>>> as_headers(const GivenValue& given);
Result<std::string> as_json_object(const GivenValue& given); // JSON text, order kept

bool is_profile_name(std::string_view name);

// "; did you mean X?" or nothing.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

} // namespace thoth
