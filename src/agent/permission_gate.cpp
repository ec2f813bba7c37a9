#include "agent/permission_gate.h"

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
        std::string operator()(const CommandAccess&) const { return "Run this command?"; }
    };
    return std::visit(Words{workspace}, access);
}
} // namespace

Result<Permission> PermissionGate::pass(const Access& access, std::string_view call_id, Mode mode,
                                        std::stop_token stop, std::string_view concern) {
    Verdict verdict = m_policy.judge(access, mode, m_grants);
    if (!concern.empty() && verdict.decision != Verdict::Decision::refuse)
        verdict = {Verdict::Decision::ask, {}, std::string(concern)};
    switch (verdict.decision) {
    case Verdict::Decision::allow:
        return Permission{};
    case Verdict::Decision::refuse:
        return fail(Errc::refused, "did not happen: " + verdict.reason);
    case Verdict::Decision::ask:
        break;
    }
    const std::vector<std::string> keys = verdict.keys;
    const Answer answer = ask({++m_questions, question_text(access, m_context.workspace), std::move(verdict.keys),
                               std::move(verdict.reason)},
                              call_id, stop);
    if (stop.stop_requested())
        return fail(Errc::cancelled, "did not happen: the user cancelled while this was being asked");
    if (answer == Answer::always)
        if (const auto saved = m_grants.add(keys, m_context.clock); !saved)
            m_link.events.push(
                Notice{Notice::Level::warning, "the grant was not saved: " + describe(saved.error())});
    return Permission{answer, true};
}

Answer PermissionGate::ask(Question question, std::string_view call_id, std::stop_token stop) {
    const bool offers_always = question.offers_always();
    m_link.events.push(QuestionAsked{std::string(call_id), std::move(question)});
    while (const auto given = m_link.answers.pop(stop)) {
        if (given->question_id != m_questions) continue; // to a question that was withdrawn
        return given->answer == Answer::always && !offers_always ? Answer::no : given->answer;
    }
    return Answer::no; // stopped
}

} // namespace thoth
