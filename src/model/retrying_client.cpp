#include "model/retrying_client.h"

#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <utility>
#include <vector>

namespace thoth {

namespace {

using std::chrono::milliseconds;

// Passes a reply on and remembers whether anything of it was shown.
class ShownSink final : public ReplySink {
public:
    explicit ShownSink(ReplySink& inner) : m_inner(inner) {}
    void on_text(std::string_view text) override {
        m_shown = m_shown || !text.empty();
        m_inner.on_text(text);
    }
    void on_thinking(std::string_view text) override {
        m_shown = m_shown || !text.empty();
        m_inner.on_thinking(text);
    }
    void on_retry(const RetryScheduled& notice) override { m_inner.on_retry(notice); }
    void on_wait(const WaitingForModel& notice) override { m_inner.on_wait(notice); }
    bool shown() const { return m_shown; }

private:
    ReplySink& m_inner;
    bool m_shown = false;
};

// A server's own words are cut to what fits a line or two.
std::string reason_of(const ReplyError& error) {
    constexpr size_t k_longest_words = 160;
    const std::string status = error.status == 0 ? std::string() : fmt::format(" ({})", error.status);
    switch (error.kind) {
    case ReplyErrorKind::overloaded:
        return "the server is overloaded" + status;
    case ReplyErrorKind::rate_limit:
        return "the server is asked too often" + status;
    case ReplyErrorKind::server:
        if (error.status != 0) return "the server failed" + status;
        break;
    default:
        break;
    }
    if (error.message.size() <= k_longest_words) return error.message;
    return std::string(utf8_prefix(error.message, k_longest_words)) + "...";
}

std::string duration_in_words(milliseconds wait) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    if (seconds < 120) return fmt::format("{} s", seconds);
    const auto minutes = (seconds + 59) / 60;
    if (minutes < 120) return fmt::format("{} min", minutes);
    return fmt::format("{} h", (minutes + 59) / 60);
}

Reply cancelled(std::vector<Usage> taken) {
    Reply reply;
    reply.finish = Finish::cancelled;
    reply.failed_attempts = std::move(taken);
    return reply;
}

class RetryingClient final : public ModelClient {
public:
    RetryingClient(std::unique_ptr<ModelClient> inner, const RetryPolicy& policy, const Clock& clock,
                   Sleeper& sleeper, uint64_t seed)
        : m_inner(std::move(inner)), m_policy(policy), m_clock(clock), m_sleeper(sleeper), m_random(seed) {}

    Reply ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) override;
    Result<std::vector<ModelInfo>> models(std::stop_token stop) override { return m_inner->models(stop); }
    void use_model(std::string name) override { m_inner->use_model(std::move(name)); }
    ModelInUse look_up(std::stop_token stop) override { return m_inner->look_up(std::move(stop)); }
    Result<int64_t> count_tokens(std::string_view text, std::stop_token stop) override {
        return m_inner->count_tokens(text, std::move(stop));
    }

private:
    // What one call of ask() has gone through.
    struct History {
        int attempts = 0;
        int shown = 0; // attempts of which something was shown
        std::optional<SteadyTime> loading_since;
        milliseconds next_loading_notice{0};
        std::vector<Usage> taken; // by attempts that failed
    };
    // The wait before the next attempt; nothing when there is none.
    std::optional<milliseconds> wait_before_next(const ReplyError& error, const History& history);
    // The same for a server that loads the model. Tells the sink now and then.
    std::optional<milliseconds> wait_for_loading(History& history, ReplySink& sink) const;
    int most_attempts(const ReplyError& error, const History& history) const;
    int attempts_for(const ReplyError& error) const;
    milliseconds backoff(const ReplyError& error, int attempts);
    bool waits_too_long(const ReplyError& error) const;
    void explain(ReplyError& error, const History& history) const;

    std::unique_ptr<ModelClient> m_inner;
    RetryPolicy m_policy;
    const Clock& m_clock;
    Sleeper& m_sleeper;
    std::minstd_rand m_random;
};

milliseconds server_wait(const ReplyError& error) {
    return milliseconds(std::llround(std::ceil(1000 * error.retry_after_s.value_or(0))));
}

