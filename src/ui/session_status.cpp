#include "ui/session_status.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::string context_text(const ModelInUse& in_use, const Usage& last) {
    if (!in_use.window) return fmt::format("{} tokens; nobody says how many there may be", last.context());
    return fmt::format("{} of {} tokens ({} %){}", last.context(), *in_use.window,
                       last.context() * 100 / *in_use.window,
                       in_use.window_origin.empty() ? "" : "; the window: " + in_use.window_origin);
}

// What the server says that the model can do.
std::string abilities_text(const ModelInUse& in_use) {
    std::string text;
    if (in_use.calls_tools) text += *in_use.calls_tools ? "calls tools" : "calls no tools";
    if (in_use.thinks)
        text += (text.empty() ? "" : ", ") + std::string(*in_use.thinks ? "thinks" : "does not think");
    return text.empty() ? text : " (" + text + ")";
}

std::string spent_text(const Spent& spent) {
    if (spent.replies == 0) return "nothing yet";
    const char* about = spent.usage.estimated ? "about " : "";
    std::string text =
        fmt::format("{} replies: {}{} tokens read, {} of them from the cache, {}{} written", spent.replies, about,
                    spent.usage.prompt(), spent.usage.cache_read, about, spent.usage.output.value_or(0));
    if (spent.cost) text += fmt::format(", cost {:.4f}", *spent.cost);
    return text;
}

// Whether a prompt cache can have been of use.
std::string breaks_text(const SessionTotals& totals) {
    if (totals.spent.replies < 2) return {};
    const auto& breaks = totals.prefix_breaks;
    std::string text;
    for (const auto& [cause, count] : breaks)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", cause, count);
    return "prefix    " +
           (text.empty() ? std::string("each request began with the whole of the one before")
                         : "broken by " + text) +
           "\n";
}
} // namespace

std::string status_text(const SessionFacts& facts, const Usage& last, const SessionTotals& totals) {
    return fmt::format("profile   {}\nmodel     {}{}\nserver    {} ({})\nkey       {}\ndirectory {}\nmode      {}\n"
                       "sandbox   {}\nsession   {}\ncontext   {}\nused      {}\n{}",
                       facts.profile.empty() ? "none" : facts.profile, facts.model, abilities_text(facts.in_use),
                       facts.server, facts.api, facts.key_origin.empty() ? "none" : "from " + facts.key_origin,
                       facts.directory, facts.mode, facts.sandbox ? facts.sandbox() : "not known",
                       facts.session_id.empty() ? "not saved" : facts.session_id, context_text(facts.in_use, last),
                       spent_text(totals.spent), breaks_text(totals));
}

} // namespace thoth
