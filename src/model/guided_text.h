#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace thoth {

// Reads a reply that was held to {"say": text} or {"tool": name, "arguments": {...}}: what it says comes
// out as it streams. A server that ignored the schema sent plain text, which passes through. Split
// anywhere. One reply, one thread.
class GuidedText {
public:
    // What of the visible text is decided.
    std::string feed(std::string_view text);

    struct Call {
        std::string name;
        std::string arguments; // JSON text as it was written
    };
    // Once, at the end. The call, if it is one; what was held back otherwise goes into `text`.
    std::optional<Call> finish(std::string& text);

    const std::string& written() const { return m_written; } // all of it

private:
    enum class State { start, saying, said, call, plain };
    void begin();
    void say(std::string& out);

    State m_state = State::start;
    std::string m_written;
    size_t m_at = 0; // in m_written: what is read so far
};

} // namespace thoth
