#include "agent/guards/repeat_breaker.h"

#include <fmt/format.h>

namespace thoth {

namespace {
const ReadAccess* read_of_one_file(const std::optional<Access>& access) {
    const auto* read = access ? std::get_if<ReadAccess>(&*access) : nullptr;
    return read && read->extent == ReadAccess::Extent::file ? read : nullptr;
}

// A call that failed before it was known what it touches may have failed because of anything.
bool is_change(const std::optional<Access>& access) {
    return access && std::holds_alternative<ChangeAccess>(*access);
}

bool is_command(const std::optional<Access>& access) {
    return access && std::holds_alternative<CommandAccess>(*access);
}
} // namespace

Result<void> RepeatBreaker::judge(ContentHash call, std::string_view tool) const {
    const auto it = m_calls.find(call);
    if (it == m_calls.end() || it->second.times < k_most) return {};
    // Somebody else may have written the file: the user, or a task in the background.
    if (file_of(it->second.access) != it->second.file) return {};
    return fail(Errc::refused,
                fmt::format("{}: not run again: the same call was made {} times and had the same answer each time",
                            tool, k_most),
                "use that answer, or make another call: other arguments, another tool. It may be repeated once "
                "something it depends on has changed. If nothing helps, tell the user what is missing");
}

void RepeatBreaker::answered(ContentHash call, std::optional<Access> access, ContentHash answer) {
    auto file = file_of(access);
    Counted& counted = m_calls[call];
    const bool same = counted.times > 0 && counted.answer == answer && counted.file == file;
    counted = {same ? counted.times + 1 : 1, answer, std::move(access), std::move(file)};
}

// Changes are not forgotten: two that undo each other are a circle, too.
void RepeatBreaker::file_changed(const Path& real) {
    std::erase_if(m_calls, [&](const auto& entry) {
        const auto& access = entry.second.access;
        const ReadAccess* read = read_of_one_file(access);
        return read ? read->path == real : !is_change(access);
    });
}

void RepeatBreaker::command_ran() {
    std::erase_if(m_calls, [&](const auto& entry) {
        const auto& access = entry.second.access;
        return !read_of_one_file(access) && !is_change(access) && !is_command(access);
    });
}

std::optional<FileStatus> RepeatBreaker::file_of(const std::optional<Access>& access) const {
    const ReadAccess* read = read_of_one_file(access);
    if (!read) return std::nullopt;
    const auto status = m_files.status(read->path);
    return status ? std::optional(*status) : std::nullopt;
}

} // namespace thoth
