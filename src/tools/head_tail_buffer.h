#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace thoth {

// Keeps the beginning and the end of a text of any length, and counts the rest.
// Memory: about three times `capacity`.
class HeadTailBuffer {
public:
    explicit HeadTailBuffer(size_t capacity) : m_capacity(capacity) {} // bytes

    void add(std::string_view text);
    uint64_t size() const { return m_size; } // bytes, of all that was added

    // At most `limit` bytes of it (no more than the capacity) and a note between: a third from
    // the beginning, the rest from the end, whole lines where there are any. What was left out
    // is counted exactly. All of it without a note when it fits.
    std::string text(size_t limit) const;

private:
    size_t m_capacity;
    std::string m_head; // the first m_capacity bytes
    std::string m_tail; // the last m_capacity bytes of all, and perhaps some before them
    uint64_t m_size = 0;
    uint64_t m_line_ends = 0;
};

} // namespace thoth
