#include "ui/tui/state_line.h"

#include "text/display.h"
#include "ui/tui/wrap.h"

#include <array>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::array<std::string_view, k_spinner_frames> k_spinner{"⠋", "⠙", "⠹", "⠸", "⠼",
                                                                   "⠴", "⠦", "⠧", "⠇", "⠏"};
constexpr std::string_view k_still = "·"; // nothing comes: nothing turns

std::string_view spinner(int frame) {
    const int n = frame % k_spinner_frames;
    return k_spinner[static_cast<size_t>(n < 0 ? n + k_spinner_frames : n)];
}

std::string waiting_words(const WaitingForModel& waiting) {
    switch (waiting.what) {
    case WaitingForModel::For::answer:
        return "waiting: no answer yet";
    case WaitingForModel::For::more:
        return fmt::format("waiting: nothing for {}", short_time(waiting.so_far));
    case WaitingForModel::For::loading:
        return "waiting: loading the model";
    }
    return {};
}

std::string words_of(const WorkState& state) {
    switch (state.doing) {
    case WorkState::Doing::asking_model:
        return "working";
    case WorkState::Doing::thinking:
        return "thinking";
    case WorkState::Doing::writing:
        return "writing";
    case WorkState::Doing::tool:
        return state.what.empty() ? std::string("working") : display_line(state.what);
    case WorkState::Doing::retrying:
        return fmt::format("asking again in {}", short_time(state.until_retry + std::chrono::milliseconds(999)));
    case WorkState::Doing::stopping:
        return "stopping";
    }
    return {};
}
} // namespace

std::string short_time(std::chrono::milliseconds time) {
    const auto seconds = std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(time).count());
    if (seconds < 60) return fmt::format("{}s", seconds);
    if (seconds < 3600) return fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
    return fmt::format("{}h {:02}m", seconds / 3600, seconds / 60 % 60);
}

StyledLine state_line(const WorkState& state, int width) {
    const bool is_waiting = state.waiting && state.doing != WorkState::Doing::stopping;
    const std::string_view mark = is_waiting ? k_still : spinner(state.frame);
    std::string after = "  " + short_time(state.elapsed);
    if (state.queued > 0) after += fmt::format(" · {} queued", state.queued);
    if (state.doing != WorkState::Doing::stopping) after += " · esc stops";
    StyledLine line{
        {{std::string(mark) + " ", is_waiting ? Role::warning : Role::working},
         {is_waiting ? waiting_words(*state.waiting) : words_of(state), is_waiting ? Role::warning : Role::plain}}};
    const StyledLine rest{{{after, Role::dim}}};
    const int room = width - width_of(rest);
    // The words of a tool can be long: they give way, not the time and how to stop it.
    if (room >= 12) {
        line = cut_to(line, room);
        append(line, rest);
        return line;
    }
    append(line, rest);
    return cut_to(line, width);
}

} // namespace thoth
