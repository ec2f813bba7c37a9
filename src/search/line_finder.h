#pragma once
#include "search/line_pieces.h"
#include "search/literal_search.h"
#include "search/regex.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace thoth {

// Finds the lines of a text that an expression matches, each judged as if it stood alone. It does not
// look at every line: where the expression has literals it goes from one of them to the next, and
// otherwise has PCRE2 look at many lines at once; both only say where to look closer. One thread.
class LineFinder {
public:
    explicit LineFinder(Regex regex);
    LineFinder copy() const; // for another thread

    struct Line {
        size_t begin = 0;
        size_t end = 0; // without the line ending
        Regex::Hit hit; // the first in the line
    };
    // The text to look at: whole lines, the last one perhaps without its ending.
    void begin(std::string_view text);
    // The next line, from the beginning of one on. Errors as Regex::find(), of the line at place(). In a line above
    // 64 KiB the expression sees 16 KiB to either side of where a match begins.
    Result<std::optional<Line>> next(size_t from, const std::stop_token& stop);

    // In a part of a line that is too long for a text.
    Result<std::optional<Regex::Hit>> find_in(const LinePiece& piece, const std::stop_token& stop) const;
    size_t place() const { return m_place; } // of the line that next() looked at last

private:
    enum class Way { by_literals, by_scan, by_lines };
    LineFinder(Regex regex, std::shared_ptr<const LiteralSearch> literals);
    Way way_for(std::string_view text);
    Result<size_t> next_place(size_t from, const std::stop_token& stop);
    bool may_match(std::string_view line) const;
    Result<std::optional<Regex::Hit>> look_at(std::string_view line, const std::stop_token& stop) const;

    Regex m_regex;
    std::shared_ptr<const LiteralSearch> m_literals; // null: none
    std::string_view m_text;
    Way m_way = Way::by_lines;
    bool m_ascii = false;
    size_t m_place = 0;
    size_t m_end = 0; // places of the text
};

} // namespace thoth
