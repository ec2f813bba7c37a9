#pragma once
#include "base/result.h"
#include "protocol/message.h"

#include <string>
#include <string_view>

namespace thoth {

// Keeps a model from writing the same file whole again and again instead of finding out what is wrong with it.
// One request, agent thread.
class RewriteGuard {
public:
    // Whether `path`, a file that is there, may be written whole. `checks`: how this project is checked, in words.
    // Errc::refused names the check and the tool that changes a part.
    Result<void> judge(std::string_view tool, std::string_view path, std::string_view checks) const;

    // What came of a call; `wrote_whole`: it wrote the whole of its file.
    void saw(const ToolResult& result, bool wrote_whole);
    void begin_request() { m_written.clear(); }

private:
    std::string m_written; // whole, with neither a check nor a change of another file since; empty: none
};

} // namespace thoth
