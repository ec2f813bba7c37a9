#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Writes running text in the manner of Markdown: blanks joined, paragraphs apart, lists and quotations with what
// stands in front of their lines. What opens (a list mark, the bracket of a link) is written with the first text
// behind it, so that empty ones leave nothing. Stops writing at `limit` bytes.
class PageWriter {
public:
    explicit PageWriter(size_t limit) : m_limit(limit) {}

    void text(std::string_view words);     // blanks and line breaks are one blank
    void verbatim(std::string_view lines); // as it stands, with line breaks
    void line_break() { break_at_least(1); }
    void paragraph() { break_at_least(2); }
    // In front of each line until end_prefix().
    void begin_prefix(std::string_view prefix) { m_prefixes.emplace_back(prefix); }
    void end_prefix();
    // In front of the next line only, and so many blanks in front of those behind it until end_item().
    void begin_item(std::string mark);
    void end_item();
    // A mark that has an end; neither is written unless something is written between. Of a page that opens more of
    // them than it has text for, those beyond k_most_marks are left out.
    struct Opened {
        size_t written = 0;
        std::string marks{}; // that were waiting before
        bool is_left_out = false;
    };
    Opened open(std::string_view start);
    Opened open_line(std::string_view start); // in front of the others that wait
    void close(const Opened& opened, std::string_view end);
    // Between these two everything stands in one line, and | is escaped.
    void begin_cell() { ++m_in_cell; }
    void end_cell() { --m_in_cell; }

    bool is_full() const { return m_out.size() >= m_limit; }
    size_t size() const { return m_out.size(); }
    std::string take(); // what was written, without blank lines at its ends

private:
    void break_at_least(size_t lines);
    void begin_text();
    void break_lines();
    std::string line_start() const;
    bool has_room_for(std::string_view mark) const { return m_marks.size() + mark.size() <= k_most_marks; }

    static constexpr size_t k_most_marks = 200; // bytes
    size_t m_limit;
    std::string m_out;
    size_t m_breaks = 0;  // line ends to write before the next text
    bool m_blank = false; // a blank to write before it
    int m_in_cell = 0;
    std::vector<std::string> m_prefixes;
    std::string m_item;  // the mark of an item that has no text yet; stands in place of the last prefix
    std::string m_marks; // to be written in front of the next text
};

} // namespace thoth
