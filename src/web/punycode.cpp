#include "web/punycode.h"

#include "text/unicode.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace thoth {

namespace {
// The constants of RFC 3492.
constexpr uint32_t k_base = 36;
constexpr uint32_t k_t_min = 1;
constexpr uint32_t k_t_max = 26;
constexpr uint32_t k_skew = 38;
constexpr uint32_t k_damp = 700;
constexpr uint32_t k_first_bias = 72;
constexpr char32_t k_first_code_point = 128;

uint32_t adapted(uint32_t delta, uint32_t points, bool is_first) {
    delta = is_first ? delta / k_damp : delta / 2;
    delta += delta / points;
    uint32_t k = 0;
    for (; delta > (k_base - k_t_min) * k_t_max / 2; k += k_base)
        delta /= k_base - k_t_min;
    return k + (k_base - k_t_min + 1) * delta / (delta + k_skew);
}

char digit(uint32_t value) {
    return static_cast<char>(value < 26 ? 'a' + value : '0' + (value - 26));
}

void append_number(std::string& out, uint32_t number, uint32_t bias) {
    for (uint32_t k = k_base;; k += k_base) {
        const uint32_t t = k <= bias ? k_t_min : std::min(k - bias, k_t_max);
        if (number < t) break;
        out += digit(t + (number - t) % (k_base - t));
        number = (number - t) / (k_base - t);
    }
    out += digit(number);
}

// A label has 63 characters at most, so that nothing here overflows.
std::string encoded(const std::vector<char32_t>& label) {
    std::string out = "xn--";
    for (const char32_t c : label)
        if (c < k_first_code_point) out += static_cast<char>(c);
    const auto basic = static_cast<uint32_t>(out.size() - 4);
    uint32_t done = basic;
    if (basic > 0) out += '-';
    uint32_t delta = 0;
    uint32_t bias = k_first_bias;
    char32_t next = k_first_code_point;
    while (done < label.size()) {
        char32_t lowest = 0x10FFFF;
        for (const char32_t c : label)
            if (c >= next) lowest = std::min(lowest, c);
        delta += static_cast<uint32_t>(lowest - next) * (done + 1);
        for (const char32_t c : label) {
            if (c < lowest) ++delta;
            if (c != lowest) continue;
            append_number(out, delta, bias);
            bias = adapted(delta, done + 1, done == basic);
            delta = 0;
            ++done;
        }
        ++delta;
        next = lowest + 1;
    }
    return out;
}

bool is_between(char32_t c, char32_t first, char32_t last) {
    return c >= first && c <= last;
}

// Letters that stand for themselves. Full-width and other compatibility forms, invisible characters and marks
// that combine would be another name to the name service than to the eye.
bool is_plain_letter(char32_t c) {
    if (c < 0xdf || c == 0xf7 || is_between(c, 0x2b0, 0x36f)) return false;
    if (is_between(c, 0x2000, 0x2fff)) return false; // punctuation, symbols, radicals
    if (is_between(c, 0x3000, 0x3004) || is_between(c, 0x3008, 0x3029)) return false;
    return !is_between(c, 0xd800, 0xf8ff) && c < 0xf900; // compatibility forms, and all beyond
}

// ASCII, Greek and Cyrillic; elsewhere in Latin capitals and small letters take turns.
char32_t small(char32_t c) {
    if (is_between(c, 'A', 'Z') || (is_between(c, 0xc0, 0xde) && c != 0xd7)) return c + 32;
    if (is_between(c, 0x391, 0x3a9) || is_between(c, 0x410, 0x42f)) return c + 32;
    if (is_between(c, 0x400, 0x40f)) return c + 80;
    if (is_between(c, 0x100, 0x12f) || is_between(c, 0x132, 0x137) || is_between(c, 0x14a, 0x177)) return c | 1;
    return c;
}

std::optional<std::string> ascii_label(std::string_view text) {
    constexpr size_t k_longest = 63;
    std::vector<char32_t> label;
    bool is_ascii = true;
    while (!text.empty()) {
        const Utf8Step step = next_utf8(text);
        text.remove_prefix(step.length);
        const char32_t c = small(step.code_point);
        if (!step.valid || (c >= k_first_code_point && !is_plain_letter(c))) return std::nullopt;
        is_ascii = is_ascii && c < k_first_code_point;
        label.push_back(c);
        if (label.size() > k_longest) return std::nullopt;
    }
    if (!is_ascii) return encoded(label);
    return std::string(label.begin(), label.end());
}
} // namespace

Result<std::string> ascii_host(std::string_view host) {
    std::string out;
    while (true) {
        const size_t dot = host.find('.');
        const auto label = ascii_label(host.substr(0, dot));
        if (!label)
            return fail(Errc::invalid_argument, "the host of the address has characters that no host name has",
                        "write a name in another script in its xn-- form");
        out += *label;
        if (dot == std::string_view::npos) return out;
        out += '.';
        host.remove_prefix(dot + 1);
    }
}

} // namespace thoth
