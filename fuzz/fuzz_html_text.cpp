// Any bytes as a page, in any character set: a text comes out of it within the limits, in UTF-8, without anything
// invisible, or a reason why not.
#include "text/unicode.h"
#include "web/charset.h"
#include "web/html_text.h"
#include "web/media_type.h"
#include "web/readable_text.h"

#include <cstdint>
#include <cstdlib>

namespace {
constexpr thoth::HtmlLimits k_limits{
    .memory = 32 * 1024 * 1024, .time = std::chrono::milliseconds{2000}, .text = 256 * 1024};
const thoth::WebUrl k_url{"https", "a.test", 443, "/b/c"};
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::string_view header = bytes.substr(0, bytes.find('\n')); // as of the server
    const thoth::MediaType type = thoth::parse_media_type(header);
    (void)thoth::body_kind(type, bytes);
    (void)thoth::binary_in_words(type, bytes);
    for (const std::string_view charset : {std::string_view("utf-8"), std::string_view(type.charset)}) {
        const std::string text = thoth::to_utf8(bytes, charset);
        if (!thoth::is_valid_utf8(text) || text.size() > 9 * size + 64) std::abort();
        const auto page = thoth::text_of_html(text, k_url, k_limits);
        if (!page) continue;
        const std::string read = thoth::readable_text(page->text);
        if (!thoth::is_valid_utf8(page->text) || !thoth::is_valid_utf8(read)) std::abort();
        if (thoth::readable_text(read) != read) std::abort();
        if (page->text.size() > k_limits.text + text.size() + 4096) std::abort();
    }
    return 0;
}
