#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Reads a reply that was held to {"say": text} or {"tool": name, "arguments": {...}}: what it says comes
// out as it streams. All else is held back until the end, when it is known what it is. Split anywhere. One
// reply, one thread.
class GuidedText {
public:
    // What of the visible text is decided.
    std::string feed(std::string_view text);

    enum class Kind {
        said,       // a whole {"say": text}
        call,       // a whole {"tool": name, "arguments": {...}}
        prose,      // the server ignored the schema; nothing in it looks like an object or a call
        unreadable, // none of these: cut, with other keys, in a fence, between tags ...
    };
    struct Ending {
        Kind kind;
        std::string name;      // of a call
        std::string arguments; // of a call: a JSON object
    };
    Ending finish() const; // at the end

    const std::string& written() const { return m_written; } // all of it

private:
    enum class State { start, saying, said, held };
    void begin();
    void say(std::string& out);

    State m_state = State::start;
    std::string m_written;
    size_t m_at = 0; // in m_written: what is read so far
};

} // namespace thoth
