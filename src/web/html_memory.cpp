#include "web/html_memory.h"

#include <algorithm>
#include <bit>
#include <new>

namespace thoth {

namespace {
constexpr size_t k_block = 256 * 1024;    // bytes
constexpr unsigned k_between_looks = 256; // allocations

// In front of each piece, so that it can be used again.
struct alignas(8) Header {
    size_t place; // of its list
};
} // namespace

HtmlMemory::HtmlMemory(const HtmlLimits& limits, std::stop_token stop)
    : m_limits(limits), m_stop(std::move(stop)), m_end(std::chrono::steady_clock::now() + limits.time) {}

bool HtmlMemory::is_spent() {
    if (m_used > m_limits.memory) return true;
    if (++m_count % k_between_looks != 0) return false;
    return m_stop.stop_requested() || std::chrono::steady_clock::now() > m_end;
}

// Larger pieces come in powers of two, so that a buffer that grows does not leave one of each size behind.
void* HtmlMemory::take(size_t size) {
    size_t units = std::max<size_t>(1, (size + k_unit - 1) / k_unit);
    const bool is_small = units < k_classes / 2;
    if (!is_small) units = std::bit_ceil(units);
    const size_t place =
        is_small ? units : k_classes / 2 + std::min<size_t>(std::bit_width(units), k_classes / 2 - 1);
    if (Free* piece = m_free[place]) {
        m_free[place] = piece->next;
        return piece;
    }
    const size_t bytes = sizeof(Header) + units * k_unit;
    if (bytes > m_left) {
        const size_t block = std::max(k_block, bytes);
        if (m_used + block > m_limits.memory) return nullptr;
        m_blocks.emplace_back(new (std::nothrow) std::byte[block]);
        if (!m_blocks.back()) return nullptr;
        m_used += block;
        m_next = m_blocks.back().get();
        m_left = block;
    }
    auto* header = new (m_next) Header{place};
    m_next += bytes;
    m_left -= bytes;
    return header + 1;
}

void* HtmlMemory::allocate(void* self, size_t size) {
    auto& memory = *static_cast<HtmlMemory*>(self);
    void* piece = memory.is_spent() ? nullptr : memory.take(size);
    if (!piece) std::longjmp(memory.m_exit, 1);
    return piece;
}

void HtmlMemory::give_back(void* self, void* piece) {
    if (!piece) return;
    auto& memory = *static_cast<HtmlMemory*>(self);
    const size_t place = (static_cast<Header*>(piece) - 1)->place;
    memory.m_free[place] = new (piece) Free{memory.m_free[place]};
}

} // namespace thoth
