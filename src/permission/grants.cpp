#include "permission/grants.h"

#include "permission/grants_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

Grants::Grants(FileSystem& files, Path file, Path project)
    : m_files(&files), m_file(std::move(file)), m_project(std::move(project)) {}

Result<Grants> Grants::load(FileSystem& files, const Path& file, const Path& project) {
    Grants grants(files, file, project);
    grants.m_grants = grants_in(TRY(read_grants(files, file, project)));
    return grants;
}

Grants Grants::unsaved() {
    return {};
}

const Grant* Grants::find(std::string_view key) const {
    const auto grant = std::ranges::find(m_grants, key, &Grant::key);
    return grant == m_grants.end() ? nullptr : &*grant;
}

// In memory first, so that the change is in force however the rest goes; then to what the file
// holds by now.
Result<void> Grants::change_file(const std::function<void(std::vector<Grant>&)>& change) {
    change(m_grants);
    if (!m_files) return {};
    const auto lock = TRY(lock_grants(*m_files, m_file));
    Json document = TRY(read_grants(*m_files, m_file, m_project));
    std::vector<Grant> stored = grants_in(document);
    change(stored);
    set_grants(document, stored);
    TRY(write_grants(*m_files, m_file, document));
    m_grants = std::move(stored);
    return {};
}

Result<void> Grants::add(std::span<const std::string> keys, const Clock& clock, const Pins& pins) {
    const std::string since = iso_time(clock.wall());
    std::vector<Grant> added;
    for (const auto& key : keys) {
        const auto pin = pins.find(key);
        Grant grant{key, since, pin == pins.end() ? std::nullopt : std::optional(pin->second)};
        const Grant* known = find(key);
        if (!known || known->pin != grant.pin) added.push_back(std::move(grant));
    }
    if (added.empty()) return {};
    return change_file([&](std::vector<Grant>& grants) {
        for (const Grant& grant : added) {
            const auto known = std::ranges::find(grants, grant.key, &Grant::key);
            if (known == grants.end())
                grants.push_back(grant);
            else if (known->pin != grant.pin)
                *known = grant;
        }
    });
}

Result<void> Grants::remove(const std::string& key) {
    if (!has(key)) {
        std::string keys;
        for (const Grant& grant : m_grants)
            keys += (keys.empty() ? "" : ", ") + grant.key;
        return fail(Errc::not_found, fmt::format("\"{}\" is not granted in this project", key),
                    keys.empty() ? "nothing is" : "granted are: " + keys);
    }
    return change_file([&](std::vector<Grant>& grants) {
        std::erase_if(grants, [&](const Grant& grant) { return grant.key == key; });
    });
}

Result<void> Grants::reset() {
    return change_file([](std::vector<Grant>& grants) { grants.clear(); });
}

} // namespace thoth
