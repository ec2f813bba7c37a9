#include "agent/compaction/kept_prompts.h"

#include "text/unicode.h"

#include <fmt/format.h>

namespace thoth {

namespace {
std::string cut(const std::string& text, size_t most_bytes) {
    if (text.size() <= most_bytes) return text;
    const std::string_view head = utf8_prefix(text, most_bytes);
    return fmt::format("{} [... {} more bytes]", head, text.size() - head.size());
}
} // namespace

std::vector<std::string> keep_prompts(const std::vector<std::string>& asked, size_t most_bytes) {
    if (asked.empty()) return {};
    // The last one says what is being worked on: up to half of the room. The first one gets a quarter at most.
    std::vector<std::string> kept{cut(asked.back(), most_bytes / 2)};
    if (asked.size() == 1) return kept;
    std::string first = cut(asked.front(), most_bytes / 4);
    size_t used = kept.back().size() + first.size();
    for (size_t i = asked.size() - 1; i-- > 1;) {
        if (used + asked[i].size() > most_bytes) break;
        used += asked[i].size();
        kept.push_back(asked[i]);
    }
    kept.push_back(std::move(first));
    return {kept.rbegin(), kept.rend()};
}

} // namespace thoth
