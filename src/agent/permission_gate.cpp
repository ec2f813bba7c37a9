#include "agent/permission_gate.h"

#include "permission/grant_words.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::string question_text(const Access& access, const Workspace& workspace) {
    struct Words {
        const Workspace& workspace;
        std::string operator()(const NoAccess&) const { return "Go on?"; }
        std::string operator()(const ReadAccess& read) const {
            return fmt::format("Read {}?", workspace.shown(read.path));
        }
        std::string operator()(const ChangeAccess& change) const {
            switch (change.kind) {
            case ChangeAccess::Kind::write:
                break;
            case ChangeAccess::Kind::move:
                return fmt::format("Move {} to {}?", workspace.shown(change.path),
                                   workspace.shown(change.moved_to));
            case ChangeAccess::Kind::remove:
                return fmt::format("Delete {}?", workspace.shown(change.path));
            }
            return fmt::format("Write {}?", workspace.shown(change.path));
        }
        std::string operator()(const CommandAccess& command) const {
            return command.network ? "Run this command, with the network?" : "Run this command?";
        }
        std::string operator()(const RememberAccess&) const { return "Remember this in later sessions?"; }
        std::string operator()(const WebAccess& web) const { return fmt::format("Fetch from {}?", web.place); }
    };
    return std::visit(Words{workspace}, access);
}
} // namespace

PermissionGate::Judged PermissionGate::judge(const Access& access, Mode mode) const {
    const auto* command = std::get_if<CommandAccess>(&access);
    if (!command) return {m_policy.judge(access, mode, m_grants), {}};
    Judged judged;
    judged.facts = m_inspector.inspect(command->line, m_grants,
                                       {m_confinement.confinement(), m_confinement.is_something_running()});
    judged.verdict = m_policy.judge_command(judged.facts, *command, mode, m_grants, m_confinement.confinement());
    return judged;
}

Result<Permission> PermissionGate::pass(const Access& access, std::string_view call_id, Mode mode,
                                        std::stop_token stop, std::string_view concern) {
    Judged judged = judge(access, mode);
    switch (judged.verdict.decision) {
    case Verdict::Decision::refuse:
        return fail(Errc::refused, "did not happen: " + judged.verdict.reasons.front());
    case Verdict::Decision::allow:
        if (!concern.empty()) break;
        for (const std::string& rule : judged.verdict.reasons)
            m_link.events.push(Notice{Notice::Level::info, "allowed by " + rule});
        return Permission{Answer::once, false, judged.verdict.by_person, std::move(judged.facts.commands),
                          judged.facts.read_only};
    case Verdict::Decision::ask:
        break;
    }
    return ask_until_it_stays_the_same(access, call_id, mode, stop, concern, std::move(judged));
}

// A program file may be another one by the time the answer comes: then the answer was about
// something else, and the question is put again.
Result<Permission> PermissionGate::ask_until_it_stays_the_same(const Access& access, std::string_view call_id,
                                                               Mode mode, std::stop_token stop,
                                                               std::string_view concern, Judged judged) {
    for (;;) {
        if (!concern.empty()) judged.verdict = {Verdict::Decision::ask, {}, {std::string(concern)}};
        const Answer answer = ask(question_for(access, judged, mode), call_id, stop);
        if (stop.stop_requested())
            return fail(Errc::cancelled, "did not happen: the user cancelled while this was being asked");
        const bool yes = answer == Answer::once || answer == Answer::always;
        Judged now = judge(access, mode);
        if (yes && (now.facts.keys != judged.facts.keys || now.facts.pins != judged.facts.pins)) {
            judged = std::move(now);
            judged.verdict.reasons.emplace_back("a program file changed while this was being asked");
            continue;
        }
        if (answer == Answer::always) keep(judged);
        return Permission{answer, true, yes, std::move(now.facts.commands), now.facts.read_only};
    }
}

// What the sandbox would let this command do beyond its rules.
std::string PermissionGate::opened_by_a_yes(const CommandAccess& command, const CommandFacts& facts,
                                            Mode mode) const {
    if (m_confinement.confinement() == Confinement::given_up) return {};
    const CommandReach reach = m_confinement.reach_of(command, facts.commands, Approval::now, mode);
    std::string opened = reach.network ? "the network" : "";
    const auto add = [&](const std::string& words) { opened += (opened.empty() ? "" : ", ") + words; };
    for (const Path& path : reach.readable)
        add(path.string());
    for (const Path& path : reach.writable)
        add("writing in " + path.string());
    return opened;
}

Question PermissionGate::question_for(const Access& access, const Judged& judged, Mode mode) {
    Question question{++m_questions, question_text(access, m_context.workspace)};
    for (const std::string& key : judged.verdict.keys)
        question.scope.push_back(grant_in_words(key));
    question.reasons = judged.verdict.reasons;
    if (const auto* web = std::get_if<WebAccess>(&access)) question.facts = {web->url};
    if (const auto* command = std::get_if<CommandAccess>(&access)) {
        question.facts = {"in " + m_context.workspace.root().string(), "sandbox " + m_confinement.in_words()};
        const std::string opened = opened_by_a_yes(*command, judged.facts, mode);
        if (!opened.empty()) question.facts.push_back("a yes opens " + opened);
    }
    return question;
}

void PermissionGate::keep(const Judged& judged) {
    if (const auto saved = m_grants.add(judged.verdict.keys, m_context.clock, judged.facts.pins); !saved)
        m_link.events.push(Notice{Notice::Level::warning, "the grant was not saved: " + describe(saved.error())});
}

Answer PermissionGate::ask_about_plan(std::stop_token stop) {
    Question question{++m_questions, "Carry this plan out?"};
    question.kind = Question::Kind::plan;
    return ask(std::move(question), {}, stop);
}

Result<Choice> PermissionGate::ask_user(const std::string& text, const std::vector<std::string>& options,
                                        std::string_view call_id, std::stop_token stop) {
    Question question{++m_questions, text};
    question.kind = Question::Kind::choice;
    question.options = options;
    auto given = answer_to(std::move(question), call_id, stop);
    if (!given || stop.stop_requested()) return fail(Errc::cancelled, "cancelled by user");
    return std::move(given->choice);
}

Answer PermissionGate::ask(Question question, std::string_view call_id, std::stop_token stop) {
    const bool offers_always = question.offers_always();
    const auto given = answer_to(std::move(question), call_id, stop);
    if (!given) return Answer::no; // stopped
    return given->answer == Answer::always && !offers_always ? Answer::no : given->answer;
}

std::optional<AnswerGiven> PermissionGate::answer_to(Question question, std::string_view call_id,
                                                     const std::stop_token& stop) {
    m_link.events.push(QuestionAsked{std::string(call_id), std::move(question)});
    while (auto given = m_link.answers.pop(stop))
        if (given->question_id == m_questions) return given; // others are to questions that were withdrawn
    return std::nullopt;
}

} // namespace thoth
