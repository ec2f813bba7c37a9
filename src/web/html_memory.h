#pragma once
#include <array>
#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <vector>

namespace thoth {

inline constexpr size_t k_most_page_text = 4 * 1024 * 1024; // bytes

// What reading a page may take. A page of a few hundred kilobytes can be written so that its tree takes
// gigabytes or hours; a real one of 2 MB takes 20 to 35 MB (docs/benchmarks.md).
struct HtmlLimits {
    size_t memory = 256 * 1024 * 1024;
    std::chrono::milliseconds time{3000};
    size_t text = k_most_page_text; // bytes of what is read out of it
};

// The memory of one tree, given back all at once: taking a deep tree apart node by node would recurse. Pieces that
// are given back meanwhile are used again. When a limit is passed or stop is requested, allocate() jumps to
// `exit()`: the parser is C code that holds nothing but this memory, and has no other way to end early. One thread.
class HtmlMemory {
public:
    HtmlMemory(const HtmlLimits& limits, std::stop_token stop);
    HtmlMemory(const HtmlMemory&) = delete;
    HtmlMemory& operator=(const HtmlMemory&) = delete;

    // In the form that the parser calls them in; `self` is an HtmlMemory.
    static void* allocate(void* self, size_t size);
    static void give_back(void* self, void* piece);

    std::jmp_buf& exit() { return m_exit; }
    size_t used() const { return m_used; } // bytes taken from the system

private:
    void* take(size_t size);
    bool is_spent();

    static constexpr size_t k_unit = 8; // bytes; pieces are multiples of it, and aligned to it, as the parser needs
    static constexpr size_t k_classes = 64;

    struct Free {
        Free* next;
    };
    HtmlLimits m_limits;
    std::stop_token m_stop;
    std::chrono::steady_clock::time_point m_end;
    std::vector<std::unique_ptr<std::byte[]>> m_blocks;
    std::array<Free*, k_classes> m_free{}; // by size in units
    std::byte* m_next = nullptr;
    size_t m_left = 0;
    size_t m_used = 0;
    unsigned m_count = 0;
    std::jmp_buf m_exit{};
};

} // namespace thoth
