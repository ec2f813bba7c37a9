#pragma once
#include "protocol/waiting.h"
#include "ui/tui/styled_line.h"

#include <chrono>
#include <optional>
#include <string>

namespace thoth {

// What goes on, while something does.
struct WorkState {
    enum class Doing { asking_model, thinking, writing, tool, retrying, stopping };
    Doing doing = Doing::asking_model;
    std::string what{};                       // of a tool: its title, raw
    int frame = 0;                            // of the spinner; any number
    std::chrono::milliseconds elapsed{0};     // of the request
    std::optional<WaitingForModel> waiting{}; // nothing came for a while
    std::chrono::milliseconds until_retry{0}; // with Doing::retrying
    int queued = 0;                           // prompts that were typed meanwhile
};

// Frames of the spinner, and how long one of them stands.
constexpr int k_spinner_frames = 10;
constexpr std::chrono::milliseconds k_spinner_step{100};

// One row: the spinner (still while it is waited for something), what goes on, for how long, how to stop it. Pure.
StyledLine state_line(const WorkState& state, int width);

// "7s", "1m 05s", "2h 03m"
std::string short_time(std::chrono::milliseconds time);

} // namespace thoth
