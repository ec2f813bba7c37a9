#include "text/clusters.h"

#include "text/unicode.h"

#include <algorithm>
#include <utf8proc.h>

namespace thoth {

namespace {
constexpr size_t k_longest_cluster = 256; // bytes; of more marks on one character nobody sees anything
constexpr size_t k_looked_back = 512;
constexpr char32_t k_emoji_form = 0xfe0f;
constexpr char32_t k_first_flag = 0x1f1e6;
constexpr char32_t k_last_flag = 0x1f1ff;

bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}
} // namespace

size_t next_cluster(std::string_view text, size_t at) {
    if (at >= text.size()) return text.size();
    // Between two ASCII characters there is always a boundary (a CR LF is never edited or drawn).
    if (is_ascii(text[at]) && (at + 1 == text.size() || is_ascii(text[at + 1]))) return at + 1;
    const Utf8Step first = next_utf8(text.substr(at));
    size_t end = at + std::max<size_t>(first.length, 1);
    auto before = static_cast<utf8proc_int32_t>(first.code_point);
    utf8proc_int32_t state = 0;
    while (end < text.size() && end - at < k_longest_cluster) {
        const Utf8Step step = next_utf8(text.substr(end));
        const auto code = static_cast<utf8proc_int32_t>(step.code_point);
        if (utf8proc_grapheme_break_stateful(before, code, &state)) break;
        before = code;
        end += std::max<size_t>(step.length, 1);
    }
    return end;
}

size_t previous_cluster(std::string_view text, size_t at) {
    at = std::min(at, text.size());
    if (at == 0) return 0;
    if (is_ascii(text[at - 1])) return at - 1;
    // Forward from a place where a cluster surely begins: the start of a line, or far enough before.
    size_t start = at;
    while (start > 0 && at - start < k_looked_back && text[start - 1] != '\n')
        --start;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xc0) == 0x80)
        --start;
    size_t last = start;
    for (size_t next = start; next < at; next = next_cluster(text, next))
        last = next;
    return last;
}

int cluster_width(std::string_view cluster) {
    if (cluster.empty()) return 0;
    if (cluster.size() == 1) return cluster[0] >= 0x20 && cluster[0] < 0x7f ? 1 : 0;
    int width = 0;
    int flags = 0;
    for (size_t at = 0; at < cluster.size();) {
        const Utf8Step step = next_utf8(cluster.substr(at));
        at += std::max<size_t>(step.length, 1);
        if (step.code_point == k_emoji_form && width > 0) return 2;
        if (step.code_point >= k_first_flag && step.code_point <= k_last_flag) ++flags;
        width = std::max(width, utf8proc_charwidth(static_cast<utf8proc_int32_t>(step.code_point)));
    }
    return flags == 2 ? 2 : std::min(width, 2);
}

int text_width(std::string_view text) {
    int width = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = next_cluster(text, at);
        width += cluster_width(text.substr(at, end - at));
        at = end;
    }
    return width;
}

} // namespace thoth