Reply RetryingClient::ask(const ModelRequest& request, ReplySink& sink, std::stop_token stop) {
    History history;
    while (true) {
        ShownSink shown(sink);
        Reply reply = m_inner->ask(request, shown, stop);
        reply.failed_attempts = history.taken;
        if (!reply.error) return reply;
        if (stop.stop_requested()) {
            reply.finish = Finish::cancelled;
            reply.error.reset();
            return reply;
        }
        const bool loads = reply.error->kind == ReplyErrorKind::loading;
        if (!loads) ++history.attempts;
        if (shown.shown()) ++history.shown;
        const auto wait = loads ? wait_for_loading(history, sink) : wait_before_next(*reply.error, history);
        if (!wait) {
            explain(*reply.error, history);
            return reply;
        }
        if (!loads)
            sink.on_retry({reason_of(*reply.error), history.attempts + 1, most_attempts(*reply.error, history),
                           *wait, shown.shown()});
        if (reply.usage) history.taken.push_back(*reply.usage);
        if (!m_sleeper.sleep(m_policy.waits ? *wait : milliseconds{0}, stop)) return cancelled(history.taken);
    }
}

std::optional<milliseconds> RetryingClient::wait_before_next(const ReplyError& error, const History& history) {
    const bool was_enough = history.attempts >= most_attempts(error, history);
    if (!error.retryable || was_enough || waits_too_long(error)) return std::nullopt;
    if (const milliseconds asked = server_wait(error); asked.count() > 0) return asked;
    return backoff(error, history.attempts);
}

std::optional<milliseconds> RetryingClient::wait_for_loading(History& history, ReplySink& sink) const {
    const SteadyTime now = m_clock.steady();
    if (!history.loading_since) history.loading_since = now;
    const auto so_far = std::chrono::duration_cast<milliseconds>(now - *history.loading_since);
    if (so_far >= m_policy.longest_load || m_policy.attempts <= 1) return std::nullopt;
    if (so_far >= history.next_loading_notice) {
        history.next_loading_notice = std::max(2 * so_far, milliseconds{10'000});
        sink.on_wait({WaitingForModel::For::loading, so_far});
    }
    return m_policy.load_poll;
}

int RetryingClient::most_attempts(const ReplyError& error, const History& history) const {
    const int most = attempts_for(error);
    if (history.shown == 0) return most;
    return std::min(most, history.attempts + m_policy.attempts_after_text - history.shown);
}

int RetryingClient::attempts_for(const ReplyError& error) const {
    const auto at_most = [&](int count) { return std::min(m_policy.attempts, count); };
    if (error.try_once) return at_most(2);
    switch (error.kind) {
    case ReplyErrorKind::stalled:
        return at_most(m_policy.attempts_when_silent);
    case ReplyErrorKind::unreachable:
        return at_most(m_policy.attempts_to_connect);
    case ReplyErrorKind::invalid_request:
    case ReplyErrorKind::auth:
    case ReplyErrorKind::quota:
    case ReplyErrorKind::not_found:
    case ReplyErrorKind::context_overflow:
        return at_most(m_policy.attempts_when_refused);
    default:
        return m_policy.attempts;
    }
}

// Of a wait that doubles each time, the second half is random.
milliseconds RetryingClient::backoff(const ReplyError& error, int attempts) {
    const bool is_busy = error.kind == ReplyErrorKind::rate_limit || error.kind == ReplyErrorKind::overloaded;
    milliseconds longest = is_busy ? m_policy.base_when_busy : m_policy.base;
    for (int i = 1; i < attempts && longest < m_policy.longest_backoff; ++i)
        longest *= 2;
    longest = std::min(longest, m_policy.longest_backoff);
    return milliseconds(std::uniform_int_distribution(longest.count() / 2, longest.count())(m_random));
}

bool RetryingClient::waits_too_long(const ReplyError& error) const {
    return server_wait(error) > m_policy.longest_server_wait;
}

// What the user needs to know about an error that is not tried again.
void RetryingClient::explain(ReplyError& error, const History& history) const {
    if (history.attempts > 1) error.message += fmt::format(" (asked {} times)", history.attempts);
    if (!error.retryable || !waits_too_long(error)) return;
    const std::string when = iso_time(m_clock.wall() + server_wait(error)); // 2026-01-31T12:00:00.123Z
    error.hint = fmt::format("the server asks to wait {}: ask again after {} {} UTC",
                             duration_in_words(server_wait(error)), when.substr(0, 10), when.substr(11, 8));
}

} // namespace

std::unique_ptr<ModelClient> make_retrying_client(std::unique_ptr<ModelClient> inner, const RetryPolicy& policy,
                                                  const Clock& clock, Sleeper& sleeper, uint64_t seed) {
    return std::make_unique<RetryingClient>(std::move(inner), policy, clock, sleeper, seed);
}

RetryPolicy with_attempts(RetryPolicy policy, int attempts) {
    policy.attempts = std::max(1, attempts);
    return policy;
}

} // namespace thoth
