#include "agent/prompt_watch.h"

#include <fmt/format.h>

namespace thoth {

namespace {
// No tokenizer in use makes fewer tokens of a request than one for so many bytes of its JSON.
constexpr int64_t k_bytes_per_token = 12;
// Templates may leave out a little of what was sent before, such as thinking of earlier turns.
constexpr double k_tolerance = 0.8;
} // namespace

std::optional<std::string> PromptWatch::look(const Reply& reply) {
    if (!reply.usage || !reply.usage->input || reply.request_bytes == 0) return {};
    const int64_t tokens = reply.usage->prompt();
    const bool cut = is_cut(tokens, reply.request_bytes);
    m_bytes = reply.request_bytes;
    m_tokens = tokens;
    if (!cut || m_warned) return {};
    m_warned = true;
    return fmt::format(
        "the server counted only {} tokens in a request of {} kB: it seems to cut the beginning off "
        "without saying so, and the model no longer knows it. Start the server with a larger context "
        "window, or set context_window in the profile to what it has",
        tokens, reply.request_bytes / 1000);
}

// Each request holds the one before it and more.
bool PromptWatch::is_cut(int64_t tokens, size_t bytes) const {
    if (tokens < static_cast<int64_t>(bytes) / k_bytes_per_token) return true;
    if (m_bytes == 0 || bytes < m_bytes) return false;
    const int64_t more = static_cast<int64_t>(bytes - m_bytes) / k_bytes_per_token;
    return static_cast<double>(tokens) < k_tolerance * static_cast<double>(m_tokens + more);
}

} // namespace thoth
