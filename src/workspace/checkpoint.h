#pragma once
#include "base/hash.h"
#include "base/path.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A file as it was at one moment.
struct SavedFile {
    ContentHash content;
    std::string object; // its bytes in the ObjectStore; empty: they were not saved
    uint64_t size = 0;  // bytes
    uint32_t mode = 0;  // permission bits
    bool operator==(const SavedFile&) const = default;
};

// What the calls of one request did to one path, as long as nobody else came in between.
struct CheckpointChange {
    Path path;
    std::optional<SavedFile> before; // nothing: there was no file
    std::optional<SavedFile> after;  // nothing: the file is gone. Its bytes are saved when it is undone
    Path moved_to{};                 // where the file went as it was, or empty
    // What thoth left there on the way from `before` to `after`, in one request; nothing: no file. A
    // kill may have stopped it at any of them.
    std::vector<std::optional<ContentHash>> versions{};
    bool operator==(const CheckpointChange&) const = default;
};

// A command that ran, and the files we had seen that it changed. Undo cannot take it back.
struct CheckpointCommand {
    std::string line;
    std::vector<Path> changed;
    size_t behind = 0; // so many changes of the request
    bool operator==(const CheckpointCommand&) const = default;
};

// All that one request did to files, in order: one file undo/<id>.json, described in
// docs/undo.md.
struct Checkpoint {
    static constexpr size_t k_label_chars = 60;

    std::string id;        // "<seconds since 1970, twelve digits>-<counter, four digits>"
    std::string label;     // the beginning of the request
    std::string at;        // ISO time
    std::string undone_at; // empty: not undone
    std::string session;   // that made the request
    std::vector<CheckpointChange> changes;
    std::vector<Path> directories; // that were created for them, outer ones first
    std::vector<CheckpointCommand> commands;
    size_t undone_from = 0; // with `undone_at`: the changes from here on are undone
    bool operator==(const Checkpoint&) const = default;

    size_t open_changes() const { return undone_at.empty() ? changes.size() : undone_from; } // that are not undone
    bool is_open() const { return undone_at.empty() || undone_from > 0; }
};

// The changes of a request from one of them on.
struct CheckpointPart {
    std::string id;
    size_t from = 0; // changes before it
    bool operator==(const CheckpointPart&) const = default;
};

// Pure. Texts that are not UTF-8 are replaced, except for paths, which come back as they were.
std::string checkpoint_text(const Checkpoint& checkpoint);
// Errc::protocol: damaged, or of a later version. `id` is the file's name, which decides.
Result<Checkpoint> parse_checkpoint(std::string_view text, std::string id);

bool is_checkpoint_id(std::string_view id);

} // namespace thoth
