#include "ui/tui/wrap.h"

#include "text/clusters.h"

#include <algorithm>
#include <iterator>

namespace thoth {

namespace {
// Grows a line piece by piece; neighbours of one role are one span.
void add(StyledLine& line, std::string_view text, Role role) {
    if (text.empty()) return;
    if (!line.spans.empty() && line.spans.back().role == role)
        line.spans.back().text += text;
    else
        line.spans.push_back({std::string(text), role});
}

bool is_graphic(char c) {
    return c > ' ' && c < 0x7f;
}

// How many characters of ASCII that are drawn stand here; the last before something else may be part of a cluster
// and is left out.
size_t graphic_run(std::string_view text, size_t at) {
    size_t end = at;
    while (end < text.size() && is_graphic(text[end]))
        ++end;
    const bool may_join = end < text.size() && text[end] != ' ';
    return end - at - (may_join && end > at ? 1 : 0);
}

StyledLine first_columns(const StyledLine& line, int width) {
    StyledLine out;
    for (const Span& span : line.spans) {
        for (size_t at = 0; at < span.text.size();) {
            const size_t end = next_cluster(span.text, at);
            const std::string_view cluster = std::string_view(span.text).substr(at, end - at);
            width -= cluster_width(cluster);
            if (width < 0) return out;
            add(out, cluster, span.role);
            at = end;
        }
    }
    return out;
}

// Fills rows cluster by cluster. A word is held back until its end is known, so that it goes to the next row whole.
class Wrapper {
public:
    Wrapper(int width, Break where, const Lead& lead) : m_where(where) {
        // At least two columns are left for the text, so that every character has room.
        const int most = std::max(width, k_narrowest) - 2;
        m_lead = {first_columns(lead.first, most), first_columns(lead.others, most)};
        m_width = std::max(width, k_narrowest);
        m_others_width = width_of(m_lead.others);
        begin_row(m_lead.first);
    }

    void take(std::string_view cluster, Role role) {
        const int columns = cluster_width(cluster);
        if (m_where == Break::anywhere) {
            if (m_column + columns > m_width) next_row();
            put(cluster, role, columns);
        } else if (cluster == " ") {
            flush_word();
            add(m_gap, cluster, role);
            ++m_gap_columns;
        } else {
            // What does not fit even into a row of its own is broken where the row ends.
            if (room_of_others() - m_word_columns < columns) break_word();
            add(m_word, cluster, role);
            m_word_columns += columns;
            // Characters of two columns are words by themselves: such scripts have no blanks.
            if (columns == 2) flush_word();
        }
    }

    // Many characters of one column, none of them a blank: what take() does for each, at once.
    void take_run(std::string_view run, Role role) {
        if (m_where == Break::anywhere) {
            while (!run.empty()) {
                if (m_column >= m_width) next_row();
                const auto room = static_cast<size_t>(m_width - m_column);
                const std::string_view part = run.substr(0, room);
                put(part, role, static_cast<int>(part.size()));
                run.remove_prefix(part.size());
            }
        } else if (run.size() <= static_cast<size_t>(room_of_others() - m_word_columns)) {
            add(m_word, run, role);
            m_word_columns += static_cast<int>(run.size());
        } else {
            for (size_t n = 0; n < run.size(); ++n)
                take(run.substr(n, 1), role);
        }
    }

    StyledLines finish() {
        flush_word();
        // Blanks that stand alone are a line, too.
        if (m_column + m_gap_columns <= m_width && m_is_row_empty) place_gap();
        m_rows.push_back(std::move(m_row));
        return std::move(m_rows);
    }

private:
    int room_of_others() const { return m_width - m_others_width; }

    void begin_row(const StyledLine& lead) {
        m_row = lead;
        m_column = width_of(lead);
        m_is_row_empty = true;
    }
    void next_row() {
        m_rows.push_back(std::move(m_row));
        begin_row(m_lead.others);
    }
    void put(std::string_view text, Role role, int columns) {
        add(m_row, text, role);
        m_column += columns;
        m_is_row_empty = false;
    }
    void place_gap() {
        for (const Span& span : m_gap.spans)
            put(span.text, span.role, static_cast<int>(span.text.size()));
        drop_gap();
    }
    void drop_gap() {
        m_gap.spans.clear();
        m_gap_columns = 0;
    }
    void flush_word() {
        if (m_word.spans.empty()) return;
        const bool fits = m_column + m_gap_columns + m_word_columns <= m_width;
        if (fits) {
            place_gap();
        } else {
            drop_gap();
            if (!m_is_row_empty || m_column + m_word_columns > m_width) next_row();
        }
        for (const Span& span : m_word.spans)
            add(m_row, span.text, span.role);
        m_column += m_word_columns;
        m_is_row_empty = false;
        m_word.spans.clear();
        m_word_columns = 0;
    }
    // The word is as wide as a row: it begins a row if it does not, and the rest of it the next one.
    void break_word() {
        flush_word();
        next_row();
    }

    Break m_where;
    Lead m_lead;
    int m_width = 0;
    int m_others_width = 0;
    StyledLines m_rows;
    StyledLine m_row;
    int m_column = 0;
    bool m_is_row_empty = true; // but for its lead
    StyledLine m_gap;           // blanks before the word
    int m_gap_columns = 0;
    StyledLine m_word;
    int m_word_columns = 0;
};
} // namespace

Lead lead(std::string_view first, Role role) {
    if (first.empty()) return {};
    return {{{{std::string(first), role}}},
            {{{std::string(static_cast<size_t>(text_width(first)), ' '), Role::plain}}}};
}

StyledLines wrapped(const StyledLine& line, int width, Break where, const Lead& lead) {
    Wrapper wrapper(width, where, lead);
    for (const Span& span : line.spans) {
        const std::string_view text = span.text;
        for (size_t at = 0; at < text.size();) {
            const size_t run = graphic_run(text, at);
            const size_t end = run > 0 ? at + run : next_cluster(text, at);
            if (run > 0)
                wrapper.take_run(text.substr(at, run), span.role);
            else
                wrapper.take(text.substr(at, end - at), span.role);
            at = end;
        }
    }
    return wrapper.finish();
}

StyledLines wrapped_text(std::string_view text, Role role, int width, const Lead& lead, Break where) {
    StyledLines out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        StyledLine line;
        add(line, text.substr(0, end), role);
        append(out, wrapped(line, width, where, out.empty() ? lead : Lead{lead.others, lead.others}));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

int width_of(const StyledLine& line) {
    int width = 0;
    for (const Span& span : line.spans)
        width += text_width(span.text);
    return width;
}

StyledLine cut_to(const StyledLine& line, int width) {
    if (width_of(line) <= width) return line;
    StyledLine out = first_columns(line, width - 1);
    if (width > 0) add(out, "…", out.spans.empty() ? Role::plain : out.spans.back().role);
    return out;
}

void append(StyledLines& lines, StyledLines more) {
    lines.insert(lines.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void append(StyledLine& line, const StyledLine& more) {
    for (const Span& span : more.spans)
        add(line, span.text, span.role);
}

} // namespace thoth
