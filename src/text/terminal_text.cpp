#include "text/terminal_text.h"

namespace thoth {

namespace {
constexpr size_t k_max_line = 64 * 1024;
}

std::string TerminalText::feed(std::string_view bytes) {
    std::string out;
    while (!bytes.empty()) {
        const size_t plain = m_returned ? 0 : bytes.substr(0, k_max_line).find_first_of("\r\n");
        if (plain == 0) {
            take(bytes.front(), out);
            bytes.remove_prefix(1);
            continue;
        }
        const std::string_view run = bytes.substr(0, std::min(plain, k_max_line));
        m_line += run;
        bytes.remove_prefix(run.size());
        if (m_line.size() < k_max_line) continue;
        out += m_line;
        m_line.clear();
        m_passed_through = true;
    }
    return m_filter.feed(out);
}

void TerminalText::take(char byte, std::string& out) {
    if (byte == '\r') {
        m_returned = true;
        return;
    }
    if (byte != '\n') { // text after a carriage return: what stood in the line is written over
        if (m_passed_through) out += m_line + "\n";
        m_line = byte;
    } else {
        out += m_line + "\n";
        m_line.clear();
    }
    m_passed_through = false;
    m_returned = false;
}

std::string TerminalText::finish() {
    std::string out = m_filter.feed(m_line);
    m_line.clear();
    return out + m_filter.finish();
}

std::string terminal_text(std::string_view bytes) {
    TerminalText text;
    std::string out = text.feed(bytes);
    return out + text.finish();
}

} // namespace thoth
