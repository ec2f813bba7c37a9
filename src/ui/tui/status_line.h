#pragma once
#include "protocol/usage.h"
#include "ui/tui/styled_line.h"

#include <cstdint>
#include <optional>
#include <string>

namespace thoth {

// What the last line of the screen tells. Texts are raw.
struct StatusFacts {
    std::string hint{};  // left of all: "? for help", "ctrl+c again quits"; may be empty
    std::string mode{};  // "manual"
    std::string model{}; // "qwen3:8b"
    Usage last{};        // of the last reply
    std::optional<int64_t> window{};
    std::optional<int64_t> written{}; // tokens, in this session
    std::optional<double> cost{};     // in this session
    std::string sandbox{};            // "strict"; empty: not said
    int tasks = 0;                    // in the background
    std::string editor_file{};
};

// One row. Left: hint, mode, model; right: ctx, out, cost, sandbox, tasks, file. What does not fit goes: out and
// cost first, then the file, the sandbox, ctx and the tasks; then the model and the hint. The mode stays. Pure.
StyledLine status_line(const StatusFacts& facts, int width);

// "987", "12.3k", "1.2M"
std::string short_count(int64_t tokens);

} // namespace thoth
