#include "agent/compaction/context_keeper.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_most_fruitless = 2;
// Of the window: when the last prompt and its reply filled so much of it, it is time (L02).
constexpr int64_t k_full_percent = 66;
// More than this must not be sent: the rest is for the reply.
constexpr int64_t k_send_percent = 90;
// From here on the server's own tokenizer is asked, where it has one.
constexpr int64_t k_near_percent = 70;
// Less than this was no gain.
constexpr int64_t k_gain_percent = 10;
// A reply that was cut off had enough room if it could have so much of the window; then shortening does not help.
constexpr int64_t k_cut_short_percent = 50;
// Of the tokens of a request that was refused: so many are taken to be the window.
constexpr int64_t k_refused_percent = 75;
// What is shortened on demand where nobody knows the window.
constexpr int64_t k_window_on_demand = 32'768;

std::string thousands(int64_t tokens) {
    return tokens < 1000 ? fmt::format("{}", tokens) : fmt::format("{:.1f}k", static_cast<double>(tokens) / 1000);
}
} // namespace

bool ContextKeeper::is_due(const ModelRequest& request, std::stop_token stop) {
    const auto limit = window();
    if (!limit) return false;
    const auto of_window = [&](int64_t percent) { return *limit * percent / 100; };
    if (m_cut_short || m_last_context > of_window(k_full_percent)) return true;
    const int64_t estimate = m_model.context().tokens_of(request);
    if (estimate < of_window(k_near_percent)) return false;
    return m_model.count(request, std::move(stop)).value_or(estimate) > of_window(k_send_percent);
}

ContextKeeper::Verdict ContextKeeper::before(const ModelRequest& request, Conversation& conversation,
                                             const Facts& facts, std::stop_token stop) {
    if (!is_due(request, stop)) return Verdict::fits;
    return shorten(request, conversation, facts, Summary::wanted, std::move(stop));
}

ContextKeeper::Verdict ContextKeeper::after_refusal(const ModelRequest& request, bool tells_limit,
                                                    Conversation& conversation, const Facts& facts,
                                                    std::stop_token stop) {
    if (++m_refused > k_most_fruitless) return Verdict::too_full;
    const int64_t sent = m_model.context().tokens_of(request);
    if (!tells_limit) m_too_long = m_too_long == 0 ? sent : std::min(m_too_long, sent);
    const Summary summary = m_refused > 1 ? Summary::useless : Summary::wanted;
    return shorten(request, conversation, facts, summary, std::move(stop));
}

void ContextKeeper::note_reply(const Reply& reply) {
    if (reply.error) return;
    m_refused = 0;
    if (reply.usage) m_last_context = reply.usage->context();
    const auto limit = window();
    m_cut_short = reply.finish == Finish::length && limit && m_last_context > *limit * k_cut_short_percent / 100;
}

ContextKeeper::Verdict ContextKeeper::on_demand(const ModelRequest& request, Conversation& conversation,
                                                const Facts& facts, std::stop_token stop) {
    begin_request();
    const Verdict verdict = shorten(request, conversation, facts, Summary::wanted, std::move(stop));
    if (verdict == Verdict::too_full)
        m_events.push(Notice{Notice::Level::info, "there is nothing to shorten in this conversation"});
    if (verdict == Verdict::failed)
        m_events.push(Notice{Notice::Level::error,
                             "no summary could be had, and the conversation is what it was: " + m_error});
    if (verdict == Verdict::cancelled)
        m_events.push(Notice{Notice::Level::info, "stopped; the conversation is what it was"});
    begin_request();
    return verdict;
}

// Whoever refused a request takes less than that, whatever was said of the window.
std::optional<int64_t> ContextKeeper::window() const {
    std::optional<int64_t> limit;
    if (m_too_long > 0) limit = m_too_long * k_refused_percent / 100;
    if (const auto told = m_model.window()) limit = std::min<int64_t>(*told, limit.value_or(*told));
    return limit;
}

int64_t ContextKeeper::window_or_default() const {
    return window().value_or(k_window_on_demand);
}

ContextKeeper::Verdict ContextKeeper::shorten(const ModelRequest& request, Conversation& conversation,
                                              const Facts& facts, Summary summary, std::stop_token stop) {
    const bool has_a_beginning =
        conversation.messages().size() > 1; // something in front of what is being worked on
    if (m_fruitless >= k_most_fruitless || !has_a_beginning) return Verdict::too_full;
    const int64_t limit = window_or_default();
    m_events.push(Notice{Notice::Level::info, "the conversation is being shortened to fit the model's window..."});
    const Compactor::Report report =
        m_compactor.compact(request, conversation, limit, facts(), summary == Summary::wanted, std::move(stop));
    m_error = report.why_not;
    switch (report.outcome) {
    case Compactor::Outcome::cancelled:
        return Verdict::cancelled;
    case Compactor::Outcome::failed:
        return Verdict::failed;
    case Compactor::Outcome::nothing_to_shorten:
    case Compactor::Outcome::no_use:
        return Verdict::too_full;
    case Compactor::Outcome::shortened:
        break;
    }
    const int64_t gained = report.tokens_before - report.tokens_after;
    m_fruitless = gained * 100 < limit * k_gain_percent ? m_fruitless + 1 : 0;
    m_last_context = 0;
    m_cut_short = false;
    m_recap = report.summary;
    m_model.history_changes("the conversation was shortened");
    tell(report);
    return Verdict::shortened;
}

void ContextKeeper::tell(const Compactor::Report& report) {
    const std::string sizes = fmt::format("the conversation was shortened from about {} to {} tokens",
                                          thousands(report.tokens_before), thousands(report.tokens_after));
    if (report.by_model)
        m_events.push(Notice{Notice::Level::info, sizes + "; all of it stays in the session file"});
    else
        m_events.push(Notice{Notice::Level::warning,
                             fmt::format("{}, without a summary ({}): the model goes on from a list of its calls",
                                         sizes, report.why_not)});
}

std::string ContextKeeper::why_too_full(const ModelRequest& request) const {
    const ContextMeter& meter = m_model.context();
    const auto limit = window();
    const std::string size = m_too_long > 0 ? fmt::format("it refused about {} tokens", thousands(m_too_long))
                             : limit        ? fmt::format("{} tokens", *limit)
                                            : std::string("nobody says how many tokens");
    return fmt::format(
        "the model's window ({}) is too small for this: the system prompt takes about {} tokens, the tools {}, the "
        "conversation {}. Start the server with a larger window, ask for less at a time, go back with /rewind, or "
        "begin anew with /clear",
        size, thousands(meter.tokens_in(request.system.size())),
        thousands(meter.tokens_in(bytes_of(request.tools))),
        thousands(meter.tokens_in(bytes_of(request.messages))));
}

} // namespace thoth
