#include "agent/prompt_watch.h"

#include <fmt/format.h>

namespace thoth {

namespace {
// No tokenizer in use makes fewer tokens of a whole request than one for so many bytes of its JSON.
constexpr int64_t k_bytes_per_token = 12;
// What is added to a conversation may be easier to count than what it began with; not by more than this.
constexpr double k_easier = 2.5;
constexpr int64_t k_worth_comparing = 8'000; // bytes that were added
} // namespace

std::optional<std::string> PromptWatch::look(const Reply& reply, size_t thinking_bytes) {
    if (!reply.usage || !reply.usage->input || reply.request_bytes <= thinking_bytes) return {};
    const Counted now{static_cast<int64_t>(reply.request_bytes - thinking_bytes), reply.usage->prompt()};
    if (now.tokens == 0 || m_counts_otherwise) return {};
    if (!is_cut(now) || m_warned) return {};
    m_warned = true;
    return fmt::format(
        "the server counted only {} tokens in a request of {} kB: it seems to cut the beginning off "
        "without saying so, and the model no longer knows it. Start the server with a larger context "
        "window, or set context_window in the profile to what it has",
        now.tokens, now.bytes / 1000);
}

bool PromptWatch::is_cut(Counted now) {
    if (now.tokens < now.bytes / k_bytes_per_token) return true;
    if (!m_first || now.bytes < m_first->bytes) {
        m_first = now;
        return false;
    }
    // A server that cuts still counts what fills its window. One that counts much less than before leaves out
    // what it had in its cache.
    m_counts_otherwise = now.tokens < m_first->tokens / 2;
    const int64_t more = now.bytes - m_first->bytes;
    if (m_counts_otherwise || more < k_worth_comparing) return false;
    const double bytes_per_token =
        k_easier * static_cast<double>(m_first->bytes) / static_cast<double>(m_first->tokens);
    return static_cast<double>(now.tokens - m_first->tokens) < static_cast<double>(more) / bytes_per_token;
}

} // namespace thoth
