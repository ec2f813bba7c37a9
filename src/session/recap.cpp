#include "session/recap.h"

namespace thoth {

namespace {
constexpr uint32_t k_mode = 0600;
constexpr std::string_view k_cut_note = "\n(cut here)\n";

Path recap_file(const Path& project_state) {
    return project_state / "last-session.md";
}

std::string shortened(std::string_view text) {
    if (text.size() <= k_longest_recap) return std::string(text);
    size_t end = k_longest_recap;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80) // not inside a character
        --end;
    return std::string(text.substr(0, end)) + std::string(k_cut_note);
}
} // namespace

Result<void> write_recap(FileSystem& files, const Path& project_state, std::string_view text) {
    const Path file = recap_file(project_state);
    TRY(files.write(file, shortened(text), k_mode, Durability::synced));
    if ((TRY(files.status(file)).mode & 0777u) == k_mode) return {};
    return files.set_mode(file, k_mode);
}

Result<std::optional<std::string>> read_recap(const FileSystem& files, const Path& project_state) {
    auto text = files.read(recap_file(project_state), 0, k_longest_recap + k_cut_note.size());
    if (text) return std::move(*text);
    if (text.error().code == Errc::not_found) return std::nullopt;
    return fail(text.error());
}

} // namespace thoth
