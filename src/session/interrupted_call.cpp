#include "session/interrupted_call.h"

namespace thoth {

namespace {
constexpr size_t k_most_files = 100;
constexpr uint64_t k_largest_file = 64ull * 1024 * 1024;
} // namespace

const InterruptedCalls::Present& InterruptedCalls::present(const std::string& path) {
    const auto [it, is_new] = m_seen.try_emplace(path);
    Present& seen = it->second;
    if (!is_new || m_seen.size() > k_most_files || !Path(path).is_absolute()) return seen;
    const auto bytes = read_whole(m_files, path, k_largest_file);
    seen.known = bytes || bytes.error().code == Errc::not_found;
    if (bytes) seen.content = hash_of(*bytes);
    return seen;
}

ToolResult InterruptedCalls::result_of(const ToolCall& call, const std::optional<Intent>& intent) {
    const auto answer = [&](const char* text, bool is_error) {
        return ToolResult{call.id, call.name, text, is_error};
    };
    if (!intent) return answer("interrupted: this call was not started", true);
    if (!intent->change) return answer("interrupted: the command may have run in part", true);
    const PlannedChange& change = *intent->change;
    const bool is_move = !change.moved_to.empty();
    const Present& now = present(change.path.string());
    const Present there = is_move ? present(change.moved_to.string()) : Present{true, std::nullopt};
    if (!now.known || !there.known || (!change.before && !change.after))
        return answer("interrupted: whether the change had happened cannot be told; read the file again", true);
    const std::optional<ContentHash> moved = is_move ? change.before : std::nullopt;
    if (now.content == change.after && there.content == moved)
        return answer("interrupted: the change had happened", false);
    if (now.content == change.before && !there.content)
        return answer("interrupted: the change had not happened", true);
    return answer("interrupted: the file was changed by someone else meanwhile; read it again", true);
}

} // namespace thoth
