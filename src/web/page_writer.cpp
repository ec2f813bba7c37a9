#include "web/page_writer.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr size_t k_most_prefixes = 12; // deeper ones are not indented further

bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
} // namespace

void PageWriter::break_at_least(size_t lines) {
    if (m_in_cell > 0)
        m_blank = true;
    else
        m_breaks = std::max(m_breaks, m_item.empty() ? lines : 1); // an item begins right behind its mark
}

std::string PageWriter::line_start() const {
    std::string start;
    for (size_t i = 0; i < std::min(m_prefixes.size(), k_most_prefixes); ++i)
        start += m_prefixes[i];
    return start;
}

void PageWriter::break_lines() {
    if (m_out.empty()) m_breaks = 1;
    const bool is_first = m_out.empty();
    while (m_out.ends_with(' '))
        m_out.pop_back();
    std::string start = line_start();
    for (size_t i = 1; i < m_breaks; ++i) {
        const size_t end = start.find_last_not_of(' ');
        m_out += '\n' + start.substr(0, end == std::string::npos ? 0 : end + 1);
    }
    if (!is_first) m_out += '\n';
    if (!m_item.empty() && m_prefixes.size() <= k_most_prefixes)
        start.resize(start.size() - m_prefixes.back().size());
    m_out += start + m_item;
    m_item.clear();
    m_breaks = 0;
    m_blank = false;
}

void PageWriter::begin_text() {
    if (m_breaks > 0 || m_out.empty() || !m_item.empty()) {
        m_breaks = std::max<size_t>(m_breaks, 1);
        break_lines();
    } else if (m_blank) {
        m_out += ' ';
    }
    m_blank = false;
    m_out += m_marks;
    m_marks.clear();
}

void PageWriter::text(std::string_view words) {
    size_t at = 0;
    while (at < words.size() && !is_full()) {
        if (is_blank(words[at])) {
            m_blank = true;
            ++at;
            continue;
        }
        size_t end = at;
        while (end < words.size() && !is_blank(words[end]) && (words[end] != '|' || m_in_cell == 0))
            ++end;
        if (m_blank || m_breaks > 0 || !m_marks.empty() || !m_item.empty() || m_out.empty()) begin_text();
        m_out += words.substr(at, end - at);
        if (end < words.size() && words[end] == '|') {
            m_out += "\\|";
            ++end;
        }
        at = end;
    }
}

void PageWriter::verbatim(std::string_view lines) {
    while (!lines.empty() && !is_full()) {
        const size_t end = lines.find('\n');
        std::string_view line = lines.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        begin_text();
        m_out += line;
        if (end == std::string_view::npos) return;
        m_breaks = 1;
        lines.remove_prefix(end + 1);
    }
}

void PageWriter::end_prefix() {
    m_prefixes.pop_back();
}

void PageWriter::begin_item(std::string mark) {
    line_break();
    m_prefixes.emplace_back(m_in_cell > 0 ? 0 : mark.size(), ' ');
    if (m_in_cell == 0) m_item = std::move(mark);
}

void PageWriter::end_item() {
    m_item.clear();
    m_prefixes.pop_back();
    line_break();
}

PageWriter::Opened PageWriter::open(std::string_view start) {
    if (!has_room_for(start)) return {m_out.size(), {}, true};
    Opened opened{m_out.size(), m_marks};
    m_marks += start;
    return opened;
}

PageWriter::Opened PageWriter::open_line(std::string_view start) {
    if (!has_room_for(start)) return {m_out.size(), {}, true};
    Opened opened{m_out.size(), m_marks};
    m_marks.insert(0, start);
    return opened;
}

void PageWriter::close(const Opened& opened, std::string_view end) {
    if (opened.is_left_out) return;
    if (m_out.size() == opened.written)
        m_marks = opened.marks;
    else if (!is_full())
        m_out += end;
}

std::string PageWriter::take() {
    const size_t end = m_out.find_last_not_of(" \n");
    m_out.resize(end == std::string::npos ? 0 : end + 1);
    return std::move(m_out);
}

} // namespace thoth
