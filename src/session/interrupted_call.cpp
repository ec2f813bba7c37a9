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
    if (intent->path.empty()) return answer("interrupted: the command may have run in part", true);
    const Present& now = present(intent->path);
    if (!now.known || (!intent->before && !intent->after))
        return answer("interrupted: whether the change had happened cannot be told; read the file again", true);
    if (now.content == intent->after) return answer("interrupted: the change had happened", false);
    if (now.content == intent->before) return answer("interrupted: the change had not happened", true);
    return answer("interrupted: the file was changed by someone else meanwhile; read it again", true);
}

} // namespace thoth
