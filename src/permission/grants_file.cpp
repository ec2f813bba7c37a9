#include "permission/grants_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace thoth {

namespace {
constexpr uint64_t k_largest = 4 * 1024 * 1024;
constexpr uint32_t k_mode = 0600;
constexpr int k_version = 1;

std::unexpected<Error> damaged(const Path& file, const std::string& why) {
    return fail(Errc::protocol, fmt::format("{} cannot be understood: {}; nothing was changed", file.string(), why),
                "repair it, or move it away to start with no grants");
}

// The original kept an array of keys.
Result<Json> from_array(const Json& keys, const Path& file, const Path& project) {
    Json document = empty_grants(project);
    for (const auto& key : keys) {
        if (!key.is_string()) return damaged(file, "a key is no string");
        document["grants"].push_back(Json{{"key", key}, {"since", ""}});
    }
    return document;
}

Result<Json> checked(Json document, const Path& file) {
    if (!document.is_object()) return damaged(file, "it is no object");
    const auto version = document.find("version");
    if (version == document.end() || *version != k_version)
        return damaged(file, fmt::format("its version is not {}", k_version));
    const auto grants = document.find("grants");
    if (grants == document.end() || !grants->is_array()) return damaged(file, "it has no list of grants");
    for (const auto& grant : *grants)
        if (!grant.is_object() || string_at(grant, "key").empty()) return damaged(file, "a grant has no key");
    return document;
}
} // namespace

Json empty_grants(const Path& project) {
    return Json{{"version", k_version}, {"project", project.string()}, {"grants", Json::array()}};
}

Result<Json> read_grants(const FileSystem& files, const Path& file, const Path& project) {
    const auto text = read_whole(files, file, k_largest);
    if (!text && text.error().code == Errc::not_found) return empty_grants(project);
    if (!text) return fail(text.error());
    auto document = parse_json(*text);
    if (!document) return damaged(file, document.error().message);
    if (document->is_array()) return from_array(*document, file, project);
    return checked(std::move(*document), file);
}

std::vector<Grant> grants_in(const Json& document) {
    std::vector<Grant> grants;
    for (const auto& grant : document["grants"])
        grants.push_back({string_at(grant, "key"), string_at(grant, "since")});
    return grants;
}

Result<void> write_grants(FileSystem& files, const Path& file, const Json& document) {
    TRY(files.write(file, dump_json(document) + "\n", k_mode, Durability::synced));
    if ((TRY(files.status(file)).mode & 0777u) == k_mode) return {};
    return files.set_mode(file, k_mode); // an existing file keeps its mode, which was looser
}

Result<std::unique_ptr<AppendFile>> lock_grants(FileSystem& files, const Path& file) {
    constexpr int k_attempts = 50;
    auto lock = TRY(files.open_append(Path(file.string() + ".lock"), k_mode));
    for (int i = 0; i < k_attempts; ++i) {
        if (TRY(lock->try_lock())) return lock;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return fail(Errc::conflict, fmt::format("{} is being changed by another thoth", file.string()), "try again");
}

} // namespace thoth
