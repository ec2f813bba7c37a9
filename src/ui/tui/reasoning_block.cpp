#include "ui/tui/reasoning_block.h"

#include "text/unicode.h"
#include "ui/tui/state_line.h"
#include "ui/tui/wrap.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_kept = 4096; // bytes
constexpr size_t k_rows = 3;
} // namespace

void ReasoningBlock::feed(std::string_view text) {
    m_text += m_filter.feed(text);
    if (m_text.size() > 2 * k_kept) m_text = std::string(utf8_suffix(m_text, k_kept));
}

StyledLines ReasoningBlock::live(int width) const {
    StyledLines rows;
    for (StyledLine& row : wrapped_text(utf8_suffix(m_text, k_kept), Role::dim, width, lead("  ")))
        if (row.spans.size() > 1) rows.push_back(std::move(row)); // blank ones say nothing
    const size_t kept = std::min(rows.size(), k_rows);
    return {std::make_move_iterator(rows.end() - static_cast<std::ptrdiff_t>(kept)),
            std::make_move_iterator(rows.end())};
}

void ReasoningBlock::clear() {
    *this = {};
}

StyledLines reasoning_done(std::chrono::milliseconds took) {
    return {{{{"thought for " + short_time(took), Role::dim}}}};
}

} // namespace thoth
