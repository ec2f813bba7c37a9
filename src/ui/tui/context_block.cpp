#include "ui/tui/context_block.h"

#include "text/clusters.h"
#include "text/display.h"
#include "ui/tui/status_line.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace thoth {

namespace {
constexpr int k_figures = 8 + 8; // columns of tokens and part
constexpr int k_widest_bar = 20;
constexpr int k_narrowest_bar = 5;
constexpr int k_narrowest_name = 8;

struct Columns {
    int name = 0;
    int bar = 0;
};

Columns columns_for(const ContextUse& use, int width) {
    int widest = text_width("in all");
    for (const ContextShare& share : use.shares)
        widest = std::max(widest, text_width(display_line(share.name)));
    const int name = std::clamp(width - 2 - k_figures, k_narrowest_name, std::max(widest, k_narrowest_name));
    const int bar = std::min(width - 2 - name - k_figures - 2, k_widest_bar);
    return {name, bar < k_narrowest_bar ? 0 : bar};
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int n = 0; n < times; ++n)
        out += text;
    return out;
}

StyledLine share_row(std::string_view name, int64_t tokens, int64_t whole, Columns columns, Role role) {
    const double part = whole <= 0 ? 0 : static_cast<double>(tokens) / static_cast<double>(whole);
    StyledLine row = cut_to({{{"  " + display_line(name), Role::plain}}}, 2 + columns.name);
    append(row, {{{repeated(" ", 2 + columns.name - width_of(row)), Role::plain},
                  {fmt::format("{:>8}{:>7.1f}%", short_count(tokens), 100 * part), Role::plain}}});
    if (columns.bar == 0) return row;
    const int filled = static_cast<int>(std::clamp(part, 0.0, 1.0) * columns.bar + 0.5);
    append(
        row,
        {{{"  ", Role::plain}, {repeated("━", filled), role}, {repeated("─", columns.bar - filled), Role::dim}}});
    return row;
}
} // namespace

StyledLines context_block(const ContextUse& use, int width) {
    int64_t used = 0;
    for (const ContextShare& share : use.shares)
        used += share.tokens;
    const int64_t whole = use.window.value_or(used);
    const Columns columns = columns_for(use, width);
    StyledLines out =
        wrapped_text(use.window ? fmt::format("the model's window: {} tokens", short_count(*use.window))
                                : std::string("the model's window: nobody says how large it is"),
                     Role::strong, width);
    const auto add = [&](std::string_view name, int64_t tokens, Role role) {
        out.push_back(cut_to(share_row(name, tokens, whole, columns, role), width));
    };
    for (const ContextShare& share : use.shares)
        add(share.name, share.tokens, Role::code);
    add("in all", used, Role::warning);
    if (use.window) add("free", std::max<int64_t>(0, whole - used), Role::success);
    append(out, wrapped_text(use.counted ? "counted by the server" : "estimated: this server counts for nobody",
                             Role::dim, width, lead("  ")));
    return out;
}

} // namespace thoth
