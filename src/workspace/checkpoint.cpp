#include "workspace/checkpoint.h"

#include "base/json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace thoth {

namespace {
constexpr unsigned k_version = 1;
constexpr uint32_t k_all_bits = 07777;

// --- writing ---

Json json_of(const SavedFile& file) {
    Json object{{"content", to_hex(file.content)}, {"size", file.size}, {"mode", file.mode}};
    if (!file.object.empty()) object["object"] = file.object;
    return object;
}

Json json_of(const Path& path) {
    Json object = Json::object();
    put_bytes(object, "path", path.string());
    return object;
}

Json json_of(const CheckpointChange& change) {
    Json object = json_of(change.path);
    if (change.before) object["before"] = json_of(*change.before);
    if (change.after) object["after"] = json_of(*change.after);
    if (!change.moved_to.empty()) put_bytes(object, "moved_to", change.moved_to.string());
    for (const auto& version : change.versions)
        object["versions"].push_back(version ? Json(to_hex(*version)) : Json());
    return object;
}

Json json_of(const CheckpointCommand& command) {
    Json list = Json::array();
    for (const Path& path : command.changed)
        list.push_back(json_of(path));
    return Json{{"line", command.line}, {"changed", std::move(list)}, {"behind", command.behind}};
}

template <class T>
Json list_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values)
        list.push_back(json_of(value));
    return list;
}

// --- reading; throws Json::exception and Damaged, both caught in parse_checkpoint ---

struct Damaged {};

template <class T>
T have(std::optional<T> value) {
    if (!value) throw Damaged{};
    return std::move(*value);
}

// Absolute and without "..": nothing outside of what was changed can be named.
Path path_from(const Json& object, const char* key = "path") {
    const Path path = have(bytes_at(object, key));
    const bool is_plain = path.is_absolute() && path == path.lexically_normal() && path.has_filename() &&
                          path.native().find('\0') == std::string::npos;
    if (!is_plain) throw Damaged{};
    return path;
}

size_t count_from(const Json& object, const char* key) {
    const auto it = object.find(key);
    if (it == object.end()) return 0;
    if (!it->is_number_unsigned()) throw Damaged{};
    return it->get<size_t>();
}

std::optional<SavedFile> file_from(const Json& change, const char* key) {
    const auto it = change.find(key);
    if (it == change.end()) return std::nullopt;
    const Json& size = it->at("size");
    const Json& mode = it->at("mode");
    if (!size.is_number_unsigned() || !mode.is_number_unsigned()) throw Damaged{};
    return SavedFile{have(content_hash_from_hex(string_at(*it, "content"))), string_at(*it, "object"),
                     size.get<uint64_t>(), mode.get<uint32_t>() & k_all_bits};
}

CheckpointChange change_from(const Json& object) {
    CheckpointChange change{path_from(object), file_from(object, "before"), file_from(object, "after")};
    if (object.contains("moved_to") || object.contains("moved_to_hex"))
        change.moved_to = path_from(object, "moved_to");
    if (!change.moved_to.empty() && (!change.before || change.after)) throw Damaged{};
    if (const auto versions = object.find("versions"); versions != object.end())
        for (const Json& version : *versions)
            change.versions.push_back(version.is_null()
                                          ? std::nullopt
                                          : std::optional(have(content_hash_from_hex(version.get<std::string>()))));
    return change;
}

std::vector<Path> paths_from(const Json& list) {
    std::vector<Path> paths;
    for (const Json& object : list)
        paths.push_back(path_from(object));
    return paths;
}

Checkpoint checkpoint_from(const Json& object, std::string id) {
    Checkpoint checkpoint;
    checkpoint.id = std::move(id);
    checkpoint.label = string_at(object, "label");
    checkpoint.at = string_at(object, "at");
    checkpoint.undone_at = string_at(object, "undone_at");
    checkpoint.session = string_at(object, "session");
    for (const Json& change : object.at("changes"))
        checkpoint.changes.push_back(change_from(change));
    checkpoint.directories = paths_from(object.at("directories"));
    for (const Json& command : object.at("commands"))
        checkpoint.commands.push_back(
            {string_at(command, "line"), paths_from(command.at("changed")), count_from(command, "behind")});
    checkpoint.undone_from = count_from(object, "undone_from");
    if (checkpoint.undone_from > checkpoint.changes.size()) throw Damaged{};
    return checkpoint;
}
} // namespace

std::string checkpoint_text(const Checkpoint& checkpoint) {
    Json object{{"version", k_version}, {"label", checkpoint.label}, {"at", checkpoint.at}};
    if (!checkpoint.undone_at.empty()) object["undone_at"] = checkpoint.undone_at;
    if (checkpoint.undone_from > 0) object["undone_from"] = checkpoint.undone_from;
    if (!checkpoint.session.empty()) object["session"] = checkpoint.session;
    object["changes"] = list_of(checkpoint.changes);
    object["directories"] = list_of(checkpoint.directories);
    object["commands"] = list_of(checkpoint.commands);
    return dump_json(object) + "\n";
}

Result<Checkpoint> parse_checkpoint(std::string_view text, std::string id) {
    const auto damaged = [&](const char* why) {
        return fail(Errc::protocol, fmt::format("the checkpoint {} {}", id, why),
                    "thoth fsck lists what can be put back");
    };
    const auto object = parse_json(text);
    if (!object || !object->is_object()) return damaged("is damaged");
    try {
        const Json& version = object->at("version");
        if (version.is_number_unsigned() && version.get<uint64_t>() > k_version)
            return damaged("is of a later version of thoth");
        if (version != k_version) throw Damaged{};
        return checkpoint_from(*object, id);
    } catch (const Json::exception&) {
        return damaged("is damaged");
    } catch (const Damaged&) {
        return damaged("is damaged");
    }
}

bool is_checkpoint_id(std::string_view id) {
    if (id.size() != 17 || id[12] != '-') return false;
    return std::ranges::all_of(id, [&](const char& c) { return (c >= '0' && c <= '9') || &c == &id[12]; });
}

} // namespace thoth
