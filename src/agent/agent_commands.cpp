#include "agent/agent.h"

#include "agent/context_use.h"
#include "permission/grant_words.h"
#include "workspace/project_memory.h"

#include <fmt/format.h>

// What an agent does between requests, for the user alone. Sessions are in agent_sessions.cpp.

namespace thoth {

void Agent::carry_out(const ShowMemory&) {
    const ProjectMemory memory(m_context.files, m_context.workspace.root());
    const auto text = memory.text();
    const std::string shown = m_context.workspace.shown(memory.file());
    std::string words = !text           ? describe(text.error())
                        : text->empty() ? fmt::format("{} is empty", shown)
                                        : fmt::format("{}:\n{}", shown, *text);
    say(Notice::Level::info, m_settings.instructions + "\n" + words);
}

void Agent::carry_out(const ClearMemory&) {
    const auto cleared = ProjectMemory(m_context.files, m_context.workspace.root()).clear();
    if (cleared)
        say(Notice::Level::info, "the project's memory is empty; this session still knows it");
    else
        say(Notice::Level::error, describe(cleared.error()));
}

void Agent::carry_out(const RememberFact& remember) {
    const auto remembered = [&]() -> Result<std::string> {
        const std::string line = TRY(remembered_line(remember.fact));
        ProjectMemory memory(m_context.files, m_context.workspace.root());
        const std::string shown = m_context.workspace.shown(memory.file());
        if (has_line(TRY(memory.text()), line)) return fmt::format("{} has that already", shown);
        TRY(memory.add(line));
        return fmt::format("remembered in {}", shown);
    }();
    if (remembered)
        say(Notice::Level::info, *remembered);
    else
        say(Notice::Level::error, describe(remembered.error()));
}

void Agent::carry_out(const CompactConversation& compact) {
    const auto verdict = m_keeper.on_demand(
        next_request(), m_conversation,
        [&] {
            CompactionFacts facts = compaction_facts();
            facts.focus = compact.focus;
            return facts;
        },
        compact.stop);
    if (verdict == ContextKeeper::Verdict::shortened) conversation_was_shortened();
}

void Agent::carry_out(const ShowContext&) {
    ContextUse use;
    use.window = m_model.window();
    use.counted = true;
    for (const ContextPart& part : parts_of(next_request(), m_settings.named_parts)) {
        const auto counted = m_model.count(part.text, {});
        use.counted = use.counted && counted.has_value();
        use.shares.push_back({part.name, counted.value_or(m_model.context().tokens_in(part.text.size()))});
    }
    m_link.events.push(ContextShown{std::move(use)});
}

void Agent::carry_out(const ListTasks&) {
    m_link.events.push(TasksRunning{m_jobs.list()});
}

void Agent::carry_out(const StopTask& stop) {
    const auto left = m_jobs.stop(stop.pid);
    if (!left)
        say(Notice::Level::error, describe(left.error()));
    else if (*left > 0)
        say(Notice::Level::warning, fmt::format("{} of its processes could not be ended", *left));
    else
        say(Notice::Level::info, fmt::format("ended {} with all it started", stop.pid));
}

void Agent::carry_out(const UndoChanges& undo) {
    tell(at_undo_desk([&](UndoDesk& desk) { return desk.undo(undo_words(undo.words)); }), "undid");
}

void Agent::carry_out(const RedoChanges&) {
    tell(at_undo_desk([](UndoDesk& desk) { return desk.redo(); }), "redid");
}

Result<UndoDesk::Answer> Agent::at_undo_desk(const std::function<Result<UndoDesk::Answer>(UndoDesk&)>& ask) {
    CheckpointStore* store = m_checkpoints.store();
    if (!store) return fail(Errc::unavailable, "nothing is kept for undo in this session");
    UndoDesk desk(m_context.files, *store, m_context.clock, m_context.workspace, m_conversation.session_id());
    return ask(desk);
}

// What the model knows of a file that changed under it is gone, and it is told so (U08).
void Agent::tell(const Result<UndoDesk::Answer>& answer, const char* verb) {
    if (!answer) {
        say(Notice::Level::error, describe(answer.error()));
        return;
    }
    say(Notice::Level::info, answer->text);
    if (!answer->report || !answer->report->changed_anything()) return;
    std::string names;
    size_t count = 0;
    for (const UndoStep& step : answer->report->steps) {
        if (!step.changed()) continue;
        m_context.ledger.forget(step.path);
        if (!step.moved_to.empty()) m_context.ledger.forget(step.moved_to);
        names += (names.empty() ? "" : ", ") + m_context.workspace.shown(step.path);
        ++count;
    }
    m_conversation.add(UserMessage{fmt::format(
        "(The user {} the file changes of the request \"{}\": {} {}: {}. Read files again before you change them.)",
        verb, answer->report->checkpoint.label, count, count == 1 ? "file" : "files", names)});
    warn_about_the_log();
}

void Agent::carry_out(const ClearConversation&) {
    m_conversation.clear(m_model.model());
    m_model.history_changes("a new conversation");
    m_notes.tell_again(m_settings.prompt.date);
    warn_about_the_log();
    m_runner.begin_conversation({});
    m_context.ledger = FileLedger{}; // a model that starts anew has seen no file
    m_stale_files.start_over();
    m_link.events.push(SessionStarted{m_conversation.session_id()});
    say(Notice::Level::info, "the conversation starts anew");
}

void Agent::carry_out(const ChangeModel& change) {
    m_model.change_model(change.name);
    fit_to_window();
    m_conversation.note_model(change.name);
    warn_about_the_log();
    tell_settings();
}

void Agent::carry_out(const ChangeMode& change) {
    if (const auto mode = mode_from(change.name))
        m_settings.mode = *mode;
    else
        say(Notice::Level::error, unknown_mode(change.name));
    tell_settings();
}

void Agent::carry_out(const ListGrants&) {
    say(Notice::Level::info, grants_in_words(m_grants.all()));
}

void Agent::carry_out(const RemoveGrant& remove) {
    if (const auto removed = m_grants.remove(remove.key))
        say(Notice::Level::info, remove.key + " is no longer granted");
    else
        say(Notice::Level::error, describe(removed.error()));
}

void Agent::carry_out(const ResetGrants&) {
    if (const auto reset = m_grants.reset())
        say(Notice::Level::info, "all grants are gone");
    else
        say(Notice::Level::error, describe(reset.error()));
}

} // namespace thoth
