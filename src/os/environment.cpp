#include "os/environment.h"

#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace thoth {

std::optional<std::string> ProcessEnvironment::get(std::string_view name) const {
    const char* value = std::getenv(std::string(name).c_str());
    if (!value) return std::nullopt;
    return value;
}

std::vector<std::pair<std::string, std::string>> ProcessEnvironment::all() const {
    std::vector<std::pair<std::string, std::string>> out;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const size_t equals = text.find('=');
        if (equals == std::string_view::npos || equals == 0) continue;
        out.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return out;
}

EnvironmentWithoutSecret::EnvironmentWithoutSecret(const Environment& inner, std::string secret)
    : m_inner(inner), m_secret(std::move(secret)) {}

bool EnvironmentWithoutSecret::hides(const std::string& value) const {
    constexpr size_t k_shortest_key = 8;
    return m_secret.size() >= k_shortest_key && value == m_secret;
}

std::optional<std::string> EnvironmentWithoutSecret::get(std::string_view name) const {
    auto value = m_inner.get(name);
    if (value && hides(*value)) return std::nullopt;
    return value;
}

std::vector<std::pair<std::string, std::string>> EnvironmentWithoutSecret::all() const {
    auto variables = m_inner.all();
    std::erase_if(variables, [&](const auto& variable) { return hides(variable.second); });
    return variables;
}

Path home_directory(const Environment& environment) {
    if (const auto home = environment.get("HOME"); home && !home->empty()) return *home;
    passwd entry{};
    passwd* found = nullptr;
    std::string buffer(16 * 1024, '\0');
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found && found->pw_dir)
        return found->pw_dir;
    return {};
}

} // namespace thoth
