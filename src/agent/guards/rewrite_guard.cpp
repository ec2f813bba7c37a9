#include "agent/guards/rewrite_guard.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
// What an editor says of the project is as good as a check.
constexpr std::string_view k_editor_tool = "problems";

bool is_check(const ToolResult& result) {
    const auto& command = result.observed.command;
    return (command && command->has_checked()) || (result.tool == k_editor_tool && !result.is_error);
}
} // namespace

Result<void> RewriteGuard::judge(std::string_view tool, std::string_view path, std::string_view checks) const {
    if (path != m_written || m_written.empty()) return {};
    return fail(Errc::refused,
                fmt::format("{}: {} was written whole a moment ago, and nothing has checked it since", tool, path),
                fmt::format("check it first: {}; then change what is wrong with edit_file", checks));
}

void RewriteGuard::saw(const ToolResult& result, bool wrote_whole) {
    if (is_check(result)) m_written.clear();
    if (result.observed.command || result.observed.files.empty()) return;
    const std::string& path = result.observed.files.front().path;
    if (wrote_whole)
        m_written = path;
    else if (path != m_written)
        m_written.clear();
}

} // namespace thoth
