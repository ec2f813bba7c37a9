#pragma once
#include "tools/target_file.h"
#include "tools/text_sink.h"
#include "tools/tool.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// What a look at some lines tells about the whole file.
struct FileFacts {
    uint64_t size = 0; // bytes
    int64_t total_lines = 0;
    std::optional<ContentHash> content; // nothing above k_max_changed_bytes, nor for UTF-16
    bool utf16 = false;
};

// Gives `sink` the text from line `first_line` (1-based) on, UTF-16 decoded, in blocks, so that
// memory does not grow with the file. Up to k_max_changed_bytes all of the file is read and
// hashed. Above that its lines are counted once; then the index in `context` leads to the place,
// and reading ends when the sink is done. Errors begin with the tool's name: cancelled, above
// 4 GB (some files below /proc have no end), and what the file system says.
Result<FileFacts> read_lines(std::string_view tool, const TargetFile& target, int64_t first_line, TextSink& sink,
                             const ToolContext& context, const std::stop_token& stop);

// A line for the model about a file that the tools do not change, and why; else nothing.
std::string note_on_changing(const FileFacts& facts);

} // namespace thoth
