#include "ui/tui/start_screen.h"

#include "text/display.h"
#include "ui/tui/status_line.h"
#include "ui/tui/wrap.h"

#include <fmt/format.h>
#include <string>

namespace thoth {

namespace {
struct Tip {
    std::string_view key;
    std::string_view what;
};
constexpr Tip k_tips[] = {
    {"/", "commands"},
    {"@", "attach a file"},
    {"shift+tab", "change what is asked before it happens"},
};

void add_fact(StyledLines& out, std::string_view name, const std::string& value, int width) {
    if (value.empty()) return;
    append(out,
           wrapped_text(display_line(value), Role::plain, width, lead(fmt::format("  {:<11}", name), Role::dim)));
}
} // namespace

StyledLines start_screen(const SessionFacts& facts, int width) {
    StyledLines out =
        wrapped({{{"thoth ", Role::heading}, {display_line(facts.version), Role::dim}}}, width, Break::at_spaces);
    out.emplace_back();
    add_fact(out, "model", facts.model, width);
    add_fact(out, "server", facts.server, width);
    if (facts.in_use.window) add_fact(out, "window", short_count(*facts.in_use.window) + " tokens", width);
    add_fact(out, "directory", facts.directory, width);
    add_fact(out, "mode", facts.mode, width);
    out.emplace_back();
    for (const Tip& tip : k_tips)
        append(out, wrapped({{{std::string(tip.what), Role::dim}}}, width, Break::at_spaces,
                            lead(fmt::format("  {:<11}", tip.key), Role::accent)));
    return out;
}

} // namespace thoth
