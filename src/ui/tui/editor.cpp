#include "ui/tui/editor.h"

#include "text/clusters.h"
#include "text/lines.h"
#include "text/unicode.h"

#include <algorithm>
#include <utility>

namespace thoth {

namespace {
constexpr int k_long_paste_lines = 6; // from so many on it is a mark
constexpr size_t k_long_paste_bytes = 800;
constexpr size_t k_most_cuts = 16;
constexpr size_t k_most_snapshots = 200;
constexpr size_t k_most_snapshot_bytes = 4 * 1024 * 1024;

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\n';
}

// Letters, digits and everything outside of ASCII.
bool is_word(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return code >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '_';
}
} // namespace

void Editor::changing(Change change) {
    const bool goes_on = change == m_last && (change == Change::typing || change == Change::cutting);
    m_last = change;
    if (goes_on) return;
    m_before.push_back({m_text, m_cursor});
    m_before_bytes += m_text.size();
    while (m_before.size() > k_most_snapshots || m_before_bytes > k_most_snapshot_bytes) {
        m_before_bytes -= m_before.front().text.size();
        m_before.pop_front();
    }
}

void Editor::put(std::string_view text) {
    if (m_text.size() + text.size() > k_longest_text) return;
    m_text.insert(m_cursor, text);
    m_cursor += text.size();
}

void Editor::insert(std::string_view text) {
    const std::string clean = clean_input(text);
    if (clean.empty()) return;
    // A word is one step back.
    changing(clean == " " || clean == "\n" ? Change::other : Change::typing);
    put(clean);
    if (clean == " ") m_last = Change::typing;
}

void Editor::paste(std::string_view text) {
    std::string clean = clean_input(text);
    if (clean.empty()) return;
    changing(Change::other);
    const bool is_long = clean.size() > k_long_paste_bytes || line_count(clean) >= k_long_paste_lines;
    const std::string mark = is_long ? m_pasted.add(clean) : std::string();
    put(mark.empty() ? clean : mark);
}

void Editor::set(std::string text) {
    changing(Change::other);
    m_text = clean_input(text);
    m_cursor = m_text.size();
}

void Editor::replace(size_t from, size_t to, std::string_view with) {
    changing(Change::other);
    m_text.erase(from, to - from);
    m_cursor = from;
    put(clean_input(with));
}

void Editor::move_to(size_t cursor) {
    m_cursor = std::min(cursor, m_text.size());
    m_last = Change::none;
}

void Editor::clear() {
    *this = Editor();
}

size_t Editor::before(size_t at) const {
    return at == 0 ? 0 : previous_cluster(m_text, at);
}

size_t Editor::after(size_t at) const {
    return at >= m_text.size() ? m_text.size() : next_cluster(m_text, at);
}

size_t Editor::line_start_of(size_t at) const {
    if (at == 0) return 0;
    const size_t feed = m_text.rfind('\n', at - 1);
    return feed == std::string::npos ? 0 : feed + 1;
}

size_t Editor::line_end_of(size_t at) const {
    return std::min(m_text.find('\n', at), m_text.size());
}

size_t Editor::word_start_before(size_t at) const {
    while (at > 0 && !is_word(m_text[at - 1]))
        --at;
    while (at > 0 && is_word(m_text[at - 1]))
        --at;
    return at;
}

size_t Editor::word_end_after(size_t at) const {
    while (at < m_text.size() && !is_word(m_text[at]))
        ++at;
    while (at < m_text.size() && is_word(m_text[at]))
        ++at;
    return at;
}

void Editor::left() {
    move_to(before(m_cursor));
}
void Editor::right() {
    move_to(after(m_cursor));
}
void Editor::word_left() {
    move_to(word_start_before(m_cursor));
}
void Editor::word_right() {
    move_to(word_end_after(m_cursor));
}
void Editor::line_start() {
    move_to(line_start_of(m_cursor));
}
void Editor::line_end() {
    move_to(line_end_of(m_cursor));
}
bool Editor::on_first_line() const {
    return line_start_of(m_cursor) == 0;
}
bool Editor::on_last_line() const {
    return line_end_of(m_cursor) == m_text.size();
}

void Editor::backspace() {
    if (m_cursor == 0) return;
    changing(Change::typing);
    const size_t from = before(m_cursor);
    m_text.erase(from, m_cursor - from);
    m_cursor = from;
}

void Editor::erase_forward() {
    if (m_cursor == m_text.size()) return;
    changing(Change::typing);
    m_text.erase(m_cursor, after(m_cursor) - m_cursor);
}

// Cuts one behind the other are one piece, as in readline.
void Editor::cut(size_t from, size_t to, CutSide side) {
    if (from == to) return;
    const bool goes_on = m_last == Change::cutting && !m_cut.empty();
    changing(Change::cutting);
    const std::string piece = m_text.substr(from, to - from);
    if (!goes_on) {
        m_cut.push_front(piece);
        if (m_cut.size() > k_most_cuts) m_cut.pop_back();
    } else {
        m_cut.front() = side == CutSide::behind ? m_cut.front() + piece : piece + m_cut.front();
    }
    m_text.erase(from, to - from);
    m_cursor = from;
}

void Editor::cut_to_line_start() {
    const size_t start = line_start_of(m_cursor);
    cut(start == m_cursor ? before(m_cursor) : start, m_cursor, CutSide::before);
}

void Editor::cut_to_line_end() {
    const size_t end = line_end_of(m_cursor);
    cut(m_cursor, end == m_cursor ? after(m_cursor) : end, CutSide::behind);
}

void Editor::cut_word_left(bool to_blank) {
    size_t from = m_cursor;
    if (!to_blank) {
        from = word_start_before(from);
    } else {
        while (from > 0 && is_blank(m_text[from - 1]))
            --from;
        while (from > 0 && !is_blank(m_text[from - 1]))
            --from;
    }
    cut(from, m_cursor, CutSide::before);
}

void Editor::cut_word_right() {
    cut(m_cursor, word_end_after(m_cursor), CutSide::behind);
}

void Editor::put_back() {
    if (m_cut.empty()) return;
    changing(Change::putting_back);
    m_put_back = 0;
    m_put_length = m_cut[0].size();
    put(m_cut[0]);
}

void Editor::put_back_earlier() {
    if (m_last != Change::putting_back || m_put_length > m_cursor) return put_back();
    m_put_back = (m_put_back + 1) % m_cut.size();
    m_text.erase(m_cursor - m_put_length, m_put_length);
    m_cursor -= m_put_length;
    m_put_length = m_cut[m_put_back].size();
    put(m_cut[m_put_back]);
}

void Editor::undo() {
    if (m_before.empty()) return;
    m_text = std::move(m_before.back().text);
    m_cursor = std::min(m_before.back().cursor, m_text.size());
    m_before.pop_back();
    m_before_bytes -= std::min(m_before_bytes, m_text.size());
    m_last = Change::none;
}

} // namespace thoth
