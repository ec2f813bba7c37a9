#pragma once
#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>

namespace thoth {

// A queue from one thread to another. Any thread may call any member. `on_push` runs on the
// pushing thread after each push, so that a receiver that sleeps in poll(2) can be woken.
//
// With a limit, push() waits while that many values are queued: a sender that is faster than
// its receiver is slowed down, through it whatever feeds the sender, and memory stays bounded
// without a rule for which values may be joined or dropped. The receiver calls close() when
// it will take no more; the sender can then never be left waiting for it.
template <class T>
class Channel {
public:
    Channel() = default;
    explicit Channel(std::function<void()> on_push, size_t limit = std::numeric_limits<size_t>::max())
        : m_limit(limit), m_on_push(std::move(on_push)) {}

    void push(T value) {
        {
            std::unique_lock lock(m_mutex);
            m_room.wait(lock, [&] { return m_closed || m_queue.size() < m_limit; });
            if (m_closed) return;
            m_queue.push_back(std::move(value));
        }
        m_ready.notify_one();
        if (m_on_push) m_on_push();
    }

    // From now on push() drops its value and does not wait.
    void close() {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
        }
        m_room.notify_all();
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
        m_room.notify_one();
        return value;
    }

    std::mutex m_mutex;
    std::condition_variable_any m_ready;
    std::condition_variable_any m_room; // below the limit again, or closed
    std::deque<T> m_queue;
    size_t m_limit = std::numeric_limits<size_t>::max();
    bool m_closed = false;
    std::function<void()> m_on_push;
};

} // namespace thoth
