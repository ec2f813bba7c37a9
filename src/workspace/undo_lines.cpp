#include "workspace/undo_lines.h"

#include "text/display.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

namespace thoth {

namespace {
using Outcome = UndoStep::Outcome;

// Nothing of a name is obeyed by a terminal, and no line can be made up.
std::string name_of(const Path& path, const Workspace& workspace) {
    return visible_line(workspace.shown(path));
}

// As a shell takes it.
std::string argument(const std::string& name) {
    constexpr std::string_view k_plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-@%,:=";
    if (name.find_first_not_of(k_plain) == std::string::npos && !name.starts_with('-')) return name;
    std::string out = "'";
    for (const char c : name)
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    return out + "'";
}

std::string line_of(const UndoStep& step, UndoDirection direction, const Workspace& workspace) {
    const std::string name = name_of(step.path, workspace);
    const bool back = direction == UndoDirection::back;
    switch (step.outcome) {
    case Outcome::restored:
        return (back ? "put back    " : "written     ") + name;
    case Outcome::removed:
        return "removed     " + name;
    case Outcome::moved:
        return fmt::format("{}{} -> {}", back ? "moved back  " : "moved       ", name,
                           name_of(step.moved_to, workspace));
    case Outcome::foreign:
        return fmt::format("LEFT ALONE  {}: {}{}", name, visible_line(step.detail),
                           step.kept_in.empty() ? ""
                                                : fmt::format("; its old content: thoth undo show {} {} NEW-FILE",
                                                              step.kept_in, argument(name)));
    case Outcome::unavailable:
    case Outcome::failed:
        return fmt::format("NOT DONE    {}: {}", name, visible_line(step.detail));
    case Outcome::unchanged:
        break;
    }
    return "unchanged   " + name;
}

// Of several steps that end alike for one path, the last, unless it came from elsewhere or went there in between.
std::vector<const UndoStep*> telling_steps(std::span<const UndoStep> steps) {
    std::vector<const UndoStep*> out;
    std::map<Path, std::map<std::string, size_t>> places; // in `out`, by what is said
    for (const UndoStep& step : steps) {
        if (step.outcome == Outcome::moved) {
            places.erase(step.path);
            places.erase(step.moved_to);
        } else {
            const std::string said = step.changed() ? "" : fmt::format("{} {}", int(step.outcome), step.detail);
            const auto [place, is_new] = places[step.path].try_emplace(said, out.size());
            if (!is_new) out[std::exchange(place->second, out.size())] = nullptr;
        }
        out.push_back(&step);
    }
    std::erase(out, nullptr);
    return out;
}
} // namespace

std::string undo_lines(std::span<const UndoStep> steps, UndoDirection direction, const Workspace& workspace,
                       std::string_view indent) {
    std::string out;
    for (const UndoStep* step : telling_steps(steps))
        out += fmt::format("{}{}{}", out.empty() ? "" : "\n", indent, line_of(*step, direction, workspace));
    return out;
}

} // namespace thoth
