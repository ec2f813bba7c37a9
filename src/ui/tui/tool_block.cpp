#include "ui/tui/tool_block.h"

#include "text/display.h"
#include "text/lines.h"
#include "text/unicode.h"
#include "ui/tui/diff_block.h"
#include "ui/tui/todo_block.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_result_lines = 4;
constexpr int k_whole_result_lines = 2'000;
constexpr size_t k_line_bytes = 20'000; // drawn of one line
constexpr int k_rows_of_a_line = 2;     // where not all of a result is drawn
constexpr std::string_view k_todo_tool = "todo";

struct Dot {
    std::string_view mark; // differs where it is bad, so that it can be told without colours
    Role role;
};

Dot dot_of(CallState state) {
    switch (state) {
    case CallState::working:
        return {"● ", Role::working};
    case CallState::told_below:
        return {"● ", Role::dim};
    case CallState::asking:
        return {"● ", Role::warning};
    case CallState::done:
        return {"● ", Role::success};
    case CallState::failed:
        return {"✗ ", Role::failure};
    case CallState::denied:
        return {"○ ", Role::warning};
    }
    return {"● ", Role::plain};
}

bool had_no_effect(CallState state) {
    return state == CallState::failed || state == CallState::denied;
}

StyledLines indented(StyledLines lines) {
    for (StyledLine& line : lines)
        line.spans.insert(line.spans.begin(), {"  ", Role::plain});
    return lines;
}

StyledLines body_lines(const ToolStarted& started, CallState state, int width, DiffLength length) {
    const std::string& body = started.preview.body;
    switch (started.preview.kind) {
    case Preview::Kind::none:
        return {};
    case Preview::Kind::diff:
        return indented(
            diff_block(body, width - 2, had_no_effect(state) ? DiffTone::no_effect : DiffTone::offered, length));
    case Preview::Kind::list:
        if (started.tool == k_todo_tool) return indented(todo_block(body, width - 2));
        return wrapped_text(visible_text(body), Role::plain, width, lead("  "));
    case Preview::Kind::command:
        return wrapped_text(visible_text(body), had_no_effect(state) ? Role::dim : Role::code, width,
                            lead("  $ ", Role::dim));
    }
    return {};
}

// The first line of a result, which says first that it is none.
std::string first_words(const ToolFinished& finished, const std::string& line) {
    const std::string verdict = finished.denied ? "did not happen" : finished.result.is_error ? "failed" : "";
    if (verdict.empty()) return line.empty() ? "(no output)" : line;
    if (line.starts_with(verdict)) return line;
    return line.empty() ? verdict : verdict + ": " + line;
}

Role role_of(const ToolFinished& finished) {
    if (finished.denied) return Role::warning;
    return finished.result.is_error ? Role::failure : Role::dim;
}
} // namespace

CallState state_of(const std::optional<ToolFinished>& finished, bool is_asking) {
    if (!finished) return is_asking ? CallState::asking : CallState::working;
    if (finished->denied) return CallState::denied;
    return finished->result.is_error ? CallState::failed : CallState::done;
}

StyledLines call_lines(const ToolStarted& started, CallState state, int width, DiffLength length) {
    const Dot dot = dot_of(state);
    const std::string title = visible_line(started.preview.title.empty() ? started.tool : started.preview.title);
    StyledLines out = wrapped_text(title, Role::strong, width, lead(dot.mark, dot.role));
    append(out, body_lines(started, state, width, length));
    return out;
}

StyledLines result_lines(const ToolFinished& finished, int width, bool is_whole) {
    std::string_view text = finished.result.text;
    while (text.ends_with('\n') || text.ends_with('\r'))
        text.remove_suffix(1);
    const LineIndex lines(text);
    const int shown = std::min(lines.count(), is_whole ? k_whole_result_lines : k_result_lines);
    const Lead corner = lead("  └ ", Role::dim);
    StyledLines out;
    for (int n = 1; n <= std::max(shown, 1); ++n) {
        const std::string_view line = n <= shown ? without_line_ending(lines.line(n)) : "";
        StyledLine styled{{{display_text(utf8_prefix(line, k_line_bytes)), role_of(finished)}}};
        if (n == 1) styled.spans.front().text = first_words(finished, styled.spans.front().text);
        if (!is_whole) styled = cut_to(styled, k_rows_of_a_line * (width - width_of(corner.first)));
        append(out,
               wrapped(styled, width, Break::anywhere, out.empty() ? corner : Lead{corner.others, corner.others}));
    }
    if (lines.count() > shown)
        append(out, wrapped_text(fmt::format("… {} more lines", lines.count() - shown), Role::dim, width,
                                 Lead{corner.others, corner.others}));
    return out;
}

StyledLines tool_block(const ToolStarted& started, const std::optional<ToolFinished>& finished, bool is_asking,
                       int width) {
    StyledLines out = call_lines(started, state_of(finished, is_asking), width);
    if (finished)
        append(out, result_lines(*finished, width));
    else if (is_asking)
        append(out, wrapped_text("waiting for your answer", Role::warning, width, lead("  └ ", Role::dim)));
    return out;
}

} // namespace thoth
