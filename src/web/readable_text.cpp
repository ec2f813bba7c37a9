#include "web/readable_text.h"

#include "text/unicode.h"

namespace thoth {

namespace {
bool is_between(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

bool is_unseen(char32_t c) {
    if (c < 0x20) return c != '\n' && c != '\t';
    if (is_between(c, 0x7f, 0x9f) || c == 0xad || c == 0x61c || c == 0x180e || c == 0xfeff) return true;
    if (c == 0x200b || c == 0x200e || c == 0x200f) return true; // U+200C and U+200D join
    if (is_between(c, 0x2028, 0x202e) || is_between(c, 0x2060, 0x206f)) return true;
    if (is_between(c, 0xfff9, 0xfffb)) return true;
    return is_between(c, 0xe0000, 0xe0fff);
}

// Bytes that begin nothing of what is left out: all of ASCII that is to be seen, and most letters.
bool is_plain(unsigned char byte) {
    return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\t' || (byte >= 0xe3 && byte < 0xef);
}
} // namespace

std::string readable_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        size_t plain = 0;
        while (plain < text.size() && (is_plain(static_cast<unsigned char>(text[plain]))))
            ++plain;
        // Only a whole character may be taken apart from the next: what follows one of three bytes belongs to it.
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        if ((static_cast<unsigned char>(text.front()) & 0xc0u) == 0x80u) { // the rest of a plain one
            out += text.front();
            text.remove_prefix(1);
            continue;
        }
        const Utf8Step step = next_utf8(text);
        if (step.code_point == '\r' && !text.substr(1).starts_with('\n')) out += '\n';
        if (!is_unseen(step.code_point)) out += text.substr(0, step.length);
        text.remove_prefix(step.length);
    }
    return out;
}

} // namespace thoth
