#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// One key as it was pressed, or one paste.
struct Key {
    enum class Name : std::uint8_t {
        text, // one character, in `text`; with ctrl or alt its letter in lower case
        enter,
        tab,
        backspace,
        remove, // Delete
        escape,
        up,
        down,
        left,
        right,
        home,
        end,
        page_up,
        page_down,
        paste, // all of it, raw, in `text`
    };
    Name name = Name::text;
    std::string text{};
    bool ctrl = false;
    bool alt = false;
    bool shift = false;
    bool operator==(const Key&) const = default;

    bool is_plain_text() const { return name == Name::text && !ctrl && !alt; }
    bool is_ctrl(char letter) const {
        return name == Name::text && ctrl && !alt && text == std::string_view(&letter, 1);
    }
    bool is_alt(char letter) const {
        return name == Name::text && alt && !ctrl && text == std::string_view(&letter, 1);
    }
};

// Bytes of a terminal's keyboard as keys: plain and UTF-8, the escape sequences of xterm, of its kind and of the
// Linux console, the kitty keyboard protocol, and bracketed paste. Answers of a terminal and what nobody knows are
// swallowed. Bytes may be split anywhere. Memory is bounded. One thread.
class KeyReader {
public:
    static constexpr size_t k_longest_paste = 16 * 1024 * 1024; // of a longer one the beginning is kept

    void feed(std::string_view bytes, std::vector<Key>& keys);

    // An escape byte came and nothing behind it yet: it is the key of that name if nothing follows within some
    // milliseconds, and then settle() says so.
    bool is_undecided() const;
    void settle(std::vector<Key>& keys);

    // A paste has begun and its end mark has not come. It may be lost: end_paste() gives what there is.
    bool is_in_paste() const { return m_state == State::paste; }
    void end_paste(std::vector<Key>& keys);

private:
    enum class State : std::uint8_t { ground, escape, csi, ss3, console_function, string, string_end, paste };

    void take(char byte, std::vector<Key>& keys);
    void take_ground(char byte, std::vector<Key>& keys);
    void take_escape(char byte, std::vector<Key>& keys);
    void take_csi(char byte, std::vector<Key>& keys);
    void take_string(char byte);
    size_t take_paste(std::string_view bytes, std::vector<Key>& keys);
    void finish_csi(char final, std::vector<Key>& keys);

    State m_state = State::ground;
    bool m_alt = false;      // the character that comes stands behind an escape byte
    std::string m_sequence;  // parameters so far
    std::string m_character; // an unfinished UTF-8 character
    std::string m_paste;
    std::string m_held; // the end of a paste that may be its end mark
};

} // namespace thoth
