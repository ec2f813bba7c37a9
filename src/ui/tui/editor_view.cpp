#include "ui/tui/editor_view.h"

#include "text/clusters.h"

#include <algorithm>
#include <string>
#include <vector>

namespace thoth {

namespace {
constexpr int k_tab_columns = 4;

// One character of the text as it is drawn.
struct Place {
    size_t offset = 0;
    int row = 0;
    int column = 0; // from the left edge of the text
    std::string shown{};
    bool is_mark = false;
};

// The last one is the place behind the text.
std::vector<Place> laid_out(const Editor& editor, int columns) {
    const std::string& text = editor.text();
    std::vector<Place> places;
    int row = 0;
    int column = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = next_cluster(text, at);
        const std::string_view cluster = std::string_view(text).substr(at, end - at);
        if (cluster == "\n") {
            places.push_back({at, row, column});
            ++row;
            column = 0;
            at = end;
            continue;
        }
        const bool is_mark = editor.pasted().is_one(cluster);
        std::string shown = is_mark           ? editor.pasted().label(cluster)
                            : cluster == "\t" ? std::string(k_tab_columns, ' ')
                                              : std::string(cluster);
        const int width = text_width(shown);
        if (column > 0 && column + width > columns) {
            ++row;
            column = 0;
        }
        places.push_back({at, row, column, std::move(shown), is_mark});
        column += width;
        at = end;
    }
    if (column >= columns) { // the cursor has to stand somewhere
        ++row;
        column = 0;
    }
    places.push_back({text.size(), row, column});
    return places;
}

size_t index_of_cursor(const std::vector<Place>& places, size_t cursor) {
    size_t i = 0;
    while (i + 1 < places.size() && places[i].offset < cursor)
        ++i;
    return i;
}

int text_columns(int columns, int mark_width) {
    return std::max(columns - mark_width, 4);
}
} // namespace

EditorRows editor_rows(const Editor& editor, std::string_view mark, int columns, int most_rows) {
    const int mark_width = text_width(mark);
    const auto places = laid_out(editor, text_columns(columns, mark_width));
    const Place& cursor = places[index_of_cursor(places, editor.cursor())];
    const int row_count = places.back().row + 1;
    const int first = std::clamp(cursor.row - most_rows + 1, 0, std::max(row_count - most_rows, 0));
    const int end = std::min(first + most_rows, row_count);
    EditorRows result;
    for (int row = first; row < end; ++row) {
        const bool is_first = row == 0;
        result.rows.push_back({{{is_first ? std::string(mark) : std::string(static_cast<size_t>(mark_width), ' '),
                                 is_first ? Role::accent : Role::plain}}});
    }
    for (const Place& place : places) {
        if (place.row < first || place.row >= end || place.shown.empty()) continue;
        auto& spans = result.rows[static_cast<size_t>(place.row - first)].spans;
        const Role role = place.is_mark ? Role::dim : Role::plain;
        if (spans.size() > 1 && spans.back().role == role)
            spans.back().text += place.shown;
        else
            spans.push_back({place.shown, role});
    }
    result.cursor_row = cursor.row - first;
    result.cursor_column = mark_width + cursor.column;
    return result;
}

std::optional<size_t> place_below_cursor(const Editor& editor, int mark_width, int columns, int rows) {
    const auto places = laid_out(editor, text_columns(columns, mark_width));
    const Place& cursor = places[index_of_cursor(places, editor.cursor())];
    const int row = cursor.row + rows;
    std::optional<size_t> best;
    for (const Place& place : places)
        if (place.row == row && (!best || place.column <= cursor.column)) best = place.offset;
    return best;
}

} // namespace thoth
