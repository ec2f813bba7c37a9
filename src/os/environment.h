#pragma once
#include "base/path.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thoth {

// The process environment as an argument. Read-only. Any thread.
class Environment {
public:
    virtual ~Environment() = default;
    virtual std::optional<std::string> get(std::string_view name) const = 0; // set, perhaps empty
    virtual std::vector<std::pair<std::string, std::string>> all() const = 0;
};

class ProcessEnvironment final : public Environment {
public:
    std::optional<std::string> get(std::string_view name) const override;
    std::vector<std::pair<std::string, std::string>> all() const override;
};

// Another environment without the variables that hold a secret, whatever they are called: the
// key that a profile takes from a variable is not for the commands that are run. A secret of
// fewer than eight characters is a stand-in ("none", "1") and hides nothing.
class EnvironmentWithoutSecret final : public Environment {
public:
    EnvironmentWithoutSecret(const Environment& inner, std::string secret);
    std::optional<std::string> get(std::string_view name) const override;
    std::vector<std::pair<std::string, std::string>> all() const override;

private:
    bool hides(const std::string& value) const;

    const Environment& m_inner;
    std::string m_secret;
};

// What commands find in theirs.
enum class ShellEnvironment {
    inherited, // ours, cleaned
    minimal,   // HOME, PATH, USER, LOGNAME, LANG, LC_*, TERM, TZ, TMPDIR, SHELL and CI of it
};

// HOME, else the home of the current user in the user database, else empty.
Path home_directory(const Environment& environment);

} // namespace thoth
