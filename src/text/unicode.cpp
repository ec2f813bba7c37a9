#include "text/unicode.h"

#include <cstdint>
#include <cstring>

namespace thoth {

namespace {

constexpr size_t k_longest_character = 4;

// What a lead byte promises. The second byte has a range of its own, which is what excludes
// overlong forms, surrogates and everything past U+10FFFF; the rest are 80..BF.
struct Lead {
    size_t length = 0; // 0: cannot start a character
    unsigned char second_low = 0x80;
    unsigned char second_high = 0xBF;
};

Lead lead_of(unsigned char byte) {
    if (byte < 0x80) return {.length = 1};
    if (byte < 0xC2) return {};
    if (byte < 0xE0) return {.length = 2};
    if (byte == 0xE0) return {.length = 3, .second_low = 0xA0};
    if (byte == 0xED) return {.length = 3, .second_high = 0x9F};
    if (byte < 0xF0) return {.length = 3};
    if (byte == 0xF0) return {.length = 4, .second_low = 0x90};
    if (byte == 0xF4) return {.length = 4, .second_high = 0x8F};
    if (byte < 0xF4) return {.length = 4};
    return {};
}

unsigned char byte_at(std::string_view bytes, size_t index) {
    return static_cast<unsigned char>(bytes[index]);
}

size_t ascii_run(std::string_view bytes) {
    size_t length = 0;
    while (bytes.size() - length >= sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, bytes.data() + length, sizeof word);
        if ((word & 0x8080808080808080U) != 0) break;
        length += sizeof word;
    }
    while (length < bytes.size() && byte_at(bytes, length) < 0x80)
        ++length;
    return length;
}

// The valid character that has bytes on both sides of `offset`, as its first byte and length;
// nothing (length 0) when a cut at `offset` splits none.
struct Straddling {
    size_t start = 0;
    size_t length = 0;
};
Straddling straddling(std::string_view text, size_t offset) {
    for (size_t back = 1; back < k_longest_character && back <= offset; ++back) {
        const size_t start = offset - back;
        if ((byte_at(text, start) & 0xC0) == 0x80) continue;
        const Utf8Step step = next_utf8(text.substr(start));
        if (step.valid && step.length > back) return {start, step.length};
        break;
    }
    return {};
}

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

// Appends the valid form of `bytes`; the bytes of an unfinished character at the end are left
// in place and their number is returned.
size_t append_valid(std::string& out, std::string_view bytes) {
    while (!bytes.empty()) {
        const size_t plain = ascii_run(bytes);
        out.append(bytes.substr(0, plain));
        bytes.remove_prefix(plain);
        if (bytes.empty()) break;
        const Utf8Step step = next_utf8(bytes);
        if (step.unfinished) return bytes.size();
        out.append(step.valid ? bytes.substr(0, step.length) : k_replacement);
        bytes.remove_prefix(step.length);
    }
    return 0;
}

} // namespace

Utf8Step next_utf8(std::string_view bytes) {
    if (bytes.empty()) return {};
    const unsigned char first = byte_at(bytes, 0);
    const Lead lead = lead_of(first);
    if (lead.length == 0) return {.length = 1};
    if (lead.length == 1) return {.code_point = first, .length = 1, .valid = true};
    char32_t code_point = first & (0x7FU >> lead.length);
    for (size_t i = 1; i < lead.length; ++i) {
        if (i == bytes.size()) return {.length = i, .unfinished = true};
        const unsigned char byte = byte_at(bytes, i);
        const unsigned char low = i == 1 ? lead.second_low : 0x80;
        const unsigned char high = i == 1 ? lead.second_high : 0xBF;
        if (byte < low || byte > high) return {.length = i};
        code_point = (code_point << 6) | (byte & 0x3FU);
    }
    return {.code_point = code_point, .length = lead.length, .valid = true};
}

void append_utf8(std::string& out, char32_t code_point) {
    const auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    const auto put_tail = [&](int shift) { put(0x80 | ((code_point >> shift) & 0x3F)); };
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (is_surrogate || code_point > 0x10FFFF) {
        out += k_replacement;
    } else if (code_point < 0x80) {
        put(code_point);
    } else if (code_point < 0x800) {
        put(0xC0 | (code_point >> 6));
        put_tail(0);
    } else if (code_point < 0x10000) {
        put(0xE0 | (code_point >> 12));
        put_tail(6);
        put_tail(0);
    } else {
        put(0xF0 | (code_point >> 18));
        put_tail(12);
        put_tail(6);
        put_tail(0);
    }
}

bool is_valid_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        bytes.remove_prefix(ascii_run(bytes));
        if (bytes.empty()) break;
        const Utf8Step step = next_utf8(bytes);
        if (!step.valid) return false;
        bytes.remove_prefix(step.length);
    }
    return true;
}

std::string to_valid_utf8(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    if (append_valid(out, bytes) != 0) out += k_replacement;
    return out;
}

std::string_view utf8_prefix(std::string_view text, size_t limit) {
    if (text.size() <= limit) return text;
    const Straddling character = straddling(text, limit);
    return text.substr(0, character.length == 0 ? limit : character.start);
}

std::string_view utf8_suffix(std::string_view text, size_t limit) {
    if (text.size() <= limit) return text;
    const size_t cut = text.size() - limit;
    const Straddling character = straddling(text, cut);
    return text.substr(character.length == 0 ? cut : character.start + character.length);
}

size_t utf8_length(std::string_view text) {
    size_t count = 0;
    while (!text.empty()) {
        const size_t plain = ascii_run(text);
        count += plain;
        text.remove_prefix(plain);
        if (text.empty()) break;
        ++count;
        text.remove_prefix(next_utf8(text).length);
    }
    return count;
}

std::string_view first_code_points(std::string_view text, size_t count) {
    size_t length = 0;
    for (size_t taken = 0; taken < count && length < text.size(); ++taken)
        length += next_utf8(text.substr(length)).length;
    return text.substr(0, length);
}

std::string Utf8Joiner::feed(std::string_view bytes) {
    std::string out;
    out.reserve(m_pending.size() + bytes.size());
    // A waiting character takes its last bytes one by one, so that a long piece is not copied.
    while (!m_pending.empty() && !bytes.empty()) {
        m_pending.push_back(bytes.front());
        bytes.remove_prefix(1);
        const size_t left = append_valid(out, m_pending);
        m_pending.erase(0, m_pending.size() - left);
    }
    const size_t left = append_valid(out, bytes);
    m_pending.append(bytes.substr(bytes.size() - left));
    return out;
}

std::string Utf8Joiner::finish() {
    std::string out = to_valid_utf8(m_pending);
    m_pending.clear();
    return out;
}

} // namespace thoth
