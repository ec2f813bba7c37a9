#include "agent/compaction/call_lines.h"

#include "agent/compaction/one_line.h"

#include <fmt/format.h>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_most_arguments = 120; // code points
constexpr size_t k_most_result = 80;

std::string line_of(const ToolCall& call, const ToolResult* result) {
    std::string out =
        fmt::format("- {} {}", one_line(call.name, k_most_result), one_line(call.arguments, k_most_arguments));
    if (!result) return out + ": no result";
    if (!result->is_error) return out + ": done";
    return out + ": " + one_line(result->text, k_most_result);
}
} // namespace

std::string call_lines(std::span<const Message> history, size_t most_bytes) {
    std::vector<std::string> lines;
    for (size_t i = 0; i < history.size(); ++i) {
        const auto* reply = std::get_if<AssistantMessage>(&history[i]);
        if (!reply) continue;
        for (size_t c = 0; c < reply->calls.size(); ++c) {
            const size_t place = i + 1 + c;
            lines.push_back(line_of(reply->calls[c],
                                    place < history.size() ? std::get_if<ToolResult>(&history[place]) : nullptr));
        }
    }
    size_t first = lines.size();
    for (size_t bytes = 0; first > 0 && bytes + lines[first - 1].size() < most_bytes; --first)
        bytes += lines[first - 1].size() + 1;
    std::string out;
    if (first > 0 && first < lines.size()) out = fmt::format("- ({} earlier calls)\n", first);
    for (; first < lines.size(); ++first)
        out += lines[first] + "\n";
    return out;
}

} // namespace thoth
