#pragma once
#include "ui/tui/styled_line.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

struct ViewSize {
    int width = 100;
    int height = 30;
};
// "80x24"; nothing for what is none, or is not within 20x6 to 500x200.
std::optional<ViewSize> view_size(std::string_view text);

// Screens with made-up contents, each the work of the same functions that draw the real ones: to look at, and to be
// compared in tests. Pure functions.
struct View {
    std::string_view name;  // "permission"
    std::string_view about; // in a few words
    StyledLines (*draw)(ViewSize size);
};
std::span<const View> views();

// Exactly as many rows as the size has: the end of the conversation, and below it what is drawn again and again.
// Nothing: there is no such view.
std::optional<StyledLines> draw_view(std::string_view name, ViewSize size);

// The names with what they show, a line each.
std::string view_list();

} // namespace thoth
