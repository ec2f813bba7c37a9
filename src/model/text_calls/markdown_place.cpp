#include "model/text_calls/markdown_place.h"

namespace thoth {

namespace {
constexpr size_t k_most_indent = 3; // a fence that is indented further is none
constexpr size_t k_least_fence = 3;
} // namespace

bool MarkdownPlace::in_code() const {
    if (m_fence > 0) return true;
    const bool run = m_run > 0 && m_run_of == '`';
    if (!run) return m_span > 0;
    return m_span == 0 || m_run != m_span; // the run opens a span, or closes it
}

void MarkdownPlace::follow_comment(char c) {
    constexpr uint32_t k_open = 0x3C212D2D; // "<!--"
    constexpr uint32_t k_close = 0x2D2D3E;  // "-->"
    m_last_four = m_last_four << 8 | static_cast<unsigned char>(c);
    if (m_in_comment)
        m_in_comment = (m_last_four & 0xFFFFFF) != k_close;
    else
        m_in_comment = m_last_four == k_open && !in_code();
}

void MarkdownPlace::advance(char c) {
    follow_comment(c);
    const bool mark = c == '`' || c == '~';
    if (mark && m_run > 0 && c == m_run_of) {
        ++m_run;
    } else {
        end_run();
        if (mark) {
            m_run = 1;
            m_run_of = c;
            m_run_begins_line = m_line_blank && m_indent <= k_most_indent;
        }
    }
    if (c == '\n') return end_line();
    m_line_start = false;
    if (c == ' ' || c == '\t' || c == '\r') {
        if (m_line_blank) ++m_indent;
        return;
    }
    if (!mark || m_run == 1) m_fence_closes = false;
    m_line_blank = false;
    m_seen_text = true;
    if (m_paragraph_ended) ++m_paragraphs;
    m_paragraph_ended = false;
}

// A run of marks is over: it opens or closes a fence or a span, or means nothing.
void MarkdownPlace::end_run() {
    if (m_run == 0) return;
    const size_t length = m_run;
    m_run = 0;
    if (m_run_begins_line && length >= k_least_fence) {
        if (m_fence == 0) {
            m_fence = length;
            m_fence_of = m_run_of;
            m_seen_fence = true;
        } else {
            m_fence_closes = m_run_of == m_fence_of && length >= m_fence;
        }
        return;
    }
    if (m_fence > 0 || m_run_of != '`') return;
    if (m_span == 0)
        m_span = length;
    else if (m_span == length)
        m_span = 0;
}

void MarkdownPlace::end_line() {
    if (m_fence_closes) m_fence = 0;
    m_fence_closes = false;
    if (m_line_blank && m_seen_text) m_paragraph_ended = true;
    m_line_start = true;
    m_line_blank = true;
    m_indent = 0;
    m_span = 0;
}

} // namespace thoth
