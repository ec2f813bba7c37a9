// Markdown from a model becomes rows that are no wider than the screen, hold nothing that a terminal would obey,
// and do not depend on where the stream was split. What it looks like on the way is drawn, too. The first byte
// chooses the width, the second the places of the splits.
#include "text/clusters.h"
#include "text/display.h"
#include "text/unicode.h"
#include "ui/tui/markdown.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void check_drawable(const thoth::StyledLines& rows, int width) {
    for (const thoth::StyledLine& row : rows) {
        const std::string text = thoth::plain_text(row);
        if (!thoth::is_valid_utf8(text) || thoth::text_width(text) > width) std::abort();
        if (text.find('\n') != std::string::npos || thoth::display_line(text) != text) std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const int width = thoth::k_narrowest + data[0] % 120;
    const size_t step = 1 + data[1];
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);

    const thoth::StyledLines whole = thoth::markdown_block(text, width);
    check_drawable(whole, width);

    thoth::MarkdownStream stream;
    thoth::StyledLines joined;
    for (size_t at = 0; at < text.size(); at += step) {
        thoth::append(joined, stream.feed(text.substr(at, step), width));
        check_drawable(stream.tail(width), width);
    }
    thoth::append(joined, stream.finish(width));
    if (joined != whole) std::abort();
    return 0;
}
