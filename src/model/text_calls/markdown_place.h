#pragma once
#include <cstddef>
#include <cstdint>

namespace thoth {

// Where in a Markdown text one stands: follows it byte by byte. Knows fences, code spans (of one line),
// beginnings of lines and paragraphs, which is what tells a quoted call from a real one.
class MarkdownPlace {
public:
    void advance(char c);

    bool at_line_start() const { return m_line_start; }
    bool at_message_start() const { return !m_seen_text; }
    bool in_code() const;                            // inside a fence or a code span
    bool in_comment() const { return m_in_comment; } // of HTML, which Markdown may hold
    // No fence so far, and not more than one paragraph.
    bool may_be_first_fence() const { return m_line_start && !m_seen_fence && m_paragraphs <= 1; }

private:
    void follow_comment(char c);
    void end_line();
    void end_run();

    bool m_in_comment = false;
    uint32_t m_last_four = 0; // bytes
    bool m_line_start = true;
    bool m_seen_text = false;
    bool m_seen_fence = false;
    bool m_line_blank = true; // only white space so far
    bool m_paragraph_ended = true;
    size_t m_paragraphs = 0;
    size_t m_indent = 0;
    size_t m_run = 0; // backticks or tildes that end here
    char m_run_of = 0;
    bool m_run_begins_line = false;
    size_t m_span = 0;  // backticks that opened the code span, 0 outside
    size_t m_fence = 0; // characters that opened the fence, 0 outside
    char m_fence_of = 0;
    bool m_fence_closes = false; // this line closes it if nothing more follows
};

} // namespace thoth
