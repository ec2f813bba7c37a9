#pragma once
#include "os/environment.h"

#include <map>

namespace thoth {

class FakeEnvironment final : public Environment {
public:
    FakeEnvironment() = default;
    explicit FakeEnvironment(std::map<std::string, std::string> initial) : values(std::move(initial)) {}
    std::optional<std::string> get(std::string_view name) const override {
        const auto it = values.find(std::string(name));
        if (it == values.end()) return std::nullopt;
        return it->second;
    }
    std::vector<std::pair<std::string, std::string>> all() const override { return {values.begin(), values.end()}; }

    std::map<std::string, std::string> values;
};

} // namespace thoth
