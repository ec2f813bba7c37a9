#pragma once
#include "os/file_system.h"
#include "tools/tool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Above this size no content is hashed, so nothing is recorded as read and nothing is changed:
// an edit needs the bytes before and after in memory.
inline constexpr uint64_t k_max_changed_bytes = 64 * 1024 * 1024;

// The file that a call names, looked up but not opened.
struct TargetFile {
    ResolvedPath path;
    std::optional<FileStatus> status; // nothing: there is no such file
    std::string quoted() const { return '"' + path.shown + '"'; }
};

// Resolves `text` for `tool`. Errors: a path that cannot be.
Result<TargetFile> look_up(std::string_view tool, std::string_view text, const ToolContext& context);

// The same for a file that must be there: not found names the working directory (T15);
// directories, FIFOs, devices and sockets are Errc::unsupported.
Result<TargetFile> look_up_regular(std::string_view tool, std::string_view text, const ToolContext& context);

// The entry itself, for a tool that moves or removes it: a regular file inside the project. A link
// is none (Errc::unsupported), and outside is Errc::refused.
Result<TargetFile> look_up_entry(std::string_view tool, std::string_view text, const ToolContext& context);

// Whether a file can come to be at a path where nothing is: what would make a call fail later is
// said now (G09). `text` is the path as it was given.
Result<void> check_can_be_created(std::string_view tool, const TargetFile& target, std::string_view text,
                                  const ToolContext& context);

// The bytes of a file that will be changed. Errors: above k_max_changed_bytes, UTF-16, unreadable.
Result<std::string> read_for_change(std::string_view tool, const TargetFile& target, const ToolContext& context);

// Errc::conflict when links now lead somewhere else than when the call was judged.
Result<void> check_still_there(std::string_view tool, const ResolvedPath& path, const ToolContext& context);

// Which tool failed goes in front, once.
Error named(std::string_view tool, Error error);

inline constexpr uint32_t k_directory_mode = 0777; // less the umask
inline constexpr std::string_view k_utf8_bom = "\xEF\xBB\xBF";

} // namespace thoth
