#include "model/think_filter.h"

#include <algorithm>
#include <array>

namespace thoth {

namespace {
struct Tags {
    std::string_view open;
    std::string_view close;
};
constexpr std::array<Tags, 5> k_tags{{
    {"<think>", "</think>"},
    {"<thinking>", "</thinking>"},
    {"[THINK]", "[/THINK]"},
    {"<|channel>thought\n", "<channel|>"},
    {"<seed:think>", "</seed:think>"},
}};
constexpr std::string_view k_space = " \t\r\n";
constexpr size_t k_most_space = 4096; // a message that begins with more has no tag at its start

// How many bytes at the end of `text` may be the beginning of `tag`.
size_t begun_at_end(std::string_view text, std::string_view tag) {
    for (size_t n = std::min(text.size(), tag.size() - 1); n > 0; --n)
        if (text.ends_with(tag.substr(0, n))) return n;
    return 0;
}
} // namespace

ThinkFilter::Split ThinkFilter::feed(std::string_view text) {
    Split out;
    if (m_state == State::answer) {
        out.text = text;
        return out;
    }
    m_held += text;
    while (step(out)) {
    }
    return out;
}

ThinkFilter::Split ThinkFilter::finish() {
    Split out;
    const bool thinking =
        m_state == State::inside || m_state == State::opened || (m_state == State::start && m_implicit_open);
    if (m_state != State::closed) (thinking ? out.thinking : out.text) = m_held;
    m_held.clear();
    return out;
}

// One change of state; false if more text is needed.
bool ThinkFilter::step(Split& out) {
    switch (m_state) {
    case State::start:
        return step_start();
    case State::opened:
        return skip_space(State::inside);
    case State::inside:
        return step_inside(out);
    case State::closed:
        return skip_space(State::answer);
    case State::answer:
        out.text += m_held;
        m_held.clear();
        break;
    }
    return false;
}

bool ThinkFilter::step_start() {
    const size_t start = m_held.find_first_not_of(k_space);
    if (start == std::string::npos && m_held.size() < k_most_space) return false;
    const std::string_view message = std::string_view(m_held).substr(std::min(start, m_held.size()));
    for (const Tags& tags : k_tags) {
        if (message.starts_with(tags.open)) {
            m_close = tags.close;
            m_held.erase(0, start + tags.open.size());
            m_state = State::opened;
            return true;
        }
        if (!message.empty() && tags.open.starts_with(message)) return false; // still may become one
    }
    m_close = k_tags.front().close;
    m_state = m_implicit_open ? State::opened : State::answer;
    return true;
}

bool ThinkFilter::step_inside(Split& out) {
    const size_t end = m_held.find(m_close);
    if (end == std::string::npos) {
        const size_t sure = m_held.size() - begun_at_end(m_held, m_close);
        out.thinking.append(m_held, 0, sure);
        m_held.erase(0, sure);
        return false;
    }
    out.thinking.append(m_held, 0, end);
    m_held.erase(0, end + m_close.size());
    m_state = State::closed;
    return true;
}

bool ThinkFilter::skip_space(State next) {
    m_held.erase(0, std::min(m_held.find_first_not_of(k_space), m_held.size()));
    if (m_held.empty()) return false;
    m_state = next;
    return true;
}

} // namespace thoth
