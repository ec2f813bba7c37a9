#include "permission/grants_file.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

namespace thoth {

namespace {
constexpr uint64_t k_largest = 4 * 1024 * 1024;
constexpr uint32_t k_mode = 0600;
constexpr int k_version = 1;

struct Translation {
    std::string_view theirs;
    std::string_view ours;
};
constexpr std::array k_whole_keys{Translation{"move_file", "move:./"}, Translation{"delete_file", "delete:./"}};
constexpr std::array k_key_starts{Translation{"web_fetch:", "web:"}, Translation{"read_file@", "read:"}};

// A key of the original in our words, where both cover the same. Others count for nothing, and stay.
std::string translated(const std::string& key) {
    for (const Translation& whole : k_whole_keys)
        if (key == whole.theirs) return std::string(whole.ours);
    for (const Translation& start : k_key_starts)
        if (key.starts_with(start.theirs)) return std::string(start.ours) + key.substr(start.theirs.size());
    return key;
}

std::unexpected<Error> damaged(const Path& file, const std::string& why) {
    return fail(Errc::protocol, fmt::format("{} cannot be understood: {}; nothing was changed", file.string(), why),
                "repair it, or move it away to start with no grants");
}

// The original kept an array of keys.
Result<Json> from_array(const Json& keys, const Path& file, const Path& project) {
    Json document = empty_grants(project);
    for (const auto& key : keys) {
        if (!key.is_string()) return damaged(file, "a key is no string");
        document["grants"].push_back(Json{{"key", translated(key.get<std::string>())}, {"since", ""}});
    }
    return document;
}

// One that is not understood pins the grant to nothing, so that it does not count.
std::optional<FilePin> pin_in(const Json& grant) {
    const auto pin = grant.find("pin");
    if (pin == grant.end()) return std::nullopt;
    return FilePin{string_at(*pin, "path"), string_at(*pin, "sha256")};
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
        grants.push_back({string_at(grant, "key"), string_at(grant, "since"), pin_in(grant)});
    return grants;
}

void set_grants(Json& document, std::span<const Grant> grants) {
    Json list = Json::array();
    for (const Grant& grant : grants) {
        Json entry = Json::object();
        for (const Json& known : document["grants"])
            if (string_at(known, "key") == grant.key) entry = known;
        entry["key"] = grant.key;
        entry["since"] = grant.since;
        entry.erase("pin");
        if (grant.pin) entry["pin"] = Json{{"path", grant.pin->path.string()}, {"sha256", grant.pin->sha256}};
        list.push_back(std::move(entry));
    }
    document["grants"] = std::move(list);
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
