#pragma once
#include <optional>
#include <string_view>

namespace thoth {

// Reads a text that may still grow. Where the text runs out in the middle of something that could go
// on, the read fails and open() says so: the same reader then serves to ask "can this still become a
// call?" and "is this one?". Depends on the text only.
class TextCursor {
public:
    // `complete`: nothing more will come, so that nothing is open.
    TextCursor(std::string_view text, bool complete) : m_rest(text), m_complete(complete) {}

    std::string_view rest() const { return m_rest; }
    bool at_end() const { return m_rest.empty(); }
    bool complete() const { return m_complete; }
    bool open() const { return m_open; }

    void skip_space();
    bool skip(std::string_view literal);
    // As far as `literal`, which is taken, too.
    std::optional<std::string_view> until(std::string_view literal);
    // One JSON object or list by its brackets; what is in them is not judged. A bracket too many behind
    // it is taken and not given back.
    std::optional<std::string_view> json_value();
    // The same for an object alone, without the bracket too many.
    std::optional<std::string_view> json_object();
    // The tokens with which templates end a message.
    void skip_end_tokens();
    // Letters, digits, '_', '-', '.', ':' and '/': a name as models write them. Empty when there is none.
    std::string_view name();
    void drop(size_t bytes) { m_rest.remove_prefix(bytes); }
    // The text ran out here. Always false.
    bool ran_out();

private:
    std::optional<std::string_view> bracketed();

    std::string_view m_rest;
    bool m_complete;
    bool m_open = false;
};

} // namespace thoth
