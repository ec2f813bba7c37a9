#include "ui/tui/status_line.h"

#include "text/display.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace thoth {

namespace {
constexpr std::string_view k_between = "  ";

std::string context_part(const StatusFacts& facts) {
    const int64_t used = facts.last.context();
    if (used == 0 && !facts.window) return {};
    const char* about = facts.last.estimated ? "~" : "";
    if (!facts.window || *facts.window <= 0) return fmt::format("ctx {}{}", about, short_count(used));
    return fmt::format("ctx {}{}/{} ({}%)", about, short_count(used), short_count(*facts.window),
                       used * 100 / *facts.window);
}

struct Part {
    std::string text;
    int rank = 0; // the highest goes first when there is no room
    Role role = Role::dim;
};

std::vector<Part> right_parts(const StatusFacts& facts) {
    std::vector<Part> parts;
    const auto add = [&](std::string text, int rank) {
        if (!text.empty()) parts.push_back({std::move(text), rank});
    };
    add(context_part(facts), 2);
    if (facts.written && *facts.written > 0) add("out " + short_count(*facts.written), 6);
    if (facts.cost) add(fmt::format("${:.4f}", *facts.cost), 5);
    if (!facts.sandbox.empty()) add("sandbox " + display_line(facts.sandbox), 3);
    if (facts.tasks > 0) add(fmt::format("{} in background", facts.tasks), 1);
    add(display_line(facts.editor_file), 4);
    return parts;
}

StyledLine joined(const std::vector<Part>& parts) {
    StyledLine line;
    for (const Part& part : parts)
        append(line, {{{std::string(line.spans.empty() ? "" : k_between), Role::dim}, {part.text, part.role}}});
    return line;
}

void drop_last_wanted(std::vector<Part>& parts) {
    parts.erase(std::ranges::max_element(parts, {}, &Part::rank));
}
} // namespace

std::string short_count(int64_t tokens) {
    if (tokens < 1000) return fmt::format("{}", tokens);
    if (tokens < 999'950) return fmt::format("{:.1f}k", static_cast<double>(tokens) / 1e3);
    return fmt::format("{:.1f}M", static_cast<double>(tokens) / 1e6);
}

StyledLine status_line(const StatusFacts& facts, int width) {
    std::vector<Part> left;
    const auto add = [&](const std::string& text, Role role, int rank) {
        if (!text.empty()) left.push_back({display_line(text), rank, role});
    };
    add(facts.hint, Role::dim, 1);
    add(facts.mode, Role::accent, 0);
    add(facts.model, Role::dim, 2);
    std::vector<Part> right = right_parts(facts);
    const auto needed = [&] { return width_of(joined(left)) + (right.empty() ? 0 : 2 + width_of(joined(right))); };
    while (!right.empty() && needed() > width)
        drop_last_wanted(right);
    while (left.size() > 1 && needed() > width)
        drop_last_wanted(left);
    StyledLine line = cut_to(joined(left), width);
    if (right.empty()) return line;
    const int blanks = width - width_of(line) - width_of(joined(right));
    append(line, {{{std::string(static_cast<size_t>(std::max(blanks, 0)), ' '), Role::plain}}});
    append(line, joined(right));
    return line;
}

} // namespace thoth
