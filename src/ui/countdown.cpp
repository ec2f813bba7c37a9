#include "ui/countdown.h"

#include <fmt/format.h>

namespace thoth {

namespace {
using std::chrono::milliseconds;
constexpr milliseconds k_shortest{2'000};
} // namespace

void Countdown::start(milliseconds wait) {
    stop();
    if (!m_on_terminal || wait < k_shortest) return;
    m_end = std::chrono::steady_clock::now() + wait;
}

std::optional<milliseconds> Countdown::tick() {
    if (!m_end) return std::nullopt;
    const auto left = std::chrono::ceil<milliseconds>(*m_end - std::chrono::steady_clock::now());
    if (left <= milliseconds{0}) {
        stop();
        return std::nullopt;
    }
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(left);
    erase();
    const std::string text = fmt::format("  {} s", seconds.count());
    m_out.write(text);
    m_width = text.size();
    return left - (seconds - std::chrono::seconds{1}) + milliseconds{1};
}

void Countdown::stop() {
    erase();
    m_end.reset();
}

void Countdown::erase() {
    if (m_width != 0) m_out.write("\r" + std::string(m_width, ' ') + "\r");
    m_width = 0;
}

} // namespace thoth
