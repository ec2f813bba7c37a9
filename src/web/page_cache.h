#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// A page as it was fetched, ready to be read.
struct WebPage {
    std::string asked;                  // the address that was asked for
    std::string found;                  // the one that it came from in the end
    std::string title{};                // may be empty
    std::string text{};                 // UTF-8, nothing invisible in it
    std::vector<std::string> remarks{}; // of thoth: what is missing, and why
};

// The pages of one session that were read last, so that the next part of one costs no request. Bounded: of more
// than k_most_bytes the oldest are forgotten. One thread.
class PageCache {
public:
    static constexpr size_t k_most_bytes = 16 * 1024 * 1024;
    static constexpr size_t k_most_pages = 32;

    const WebPage* find(std::string_view asked) const; // null: not there
    const WebPage& add(WebPage page);                  // stands for an older one of the same address

private:
    std::deque<WebPage> m_pages; // the oldest first
};

} // namespace thoth
