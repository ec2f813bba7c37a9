#include "ui/tui/views.h"

#include "ui/tui/view_contents.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_least_width = 20;
constexpr int k_most_width = 500;
constexpr int k_least_height = 6;
constexpr int k_most_height = 200;

constexpr std::array k_views{
    View{"start", "the first screen", draw_start},
    View{"chat", "a request and its answer", draw_chat},
    View{"markdown", "all that an answer can be made of", draw_markdown},
    View{"stream", "an answer while it comes", draw_stream},
    View{"reasoning", "a model that thinks", draw_reasoning},
    View{"tools", "calls: done, failed, denied, running", draw_tools},
    View{"diff", "edits: done, failed", draw_diff},
    View{"todo", "the list of what is to be done", draw_todo},
    View{"wide", "characters of two columns, of none, and hostile ones", draw_wide},
    View{"notices", "what thoth itself says", draw_notices},
    View{"waiting", "a server that does not answer", draw_waiting},
    View{"stopping", "a request that is being stopped", draw_stopping},
    View{"compaction", "a conversation that was shortened, and what fills the window", draw_compaction},
    View{"help", "what /help shows", draw_help},
    View{"status", "the last row on narrower and narrower screens", draw_status},
    View{"permission", "may this command run", draw_permission},
    View{"permission-edit", "may this file be changed", draw_permission_edit},
    View{"permission-hidden", "a command with characters that do not show", draw_permission_hidden},
    View{"plan", "a plan, and whether it is carried out", draw_plan},
    View{"choice", "a question of the model with options", draw_choice},
    View{"own-answer", "an answer of one's own to it", draw_own_answer},
    View{"nine", "nine long options on few rows", draw_nine},
    View{"input", "a message of several lines with a paste", draw_input},
    View{"queued", "messages that were typed meanwhile", draw_queued},
    View{"commands", "the list behind /", draw_commands},
    View{"files", "the list behind @", draw_files},
    View{"no-files", "nothing to be found behind @", draw_no_files},
};

std::optional<int> number_of(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}
} // namespace

std::optional<ViewSize> view_size(std::string_view text) {
    const size_t between = text.find('x');
    if (between == std::string_view::npos) return std::nullopt;
    const auto width = number_of(text.substr(0, between));
    const auto height = number_of(text.substr(between + 1));
    if (!width || *width < k_least_width || *width > k_most_width) return std::nullopt;
    if (!height || *height < k_least_height || *height > k_most_height) return std::nullopt;
    return ViewSize{*width, *height};
}

std::span<const View> views() {
    return k_views;
}

std::optional<StyledLines> draw_view(std::string_view name, ViewSize size) {
    const auto view = std::ranges::find(k_views, name, &View::name);
    if (view == k_views.end()) return std::nullopt;
    return view->draw(size);
}

std::string view_list() {
    std::string out;
    for (const View& view : k_views)
        out += fmt::format("{:<18} {}\n", view.name, view.about);
    return out;
}

} // namespace thoth
