#include "ui/tui/notice_block.h"

#include "text/clusters.h"
#include "text/display.h"
#include "ui/evidence_text.h"
#include "ui/transcript.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <string>

namespace thoth {

namespace {
constexpr bool k_no_color = false; // the roles carry it

Role role_of(Notice::Level level) {
    switch (level) {
    case Notice::Level::info:
        return Role::dim;
    case Notice::Level::warning:
        return Role::warning;
    case Notice::Level::error:
        return Role::failure;
    }
    return Role::plain;
}

// Where a line that is wrapped goes on: below its last column that leaves a third of the row, else below its first
// character.
int hanging_indent(std::string_view line, int width) {
    const size_t start = line.find_first_not_of(' ');
    if (start == std::string_view::npos) return 0;
    int indent = static_cast<int>(start);
    for (size_t gap = line.find("  ", start); gap != std::string_view::npos; gap = line.find("  ", gap)) {
        gap = line.find_first_not_of(' ', gap);
        if (gap == std::string_view::npos) break;
        const int column = text_width(line.substr(0, gap));
        if (column > width * 2 / 3) break;
        indent = column;
    }
    return indent;
}

StyledLines in_columns(std::string_view text, Role role, int width) {
    StyledLines out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        const Lead hanging = lead(std::string(static_cast<size_t>(hanging_indent(line, width)), ' '));
        append(out, wrapped({{{line, role}}}, width, Break::at_spaces, {{}, hanging.others}));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}
} // namespace

StyledLines notice_block(const Notice& notice, int width) {
    return wrapped_text(notice_text(notice, k_no_color), role_of(notice.level), width);
}

StyledLines retry_block(const RetryScheduled& retry, int width) {
    return wrapped_text(retry_text(retry, k_no_color), Role::warning, width);
}

StyledLines check_asked_block(const CheckAsked& asked, int width) {
    return wrapped_text(check_asked_text(asked, k_no_color), Role::dim, width);
}

StyledLines evidence_block(const Evidence& evidence, int width) {
    return wrapped_text(evidence_text(evidence, k_no_color), wants_attention(evidence) ? Role::warning : Role::dim,
                        width);
}

StyledLines tasks_block(const std::vector<Task>& tasks, int width) {
    return in_columns(tasks_text(tasks, k_no_color), Role::plain, width);
}

StyledLines text_block(std::string_view text, int width, Role role) {
    return in_columns(display_text(text), role, width);
}

StyledLines prompt_block(std::string_view text, int width) {
    return wrapped_text(display_text(text), Role::strong, width, lead("> ", Role::accent));
}

} // namespace thoth
