#include "ui/session_status.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::string context_text(const SessionFacts& facts, const Usage& last) {
    if (!facts.window) return fmt::format("{} tokens; nobody says how many there may be", last.context());
    return fmt::format("{} of {} tokens ({} %)", last.context(), *facts.window,
                       last.context() * 100 / *facts.window);
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
    return fmt::format("profile   {}\nmodel     {}\nserver    {} ({})\nkey       {}\ndirectory {}\nmode      {}\n"
                       "sandbox   {}\nsession   {}\ncontext   {}\nused      {}\n{}",
                       facts.profile.empty() ? "none" : facts.profile, facts.model, facts.server, facts.api,
                       facts.key_origin.empty() ? "none" : "from " + facts.key_origin, facts.directory, facts.mode,
                       facts.sandbox ? facts.sandbox() : "not known",
                       facts.session_id.empty() ? "not saved" : facts.session_id, context_text(facts, last),
                       spent_text(totals.spent), breaks_text(totals));
}

} // namespace thoth
