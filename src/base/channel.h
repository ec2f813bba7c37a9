#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

namespace thoth {

// A queue from one thread to another. Any thread may call any member. Unbounded: events are
// joined by whoever drains it, never dropped. `on_push` runs on the pushing thread after each
// push, so that a receiver that sleeps in poll(2) can be woken.
template <class T>
class Channel {
public:
    Channel() = default;
    explicit Channel(std::function<void()> on_push) : m_on_push(std::move(on_push)) {}

    void push(T value) {
        {
            const std::lock_guard lock(m_mutex);
            m_queue.push_back(std::move(value));
        }
        m_ready.notify_one();
        if (m_on_push) m_on_push();
    }

    // The next value, or nothing at once.
    std::optional<T> try_pop() {
        const std::lock_guard lock(m_mutex);
        return pop_locked();
    }

    // Waits for a value; nothing when the stop was requested first.
    std::optional<T> pop(std::stop_token stop) {
        std::unique_lock lock(m_mutex);
        m_ready.wait(lock, stop, [&] { return !m_queue.empty(); });
        return pop_locked();
    }

private:
    std::optional<T> pop_locked() {
        if (m_queue.empty()) return std::nullopt;
        T value = std::move(m_queue.front());
        m_queue.pop_front();
        return value;
    }

    std::mutex m_mutex;
    std::condition_variable_any m_ready;
    std::deque<T> m_queue;
    std::function<void()> m_on_push;
};

} // namespace thoth
