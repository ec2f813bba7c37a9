#include "ui/typed_ahead.h"

#include <iterator>
#include <utility>
#include <vector>

namespace thoth {

void TypedAhead::add(std::string line, bool is_prompt) {
    if (is_prompt && m_lines.empty())
        m_to_agent.push(std::move(line));
    else
        m_lines.push_back(std::move(line));
}

void TypedAhead::take_back() {
    std::vector<std::string> not_taken;
    while (auto line = m_to_agent.try_pop())
        not_taken.push_back(std::move(*line));
    m_lines.insert(m_lines.begin(), std::move_iterator(not_taken.begin()), std::move_iterator(not_taken.end()));
}

std::optional<std::string> TypedAhead::take_last() {
    std::vector<std::string> within_reach;
    while (auto line = m_to_agent.try_pop())
        within_reach.push_back(std::move(*line));
    std::optional<std::string> last;
    if (!m_lines.empty()) {
        last = std::move(m_lines.back());
        m_lines.pop_back();
    } else if (!within_reach.empty()) {
        last = std::move(within_reach.back());
        within_reach.pop_back();
    }
    for (std::string& line : within_reach)
        m_to_agent.push(std::move(line));
    return last;
}

std::optional<std::string> TypedAhead::next() {
    if (m_is_held || m_lines.empty()) return std::nullopt;
    std::string line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

void TypedAhead::drop() {
    m_lines.clear();
    m_is_held = false;
}

} // namespace thoth
