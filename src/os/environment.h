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

// HOME, else the home of the current user in the user database, else empty.
Path home_directory(const Environment& environment);

} // namespace thoth
