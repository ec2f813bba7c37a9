#include "app/commands/view.h"

#include "ui/transcript.h"
#include "ui/tui/theme.h"
#include "ui/tui/views.h"

#include <fmt/format.h>
#include <optional>

namespace thoth {

namespace {
constexpr int k_exit_usage = 2;

Result<std::string> drawn_view(const std::string& name, const std::string& size_text, const Console& console) {
    if (name.empty()) return view_list();
    const std::optional<ViewSize> size = size_text.empty() ? ViewSize{} : view_size(size_text);
    if (!size)
        return fail(Errc::invalid_argument, fmt::format("--view-size {} is no size of a screen", size_text),
                    "such as 80x24; 20x6 to 500x200");
    const auto rows = draw_view(name, *size);
    if (!rows)
        return fail(Errc::invalid_argument, fmt::format("there is no view \"{}\"", name),
                    "thoth --view lists them");
    const bool is_plain = !console.out.color() && !console.out_is_terminal;
    std::string out;
    for (const StyledLine& row : *rows)
        out += (is_plain ? plain_text(row) : drawn(row, Theme(console.out.color()))) + "\n";
    return out;
}
} // namespace

int run_view(const std::string& name, const std::string& size, const Console& console) {
    const auto text = drawn_view(name, size, console);
    if (!text) {
        console.err.write(notice_text({Notice::Level::error, describe(text.error())}, console.err.color()));
        return k_exit_usage;
    }
    console.out.write(*text);
    return 0;
}

} // namespace thoth
