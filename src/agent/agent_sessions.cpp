#include "agent/agent.h"

#include "session/recap.h"
#include "session/session_fork.h"
#include "text/display.h"
#include "text/unicode.h"
#include "workspace/undo_lines.h"

#include <fmt/format.h>

// What an agent does with sessions: goes over to another one, takes back what was said and done, and notices what
// others did to the files that it knows.

namespace thoth {

namespace {
constexpr size_t k_names_told = 20;
constexpr size_t k_title_characters = 100;

std::string names_of(const std::vector<Path>& files, const Workspace& workspace) {
    std::string names;
    for (size_t i = 0; i < std::min(files.size(), k_names_told); ++i)
        names += (i == 0 ? "" : ", ") + workspace.shown(files[i]);
    if (files.size() > k_names_told) names += fmt::format(" and {} more", files.size() - k_names_told);
    return names;
}

std::string preview_in_words(const PromptMark& target, size_t number, const UndoSince::Plan& files) {
    const std::string line = display_line(target.text);
    return fmt::format(
        "back to before message {}, \"{}\":\nconversation: {} of your messages and all that came of them "
        "would be taken back\n{}",
        number, first_code_points(line, k_title_characters), number,
        files.text.empty() ? "files: undo knows of no request of this session that began to change files since then"
                           : "files, as they would be then:\n" + files.text);
}

std::vector<CheckpointPart> parts_behind(const SessionPlan& plan, const PromptMark& prompt) {
    std::vector<CheckpointPart> parts;
    for (CheckpointRecord& record : plan.checkpoints_behind(prompt.at))
        parts.push_back({std::move(record.id), static_cast<size_t>(record.from)});
    return parts;
}
} // namespace

void Agent::say(Notice::Level level, std::string text) {
    m_link.events.push(Notice{level, std::move(text)});
}

void Agent::say_if_failed(const Result<void>& done) {
    if (!done) say(Notice::Level::error, describe(done.error()));
}

void Agent::carry_out(const ResumeSession& resume) {
    say_if_failed(this->resume(resume.words));
}

// What names no session narrows the list down.
Result<void> Agent::resume(const std::string& words) {
    const auto file = words.empty() ? Result<SessionFile>(fail(Errc::not_found, "no words")) : m_desk.choose(words);
    const bool is_search =
        !file && (file.error().code == Errc::not_found || file.error().code == Errc::invalid_argument);
    if (is_search) {
        const std::string list = TRY(m_desk.list(words, m_conversation.session_id()));
        say(Notice::Level::info, list + "\n/resume N goes on with one of them; /resume WORDS searches");
        return {};
    }
    if (!file) return fail(file.error());
    if (file->id == m_conversation.session_id())
        return fail(Errc::invalid_argument, "that is this session", "/rewind goes back in it");
    go_over_to(TRY(open_session(m_context.files, m_context.clock, file->path, m_settings.sessions.writable, {})),
               "another session");
    return {};
}

void Agent::go_over_to(StartedSession session, const char* cause) {
    const bool is_offered = session.unanswered && !session.history.empty();
    if (is_offered) session.take_out_prompt();
    m_conversation.replace(std::move(session.log), std::move(session.history), std::move(session.carried));
    if (is_offered) m_conversation.leave_out_prompt(session.unanswered->number);
    const bool keeps_prompt = session.system && session.system->basis == m_settings.prompt.basis;
    if (keeps_prompt) m_settings.prompt = *session.system;
    if (!m_settings.prompt.basis.empty()) {
        m_settings.system_prompt = m_settings.prompt.text;
        m_conversation.set_system(m_settings.prompt, keeps_prompt);
    }
    history_is_another(session.seen, cause);
    m_link.events.push(SessionStarted{m_conversation.session_id()});
    for (std::string& note : session.notes)
        say(Notice::Level::info, std::move(note));
    for (std::string& warning : session.warnings)
        say(Notice::Level::warning, std::move(warning));
    if (session.model != m_model.model()) {
        say(Notice::Level::info, fmt::format("it was held with {}, and goes on with {}; /model changes that",
                                             session.model, m_model.model()));
        m_conversation.note_model(m_model.model());
    }
    warn_about_the_log();
    if (is_offered) m_link.events.push(PromptBack{session.unanswered->text});
}

void Agent::history_is_another(const std::vector<SeenFile>& seen, const char* cause) {
    m_model.history_changes(cause);
    m_notes.tell_again(m_settings.prompt.date);
    m_runner.begin_conversation(m_conversation.messages(), m_conversation.carried().done_before);
    m_context.ledger = FileLedger{};
    m_context.ledger.restore(seen);
    m_stale_files.start_over();
}

void Agent::carry_out(const RenameSession& rename) {
    SessionLog& log = m_conversation.log();
    const std::string title(first_code_points(display_line(rename.title), k_title_characters));
    if (log.id().empty()) return say(Notice::Level::error, "this session is not saved, so it has no name");
    if (title.empty())
        return say(Notice::Level::info,
                   log.title().empty() ? fmt::format("session {} has no name; /rename TITLE gives it one", log.id())
                                       : fmt::format("session {} is called \"{}\"", log.id(), log.title()));
    const auto renamed = log.rename(title);
    say_if_failed(renamed);
    if (renamed) say(Notice::Level::info, fmt::format("this session is called \"{}\" now", title));
}

void Agent::carry_out(const ForkSession&) {
    say_if_failed(fork());
}

Result<void> Agent::fork() {
    const SessionLog& log = m_conversation.log();
    if (log.id().empty()) return fail(Errc::unavailable, "this session is not saved, so there is nothing to copy");
    const SessionFile copy = TRY(
        fork_session(m_context.files, m_context.clock, m_settings.sessions.project_state, {log.file(), log.id()}));
    say(Notice::Level::info, fmt::format("session {} stays as it is; this one is a copy of it", log.id()));
    go_over_to(TRY(open_session(m_context.files, m_context.clock, copy.path, true, {})), "a copy of the session");
    return {};
}

void Agent::carry_out(const RewindSession& rewind) {
    say_if_failed(this->rewind(rewind));
}

Result<void> Agent::rewind(const RewindSession& asked) {
    const SessionLog& log = m_conversation.log();
    if (log.id().empty())
        return fail(Errc::unavailable, "this session is not saved, so there is nothing to go back to");
    const SessionPlan plan = TRY(plan_of(m_context.files, log.file(), asked.stop));
    const std::vector<std::string> words = undo_words(asked.words);
    if (words.empty()) {
        say(Notice::Level::info,
            TRY(prompts_in_words(plan.prompts())) + "\n/rewind N goes back to before one of them");
        return {};
    }
    const RewindTarget target = TRY(rewind_target(words, plan.prompts().size()));
    const PromptMark& prompt = plan.prompts()[target.place];
    UndoSince::Plan changes;
    std::optional<UndoSince> files;
    if (CheckpointStore* store = m_checkpoints.store()) {
        files.emplace(m_context.files, *store, m_context.clock, m_context.workspace, log.id(), prompt.time,
                      parts_behind(plan, prompt));
        changes = TRY(files->plan());
    }
    say(Notice::Level::info, preview_in_words(prompt, plan.prompts().size() - target.place, changes));
    const auto scope = target.scope ? target.scope : TRY(ask_for_scope(!changes.requests.empty(), asked.stop));
    if (!scope) {
        say(Notice::Level::info, "nothing was taken back");
        return {};
    }
    const bool is_conversation = *scope != RewindScope::files;
    if (files && *scope != RewindScope::conversation && !changes.requests.empty())
        take_back_files(files->undo(changes), !is_conversation);
    if (is_conversation) TRY(take_back_conversation(prompt, static_cast<int>(target.place)));
    return {};
}

Result<std::optional<RewindScope>> Agent::ask_for_scope(bool has_files, const std::stop_token& stop) {
    std::vector<std::string> options;
    if (has_files) options.emplace_back("take back conversation and files");
    options.emplace_back("take back the conversation only");
    if (has_files) options.emplace_back("take back the files only");
    const Choice choice = TRY(m_gate.ask_user("What is to be taken back?", options, {}, stop));
    if (choice.option == 0) return rewind_scope(choice.text);
    if (!has_files || choice.option == 2) return RewindScope::conversation;
    return choice.option == 1 ? RewindScope::both : RewindScope::files;
}

// `is_told`: the model remembers the changes, so it has to know.
void Agent::take_back_files(const UndoSince::Report& report, bool is_told) {
    const std::string done = undo_lines(report.steps, UndoDirection::back, m_context.workspace);
    say(report.left_anything() ? Notice::Level::warning : Notice::Level::info,
        done.empty() ? "no file had to be changed" : done);
    if (report.stopped_by) say(Notice::Level::error, describe(*report.stopped_by));
    std::vector<Path> changed;
    for (const UndoStep& step : report.steps) {
        if (!step.changed()) continue;
        m_context.ledger.forget(step.path);
        if (!step.moved_to.empty()) m_context.ledger.forget(step.moved_to);
        changed.push_back(step.path);
    }
    if (!is_told || changed.empty()) return;
    m_conversation.add(UserMessage{fmt::format(
        "(The user took back file changes of earlier requests: {}. Read files again before you change them.)",
        names_of(changed, m_context.workspace))});
    warn_about_the_log();
}

// The file is what counts: it is told first, and the history is read from it again.
Result<void> Agent::take_back_conversation(const PromptMark& target, int prompts_left) {
    SessionLog& log = m_conversation.log();
    TRY(log.rewind(target.number, prompts_left));
    StoredSession stored = TRY(read_session_file(m_context.files, log.file()));
    m_conversation.reload(std::move(stored.history), carried_of(stored));
    history_is_another(stored.seen, "the conversation was taken back");
    say(Notice::Level::info, fmt::format("the conversation goes on from before that message ({} messages are left)",
                                         m_conversation.messages().size()));
    if (target.whole) m_link.events.push(PromptBack{target.text});
    return {};
}

void Agent::carry_out(const RecapSession&) {
    say_if_failed(recap());
}

Result<void> Agent::recap() {
    const auto text = TRY(read_recap(m_context.files, m_settings.sessions.project_state));
    if (!text)
        return fail(Errc::not_found, "there is no summary of earlier work in this project yet",
                    "it is written when a conversation is made shorter; /resume goes on with an earlier session");
    m_conversation.add(UserMessage{
        fmt::format("(What was last worked on in this project, as it was summed up then:)\n<recap>\n{}\n</recap>",
                    to_valid_utf8(*text))});
    warn_about_the_log();
    say(Notice::Level::info, "the model is told with your next message what was last worked on:\n" + *text);
    return {};
}

std::string Agent::note_on_stale_files(const std::stop_token& stop) {
    const std::vector<Path> files = m_stale_files.look(m_context.ledger, stop);
    if (files.empty()) return {};
    const std::string names = names_of(files, m_context.workspace);
    say(Notice::Level::info, "changed since the model read it: " + names);
    return fmt::format(
        "\n\n(Changed since you read it, and not by your edits: {}. Read it again before you rely on it.)", names);
}

} // namespace thoth
