// What reaches a screen has no control character but LF, is UTF-8, and does not depend on where a
// stream was split. The first byte chooses the place.
#include "text/display.h"
#include "text/unicode.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

bool is_clean(std::string_view text) {
    if (!thoth::is_valid_utf8(text)) return false;
    while (!text.empty()) {
        const thoth::Utf8Step step = thoth::next_utf8(text);
        const char32_t c = step.code_point;
        const bool is_control = (c < 0x20 && c != '\n') || (c >= 0x7F && c <= 0x9F);
        const bool is_override = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        if (is_control || is_override) return false;
        text.remove_prefix(step.length);
    }
    return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string whole = thoth::display_text(text);
    if (!is_clean(whole)) std::abort();

    thoth::DisplayFilter filter;
    const size_t split = std::min<size_t>(data[0], text.size());
    std::string joined = filter.feed(text.substr(0, split));
    joined += filter.feed(text.substr(split));
    joined += filter.finish();
    if (joined != whole) std::abort();

    const std::string line = thoth::display_line(text);
    if (!is_clean(line) || line.find('\n') != std::string::npos) std::abort();
    if (!is_clean(thoth::visible_text(text))) std::abort();
    return 0;
}
