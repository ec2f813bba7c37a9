#include "ui/slash_dispatch.h"

#include "ui/init_request.h"

#include <charconv>
#include <fmt/format.h>

namespace thoth {

namespace {
SlashOutcome of(Command command) {
    return {std::move(command)};
}

SlashOutcome saying(std::string text) {
    return {{}, {}, std::move(text)};
}

SlashOutcome of_tasks(const std::string& words) {
    if (words.empty() || words == "list") return of(ListTasks{});
    constexpr std::string_view k_stop = "stop ";
    int pid = 0;
    if (words.starts_with(k_stop)) {
        const char* end = words.data() + words.size();
        const auto [at, error] = std::from_chars(words.data() + k_stop.size(), end, pid);
        if (error == std::errc() && at == end) return of(StopTask{pid});
    }
    return saying("/tasks lists what runs in the background; /tasks stop PID ends one of them\n");
}

SlashOutcome of_allow(const std::string& words) {
    if (words == "reset" || words == "clear") return of(ResetGrants{});
    if (words.starts_with("remove ")) return of(RemoveGrant{words.substr(7)});
    return of(ListGrants{});
}
} // namespace

SlashOutcome outcome_of(const SlashCall& call, const SessionFacts& facts, const Usage& last,
                        const SessionTotals& totals, std::stop_token stop) {
    if (!call.command) return saying(fmt::format("there is no /{}; /help lists what there is\n", call.name));
    const std::string& words = call.argument;
    switch (call.command->action) {
    case SlashAction::help:
        return saying(slash_help());
    case SlashAction::clear:
        return of(ClearConversation{});
    case SlashAction::compact:
        return of(CompactConversation{words, std::move(stop)});
    case SlashAction::context:
        return of(ShowContext{});
    case SlashAction::undo:
        return of(UndoChanges{words});
    case SlashAction::redo:
        return of(RedoChanges{});
    case SlashAction::rewind:
        return of(RewindSession{words, std::move(stop)});
    case SlashAction::resume:
        return of(ResumeSession{words});
    case SlashAction::rename:
        return of(RenameSession{words});
    case SlashAction::fork:
        return of(ForkSession{});
    case SlashAction::recap:
        return of(RecapSession{});
    case SlashAction::allow:
        return of_allow(words);
    case SlashAction::memory:
        return words == "clear" ? of(ClearMemory{}) : of(ShowMemory{});
    case SlashAction::init:
        return {{}, std::string(init_request())};
    case SlashAction::tasks:
        return of_tasks(words);
    case SlashAction::model:
        return words.empty() ? saying(fmt::format("model {}\n", facts.model)) : of(ChangeModel{words});
    case SlashAction::mode:
        return words.empty() ? saying(fmt::format("mode {}\n{}", facts.mode, facts.modes)) : of(ChangeMode{words});
    case SlashAction::plan:
        return of(ChangeMode{"plan"});
    case SlashAction::status:
        return saying(status_text(facts, last, totals));
    case SlashAction::quit:
        return {{}, {}, {}, true};
    }
    return {};
}

} // namespace thoth
