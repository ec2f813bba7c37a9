#include "session/project_state.h"

#include "base/hash.h"
#include "os/user.h"

#include <fmt/format.h>

namespace thoth {

namespace {
constexpr uint32_t k_mode = 0700;
constexpr size_t k_longest_key = 120;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

Result<void> check_owner(const Path& directory, const FileStatus& status) {
    if (status.owner == current_user()) return {};
    return fail(Errc::refused,
                fmt::format("the state directory {} belongs to {}", directory.string(), user_name(status.owner)),
                "set THOTH_HOME to a directory of your own");
}

// Ours alone: refused when someone else owns it, tightened when others may enter.
Result<void> own(FileSystem& files, const Path& directory) {
    TRY(files.make_directories(directory, k_mode));
    const FileStatus status = TRY(files.status(directory));
    TRY(check_owner(directory, status));
    if ((status.mode & 0777u) == k_mode) return {};
    return files.set_mode(directory, k_mode);
}
} // namespace

std::string project_key(const Path& real_root) {
    const std::string path = real_root.string();
    std::string key;
    for (const char c : path) {
        const bool continues =
            (static_cast<unsigned char>(c) & 0xC0u) == 0x80; // of a UTF-8 character: one dash for all
        if (!continues) key += is_letter_or_digit(c) ? c : '-';
    }
    key += "-" + sha256_hex(path).substr(0, 8);
    return key.size() > k_longest_key ? key.substr(key.size() - k_longest_key) : key;
}

Result<Path> open_project_state(FileSystem& files, const Path& state_directory, const Path& real_root) {
    const Path projects = state_directory / "projects";
    const Path directory = projects / project_key(real_root);
    // From the top, so that nothing is created in what is not ours.
    TRY(own(files, state_directory));
    TRY(own(files, projects));
    TRY(own(files, directory));
    return directory;
}

Result<Path> find_project_state(const FileSystem& files, const Path& state_directory, const Path& real_root) {
    const Path projects = state_directory / "projects";
    const Path directory = projects / project_key(real_root);
    for (const Path& part : {state_directory, projects, directory})
        if (const auto status = files.status(part)) TRY(check_owner(part, *status));
    return directory;
}

} // namespace thoth
