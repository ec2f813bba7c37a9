#include "web/page_cache.h"

#include <algorithm>

namespace thoth {

const WebPage* PageCache::find(std::string_view asked) const {
    const auto page = std::ranges::find(m_pages, asked, &WebPage::asked);
    return page == m_pages.end() ? nullptr : &*page;
}

const WebPage& PageCache::add(WebPage page) {
    std::erase_if(m_pages, [&](const WebPage& other) { return other.asked == page.asked; });
    m_pages.push_back(std::move(page));
    size_t bytes = 0;
    for (const WebPage& each : m_pages)
        bytes += each.text.size();
    while (m_pages.size() > 1 && (bytes > k_most_bytes || m_pages.size() > k_most_pages)) {
        bytes -= m_pages.front().text.size();
        m_pages.pop_front();
    }
    return m_pages.back();
}

} // namespace thoth
