#include "permission/grants.h"

#include "permission/grants_file.h"

#include <algorithm>
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

bool Grants::has(std::string_view key) const {
    return std::any_of(m_grants.begin(), m_grants.end(), [&](const Grant& grant) { return grant.key == key; });
}

Result<void> Grants::add(std::span<const std::string> keys, const Clock& clock) {
    const std::string since = iso_time(clock.wall());
    std::vector<std::string> added;
    for (const auto& key : keys) {
        if (has(key)) continue;
        m_grants.push_back({key, since});
        added.push_back(key);
    }
    if (!m_files || added.empty()) return {};

    const auto lock = TRY(lock_grants(*m_files, m_file));
    Json document = TRY(read_grants(*m_files, m_file, m_project));
    const auto stored = grants_in(document);
    for (const auto& key : added)
        if (std::none_of(stored.begin(), stored.end(), [&](const Grant& grant) { return grant.key == key; }))
            document["grants"].push_back(Json{{"key", key}, {"since", since}});
    TRY(write_grants(*m_files, m_file, document));
    m_grants = grants_in(document);
    return {};
}

Result<void> Grants::reset() {
    m_grants.clear();
    if (!m_files) return {};
    const auto lock = TRY(lock_grants(*m_files, m_file));
    Json document = TRY(read_grants(*m_files, m_file, m_project));
    document["grants"] = Json::array();
    return write_grants(*m_files, m_file, document);
}

} // namespace thoth
