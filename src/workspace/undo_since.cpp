#include "workspace/undo_since.h"

#include "text/display.h"
#include "workspace/undo_lines.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace thoth {

namespace {
std::vector<UndoStep> foreseen(const std::vector<RequestPlan>& requests) {
    std::vector<UndoStep> steps;
    for (const RequestPlan& request : requests)
        std::ranges::transform(request.steps, std::back_inserter(steps), &PlannedStep::step);
    return steps;
}

std::string requests_in_words(int count) {
    return fmt::format("{} {}", count, count == 1 ? "request" : "requests");
}
} // namespace

bool UndoSince::Report::left_anything() const {
    return stopped_by || std::ranges::any_of(steps, &UndoStep::left);
}

// The first change of it that is meant; nothing: none is.
std::optional<size_t> UndoSince::begin_in(const Checkpoint& checkpoint) const {
    const auto part = std::ranges::find(m_parts, checkpoint.id, &CheckpointPart::id);
    if (part != m_parts.end()) return part->from;
    return checkpoint.session == m_session && checkpoint.at >= m_since ? std::optional<size_t>(0) : std::nullopt;
}

Result<UndoSince::Found> UndoSince::find() const {
    Found out;
    const std::vector<std::string> ids = TRY(m_store.ids());
    const auto is_gone = [&](const CheckpointPart& part) { return ids.empty() || part.id < ids.back(); };
    out.may_lack_older = ids.size() >= CheckpointStore::k_kept;
    for (const std::string& id : ids) {
        auto checkpoint = m_store.load(id);
        if (!checkpoint) {
            ++out.damaged;
            continue;
        }
        if (checkpoint->at < m_since) out.may_lack_older = false;
        const auto from = begin_in(*checkpoint);
        if (from && *from < checkpoint->open_changes()) out.requests.push_back({std::move(*checkpoint), *from});
    }
    out.may_lack_older = out.may_lack_older || std::ranges::any_of(m_parts, is_gone);
    return out;
}

Result<UndoSince::Plan> UndoSince::plan() const {
    Plan out;
    const Found found = TRY(find());
    UndoPlanner planner(m_files, m_store.objects());
    for (const Found::Request& request : found.requests)
        out.requests.push_back(planner.plan(request.checkpoint, UndoDirection::back, request.from));
    out.text = undo_lines(foreseen(out.requests), UndoDirection::back, m_workspace);
    out.text += (out.text.empty() ? "" : "\n") + notes_on(found);
    if (out.text.ends_with('\n')) out.text.pop_back();
    return out;
}

std::string UndoSince::notes_on(const Found& found) const {
    std::string text;
    std::string other_session;
    int of_other = 0;
    for (const Found::Request& request : found.requests) {
        for (const CheckpointCommand& command : request.checkpoint.commands)
            if (command.behind >= request.from)
                text += fmt::format("stays as is $ {}\n", visible_line(command.line));
        if (request.checkpoint.session == m_session) continue;
        other_session = request.checkpoint.session;
        ++of_other;
    }
    if (of_other > 0)
        text += fmt::format("({} of these requests {} made in session {}, which this one began as a copy of)\n",
                            of_other, of_other == 1 ? "was" : "were", visible_line(other_session));
    if (found.damaged > 0)
        text += fmt::format("stays        what {} changed that cannot be read any more\n",
                            requests_in_words(found.damaged));
    if (found.may_lack_older)
        text += fmt::format("stays        what requests before the last {} changed: no more are kept\n",
                            CheckpointStore::k_kept);
    return text;
}

UndoSince::Report UndoSince::undo(const Plan& plan) const {
    Report all;
    Undo engine(m_files, m_store, m_clock);
    for (const RequestPlan& request : plan.requests) {
        auto report = engine.carry_out(request);
        if (!report) {
            all.stopped_by = std::move(report).error();
            break;
        }
        std::ranges::move(report->steps, std::back_inserter(all.steps));
    }
    return all;
}

} // namespace thoth
