#pragma once
#include "search/grep.h"
#include "search/line_finder.h"
#include "search/match_report.h"
#include "search/text_reader.h"

#include <memory>
#include <new>
#include <stop_token>

namespace thoth {

// Searches one file after another for the lines of a query. One thread.
class FileSearch {
public:
    // `hand_over` takes a part of the output of a file with many matches; false: no more is wanted.
    FileSearch(const GrepQuery& query, LineFinder finder, const std::stop_token& stop);

    struct Origin {
        bool named = false;     // by the user: searched whatever it holds
        bool may_pause = false; // see TextReader
    };
    enum class Outcome { searched, binary, too_large, unreadable, ended };
    // `ended`: `out` has an error, or nobody wants more.
    Outcome search(Descriptor file, const Path& path, Origin origin, std::unique_ptr<MatchLines>& out,
                   const WalkVisitor::HandOver& hand_over);

private:
    Result<Outcome> search_text(TextReader& reader, Origin origin);
    Result<void> fill(TextReader& reader);
    Result<bool> search_lines(bool is_last);
    Result<void> pass_long_line(TextReader& reader);
    Result<std::optional<LineFinder::Line>> next_line();
    MatchLines& out();
    void report(const LineFinder::Line& line);
    void report_long(const ShownMatch& shown);
    void begin_match(size_t begin);
    void end_match(size_t begin);
    void show_before(size_t begin);
    void show_behind(size_t end);
    void keep_context();
    void drop(size_t size);
    uint64_t number_at(size_t offset);
    std::string_view text() const { return {m_buffer.get(), m_held}; }
    std::string_view line_at(size_t begin, size_t& next) const;
    bool is_enough() const {
        return *m_out && ((*m_out)->matches > m_query.max_matches || (*m_out)->given_up.lines >= k_most_given_up);
    }

    const GrepQuery& m_query;
    LineFinder m_finder;
    const std::stop_token& m_stop;
    MatchReport m_report;
    // The kernel copies some three times as fast to the beginning of a page as to just behind one.
    struct FreePages {
        void operator()(char* pages) const { ::operator delete[](pages, std::align_val_t(k_page)); }
    };
    static constexpr size_t k_page = 4096;
    std::unique_ptr<char[], FreePages> m_buffer;
    size_t m_capacity = 0;
    void reserve(size_t size);

    std::unique_ptr<MatchLines>* m_out = nullptr;
    const WalkVisitor::HandOver* m_hand_over = nullptr;
    // Of the file that is being searched; offsets in the buffer.
    size_t m_held = 0;           // bytes
    size_t m_start = 0;          // what is before it was searched
    bool m_ended = false;        // all of it is held
    bool m_done = false;         // the rest does not matter
    uint64_t m_total = 0;        // bytes read
    size_t m_counted = 0;        // the beginning of a line,
    uint64_t m_number = 1;       // and its number
    size_t m_shown = 0;          // the end of what was shown last,
    uint64_t m_shown_number = 1; // and the number of the line there
    bool m_any_shown = false;
    size_t m_behind_left = 0; // lines behind the last match still to show
};

} // namespace thoth
