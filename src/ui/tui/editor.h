#pragma once
#include "ui/tui/edit_text.h"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// The text that is being typed: several lines, a cursor between two characters as people see them (grapheme
// clusters), what was cut out of it, and the way back through its changes. A long paste stands in it as one
// character. Nothing here draws. Main thread.
class Editor {
public:
    static constexpr size_t k_longest_text = 16 * 1024 * 1024; // bytes, with what was pasted; more is not taken

    const std::string& text() const { return m_text; } // with a character for each long paste
    std::string expanded() const { return m_pasted.expanded(m_text); }
    const PastedTexts& pasted() const { return m_pasted; }
    size_t cursor() const { return m_cursor; } // byte offset into text()
    bool empty() const { return m_text.empty(); }

    void insert(std::string_view text); // cleaned
    void paste(std::string_view text);  // a long one becomes a mark
    // Replaces everything; the cursor is at the end.
    void set(std::string text);
    // A piece of text() by other text: a completion.
    void replace(size_t from, size_t to, std::string_view with);
    void move_to(size_t cursor);
    void clear(); // for the next message: nothing is kept, no way back, nothing cut

    void left();
    void right();
    void word_left();
    void word_right();
    void line_start();
    void line_end();
    bool on_first_line() const;
    bool on_last_line() const;

    void backspace();
    void erase_forward();
    void cut_to_line_start();
    void cut_to_line_end();
    void cut_word_left(bool to_blank); // to a blank rather than to anything that is no letter
    void cut_word_right();
    bool has_cut() const { return !m_cut.empty(); }
    void put_back();         // what was cut last
    void put_back_earlier(); // instead of what put_back just brought, what was cut before that
    void undo();

private:
    enum class Change { none, typing, cutting, putting_back, other };
    struct Snapshot {
        std::string text;
        size_t cursor = 0;
    };
    enum class CutSide { behind, before };

    void changing(Change change); // notes the way back; typing is one change as long as it goes on
    void put(std::string_view text);
    void cut(size_t from, size_t to, CutSide side);
    size_t line_start_of(size_t at) const;
    size_t line_end_of(size_t at) const;
    size_t word_start_before(size_t at) const;
    size_t word_end_after(size_t at) const;
    size_t before(size_t at) const;
    size_t after(size_t at) const;

    std::string m_text;
    size_t m_cursor = 0;
    PastedTexts m_pasted;
    std::deque<std::string> m_cut; // the newest first
    size_t m_put_back = 0;         // which of them was put back
    size_t m_put_length = 0;
    std::deque<Snapshot> m_before;
    size_t m_before_bytes = 0;
    Change m_last = Change::none;
};

} // namespace thoth
