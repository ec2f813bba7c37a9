#include "model/cache_marks.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_lookback = 20;
constexpr size_t k_stride = 15; // from one mark to the next, with room to spare

// The last message of the last run of ours that ends before `end`; `end` itself if there is none.
size_t run_before(std::span<const MarkCandidate> messages, size_t end) {
    for (size_t at = end; at > 0; --at)
        if (messages[at - 1].is_user && (at == messages.size() || !messages[at].is_user)) return at - 1;
    return end;
}

// Between two marks.
std::vector<size_t> mark_between(std::span<const MarkCandidate> messages, size_t first, size_t last) {
    size_t blocks = 0;
    for (size_t at = first + 1; at <= last; ++at)
        blocks += messages[at].blocks;
    if (blocks <= k_lookback) return {};
    blocks = 0;
    for (size_t at = first + 1; at < last; ++at) {
        blocks += messages[at].blocks;
        if (messages[at].is_user && blocks >= k_stride) return {at};
    }
    return {};
}
} // namespace

std::vector<size_t> cache_marks(std::span<const MarkCandidate> messages) {
    const size_t last = run_before(messages, messages.size());
    if (last == messages.size()) return {};
    size_t begin = last; // of the last run
    while (begin > 0 && messages[begin - 1].is_user)
        --begin;
    const size_t before = run_before(messages, begin);
    if (before == begin) return {last};
    std::vector<size_t> marks = mark_between(messages, before, last);
    marks.insert(marks.begin(), before);
    marks.push_back(last);
    return marks;
}

} // namespace thoth
