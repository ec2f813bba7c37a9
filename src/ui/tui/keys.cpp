#include "ui/tui/keys.h"

#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace thoth {

namespace {
constexpr std::string_view k_paste_end = "\x1b[201~";
constexpr size_t k_longest_sequence = 64;
constexpr char k_escape = '\x1b';

struct Parameters {
    int first = 0;     // before the first ';', without what follows a ':'
    int modifiers = 0; // a bit mask: 1 shift, 2 alt, 4 ctrl
    int third = 0;
    bool is_release = false;
};

int number_at_front(std::string_view text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// "13;2", "97:65;5:1;97", "27;2;13".
Parameters parameters_of(std::string_view sequence) {
    Parameters result;
    std::string_view parts[3];
    for (std::string_view& part : parts) {
        const size_t end = std::min(sequence.find(';'), sequence.size());
        part = sequence.substr(0, end);
        sequence.remove_prefix(std::min(end + 1, sequence.size()));
    }
    result.first = number_at_front(parts[0]);
    result.modifiers = std::max(number_at_front(parts[1]) - 1, 0);
    result.third = number_at_front(parts[2]);
    if (const size_t colon = parts[1].find(':'); colon != std::string_view::npos)
        result.is_release = number_at_front(parts[1].substr(colon + 1)) == 3;
    return result;
}

Key with_modifiers(Key key, int modifiers) {
    key.shift = (modifiers & 1) != 0;
    key.alt = (modifiers & 2) != 0;
    key.ctrl = (modifiers & 4) != 0;
    return key;
}

std::optional<Key::Name> name_of_letter(char final) {
    switch (final) {
    case 'A':
        return Key::Name::up;
    case 'B':
        return Key::Name::down;
    case 'C':
        return Key::Name::right;
    case 'D':
        return Key::Name::left;
    case 'H':
        return Key::Name::home;
    case 'F':
        return Key::Name::end;
    default:
        return std::nullopt;
    }
}

std::optional<Key::Name> name_of_number(int number) {
    switch (number) {
    case 1:
    case 7:
        return Key::Name::home;
    case 3:
        return Key::Name::remove;
    case 4:
    case 8:
        return Key::Name::end;
    case 5:
        return Key::Name::page_up;
    case 6:
        return Key::Name::page_down;
    default:
        return std::nullopt;
    }
}

// A key that a terminal names by its code point, or by the private ones that the kitty protocol gives the others.
std::optional<Key> key_of_code(int code) {
    constexpr int k_first_digit = 57399; // of the number block
    switch (code) {
    case 9:
        return Key{Key::Name::tab};
    case 13:
    case 57414:
        return Key{Key::Name::enter};
    case 27:
        return Key{Key::Name::escape};
    case 8:
    case 127:
        return Key{Key::Name::backspace};
    case 57417:
        return Key{Key::Name::left};
    case 57418:
        return Key{Key::Name::right};
    case 57419:
        return Key{Key::Name::up};
    case 57420:
        return Key{Key::Name::down};
    case 57421:
        return Key{Key::Name::page_up};
    case 57422:
        return Key{Key::Name::page_down};
    case 57423:
        return Key{Key::Name::home};
    case 57424:
        return Key{Key::Name::end};
    case 57426:
        return Key{Key::Name::remove};
    default:
        break;
    }
    if (code >= k_first_digit && code <= k_first_digit + 9)
        return Key{Key::Name::text, std::string(1, static_cast<char>('0' + code - k_first_digit))};
    if (code < 32 || (code >= 0x80 && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff)) return std::nullopt;
    Key key;
    append_utf8(key.text, static_cast<char32_t>(code));
    return key;
}

// Shift is in the character itself unless ctrl or alt make a command of it.
Key as_typed(Key key) {
    if (key.name != Key::Name::text) return key;
    const bool is_command = key.ctrl || key.alt;
    if (key.text.size() != 1) return key;
    char& letter = key.text[0];
    if (is_command && letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    if (!is_command && key.shift && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
    if (!is_command) key.shift = false;
    return key;
}

std::optional<Key> key_of_control(char byte) {
    switch (byte) {
    case '\r':
        return Key{Key::Name::enter};
    case '\t':
        return Key{Key::Name::tab};
    case '\b':
    case '\x7f':
        return Key{Key::Name::backspace};
    case '\0':
        return std::nullopt;
    default:
        break;
    }
    Key key{Key::Name::text, std::string(1, static_cast<char>(byte + (byte <= 26 ? 'a' - 1 : '@')))};
    key.ctrl = true;
    return key;
}
} // namespace

bool KeyReader::is_undecided() const {
    return m_state == State::escape || (m_state == State::csi && m_sequence.empty()) || m_state == State::ss3;
}

void KeyReader::settle(std::vector<Key>& keys) {
    if (!is_undecided()) return;
    if (m_state == State::escape) {
        keys.push_back({Key::Name::escape});
    } else {
        Key key{Key::Name::text, m_state == State::csi ? "[" : "o"};
        key.alt = true;
        keys.push_back(std::move(key));
    }
    m_state = State::ground;
}

void KeyReader::end_paste(std::vector<Key>& keys) {
    if (!is_in_paste()) return;
    m_state = State::ground;
    keys.push_back({Key::Name::paste, std::exchange(m_paste, {}) + std::exchange(m_held, {})});
}

void KeyReader::feed(std::string_view bytes, std::vector<Key>& keys) {
    while (!bytes.empty()) {
        if (m_state == State::paste) {
            bytes.remove_prefix(take_paste(bytes, keys));
        } else {
            take(bytes.front(), keys);
            bytes.remove_prefix(1);
        }
    }
}

void KeyReader::take(char byte, std::vector<Key>& keys) {
    switch (m_state) {
    case State::ground:
    case State::paste:
        return take_ground(byte, keys);
    case State::escape:
        return take_escape(byte, keys);
    case State::csi:
        return take_csi(byte, keys);
    case State::ss3:
        m_state = State::ground;
        if (byte == 'M') return keys.push_back({Key::Name::enter}); // of the number block
        if (const auto name = name_of_letter(byte)) keys.push_back({*name});
        return;
    case State::console_function: // ESC [ [ and one letter
        m_state = State::ground;
        return;
    case State::string:
        return take_string(byte);
    case State::string_end:
        m_state = State::ground;
        if (byte != '\\') take_escape(byte, keys);
        return;
    }
}

void KeyReader::take_ground(char byte, std::vector<Key>& keys) {
    const auto code = static_cast<unsigned char>(byte);
    if (code >= 0x80) {
        m_character += byte;
        const Utf8Step step = next_utf8(m_character);
        if (step.unfinished && m_character.size() < 4) return;
        const std::string character = std::exchange(m_character, {});
        if (step.valid && step.code_point >= 0xa0) keys.push_back({Key::Name::text, character, false, m_alt});
        m_alt = false;
        return;
    }
    m_character.clear();
    if (byte == k_escape) {
        m_state = State::escape;
        return;
    }
    const bool alt = std::exchange(m_alt, false);
    auto key = code < 0x20 || byte == '\x7f' ? key_of_control(byte) : Key{Key::Name::text, std::string(1, byte)};
    if (!key) return;
    key->alt = alt;
    keys.push_back(as_typed(std::move(*key)));
}

void KeyReader::take_escape(char byte, std::vector<Key>& keys) {
    m_sequence.clear();
    switch (byte) {
    case '[':
        m_state = State::csi;
        return;
    case 'O':
        m_state = State::ss3;
        return;
    case ']': // answers of a terminal
    case 'P':
    case '_':
    case '^':
        m_state = State::string;
        return;
    case k_escape:
        keys.push_back({Key::Name::escape});
        return;
    default:
        m_state = State::ground;
        m_alt = true;
        return take_ground(byte, keys);
    }
}

void KeyReader::take_csi(char byte, std::vector<Key>& keys) {
    if (m_sequence.empty() && byte == '[') {
        m_state = State::console_function;
        return;
    }
    if (byte == k_escape) { // the one before is never finished
        m_state = State::escape;
        return;
    }
    if (byte >= 0x20 && byte < 0x40) {
        if (m_sequence.size() < k_longest_sequence) m_sequence += byte;
        return;
    }
    m_state = State::ground;
    if (byte >= 0x40 && byte < 0x7f) return finish_csi(byte, keys);
    take_ground(byte, keys);
}

// BEL or ESC \ ends it, and so does Enter: a person would wonder where their keys go.
void KeyReader::take_string(char byte) {
    if (byte == '\a' || byte == '\r') m_state = State::ground;
    if (byte == k_escape) m_state = State::string_end;
}

void KeyReader::finish_csi(char final, std::vector<Key>& keys) {
    const bool is_private = !m_sequence.empty() && m_sequence[0] >= '<' && m_sequence[0] <= '?';
    if (is_private) return;
    const Parameters parameters = parameters_of(m_sequence);
    if (parameters.is_release) return;
    const auto push = [&](std::optional<Key> key) {
        if (key) keys.push_back(as_typed(with_modifiers(std::move(*key), parameters.modifiers)));
    };
    if (final == 'Z') {
        Key key{Key::Name::tab};
        key.shift = true;
        return keys.push_back(std::move(key));
    }
    if (final == 'u') return push(key_of_code(parameters.first));
    if (final == '~' && parameters.first == 200) {
        m_state = State::paste;
        return;
    }
    if (final == '~' && parameters.first == 27) return push(key_of_code(parameters.third));
    const auto name = final == '~' ? name_of_number(parameters.first) : name_of_letter(final);
    if (name) push(Key{*name});
}

// How much of `bytes` was taken.
size_t KeyReader::take_paste(std::string_view bytes, std::vector<Key>& keys) {
    const auto keep = [this](std::string_view part) {
        m_paste.append(part.substr(0, k_longest_paste - std::min(m_paste.size(), k_longest_paste)));
    };
    if (m_held.empty()) {
        const size_t escape = std::min(bytes.find(k_escape), bytes.size());
        keep(bytes.substr(0, escape));
        if (escape == bytes.size()) return escape;
        m_held = k_escape;
        return escape + 1;
    }
    if (bytes[0] == k_paste_end[m_held.size()]) {
        m_held += bytes[0];
        if (m_held == k_paste_end) {
            m_held.clear();
            end_paste(keys);
        }
        return 1;
    }
    keep(std::exchange(m_held, {})); // it was none
    return 0;
}

} // namespace thoth
