#include "ui/tui/picker_list.h"

#include "text/clusters.h"
#include "text/display.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_widest_text = 40; // columns, where notes follow

int columns_of_texts(const std::vector<PickerRow>& rows, int from, int count) {
    int widest = 0;
    for (int n = from; n < from + count; ++n)
        widest = std::max(widest, text_width(display_line(rows[static_cast<size_t>(n)].text)));
    return std::min(widest, k_widest_text);
}

StyledLine row_line(const PickerRow& row, bool is_chosen, int columns, int width) {
    const std::string text = display_line(row.text);
    StyledLine line{{{is_chosen ? "› " : "  ", Role::accent}, {text, is_chosen ? Role::accent : Role::plain}}};
    const int gap = std::max(columns - text_width(text), 0) + 2;
    if (!row.note.empty() && width_of(line) + gap + 8 <= width)
        append(line,
               {{{std::string(static_cast<size_t>(gap), ' '), Role::plain}, {display_line(row.note), Role::dim}}});
    return cut_to(line, width);
}
} // namespace

StyledLines picker_lines(const PickerList& list, int width, int height) {
    const int count = static_cast<int>(list.rows.size());
    if (count == 0) return wrapped_text(display_line(list.empty_text), Role::dim, width, lead("  "));
    height = std::max(height, 2);
    const bool has_more = list.more > 0 || count > height;
    const int shown = std::min(count, has_more ? height - 1 : height);
    const int chosen = std::clamp(list.chosen, 0, count - 1);
    // The chosen row is never the last one that is seen, unless it is the last of all.
    const int from = std::clamp(chosen - shown + 2, 0, count - shown);
    const int columns = columns_of_texts(list.rows, from, shown);
    StyledLines out;
    for (int n = from; n < from + shown; ++n)
        out.push_back(row_line(list.rows[static_cast<size_t>(n)], n == chosen, columns, width));
    const int below = count - from - shown + std::max(list.more, 0);
    if (below > 0) out.push_back(cut_to({{{fmt::format("  {} more below", below), Role::dim}}}, width));
    return out;
}

} // namespace thoth
