#include "ui/tui/todo_block.h"

#include "text/display.h"
#include "text/lines.h"
#include "ui/tui/wrap.h"

#include <string>

namespace thoth {

namespace {
struct Mark {
    std::string_view in_list;
    std::string_view shown;
    Role mark;
    Role text;
};
constexpr Mark k_marks[] = {
    {"[x] ", "✓ ", Role::success, Role::dim},
    {"[>] ", "▸ ", Role::accent, Role::strong},
    {"[ ] ", "· ", Role::dim, Role::plain},
};

StyledLines item_lines(const std::string& line, int width) {
    for (const Mark& mark : k_marks)
        if (line.starts_with(mark.in_list))
            return wrapped_text(std::string_view(line).substr(mark.in_list.size()), mark.text, width,
                                lead(mark.shown, mark.mark));
    return wrapped_text(line, Role::plain, width);
}
} // namespace

StyledLines todo_block(std::string_view list, int width) {
    StyledLines out;
    const LineIndex lines(list);
    for (int n = 1; n <= lines.count(); ++n)
        append(out, item_lines(visible_line(without_line_ending(lines.line(n))), width));
    return out;
}

} // namespace thoth
