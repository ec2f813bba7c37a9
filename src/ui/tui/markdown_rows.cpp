#include "ui/tui/markdown_rows.h"

#include "ui/tui/markdown_entity.h"
#include "ui/tui/markdown_table.h"
#include "ui/tui/wrap.h"

#include <algorithm>
#include <fmt/format.h>
#include <md4c.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thoth {

namespace {
constexpr size_t k_most_levels = 16; // that are indented
constexpr int k_most_parts = 50'000;
constexpr int k_longest_rule = 40;
constexpr unsigned k_flags =
    MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | MD_FLAG_NOHTML | MD_FLAG_COLLAPSEWHITESPACE;

std::string_view view_of(const MD_ATTRIBUTE& attribute) {
    return attribute.text == nullptr ? std::string_view() : std::string_view(attribute.text, attribute.size);
}

// What a block stands in: a quote with its bar, or an item with its mark before its first row.
struct Level {
    bool is_quote = false;
    std::string mark{};
    bool is_mark_drawn = false; // or the bar: the level has a row already
};

struct List {
    bool is_ordered = false;
    int next = 1;
};

// Takes what md4c finds and builds rows. md4c is C: nothing may be thrown through it, so the callbacks only note
// things in containers, and stop where there is too much.
class RowBuilder {
public:
    RowBuilder(int width, const MarkdownContext& context)
        : m_width(width), m_separate(context.last == MarkdownContext::Last::other), m_context(context) {}

    bool may_go_on() { return ++m_parts <= k_most_parts; }

    void enter(MD_BLOCKTYPE type, void* detail) {
        flush_text();
        switch (type) {
        case MD_BLOCK_QUOTE:
            m_levels.push_back({true, {}, false});
            break;
        case MD_BLOCK_UL:
            m_lists.push_back({});
            break;
        case MD_BLOCK_OL:
            begin_numbers(*static_cast<MD_BLOCK_OL_DETAIL*>(detail));
            break;
        case MD_BLOCK_LI:
            begin_item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
            break;
        case MD_BLOCK_H:
            m_base = Role::heading;
            break;
        case MD_BLOCK_CODE: {
            const auto& code = *static_cast<MD_BLOCK_CODE_DETAIL*>(detail);
            m_code.emplace();
            m_language = view_of(code.lang);
            m_is_fenced = code.fence_char != 0;
            break;
        }
        case MD_BLOCK_TABLE:
            m_table.emplace();
            m_table->columns.resize(static_cast<MD_BLOCK_TABLE_DETAIL*>(detail)->col_count);
            break;
        case MD_BLOCK_TR:
            if (m_table) m_table->rows.emplace_back();
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            begin_cell(type == MD_BLOCK_TH, static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
            break;
        default:
            break;
        }
    }

    void leave(MD_BLOCKTYPE type) {
        switch (type) {
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            end_cell();
            return;
        case MD_BLOCK_TABLE:
            end_table();
            return;
        case MD_BLOCK_CODE:
            end_code();
            return;
        case MD_BLOCK_HR:
            emit({{{repeated("─", std::min(m_width, k_longest_rule)), Role::dim}}});
            ended(MarkdownContext::Last::other);
            return;
        default:
            break;
        }
        flush_text();
        switch (type) {
        case MD_BLOCK_H:
            m_base = Role::plain;
            ended(MarkdownContext::Last::heading);
            break;
        case MD_BLOCK_QUOTE:
            m_levels.pop_back();
            ended(MarkdownContext::Last::other);
            break;
        case MD_BLOCK_LI:
            // An empty item is a row, too.
            if (!m_levels.back().is_mark_drawn) emit({});
            m_levels.pop_back();
            break;
        case MD_BLOCK_UL:
        case MD_BLOCK_OL:
            end_list();
            break;
        default:
            break;
        }
    }

    void enter_span(MD_SPANTYPE type, void* detail) {
        m_spans.push_back(role_of(type));
        if (type == MD_SPAN_A) m_target = view_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
        if (type == MD_SPAN_IMG) m_target = view_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
        if (type == MD_SPAN_A || type == MD_SPAN_IMG) m_link_text.clear();
    }

    void leave_span(MD_SPANTYPE type) {
        if (!m_spans.empty()) m_spans.pop_back();
        if (type != MD_SPAN_A && type != MD_SPAN_IMG) return;
        // Where a link leads is seen, whatever it says.
        if (!m_target.empty() && !m_target.ends_with(m_link_text))
            add(" (" + m_target + ")", Role::dim);
        else if (m_link_text.empty())
            add(m_target, Role::link);
        m_target.clear();
    }

    void text(MD_TEXTTYPE type, std::string_view text) {
        switch (type) {
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR: // a line of the model stays a line
            if (m_in_cell)
                add(" ", role());
            else
                m_text.emplace_back();
            return;
        case MD_TEXT_NULLCHAR:
            return add("\uFFFD", role());
        case MD_TEXT_ENTITY:
            return add(entity_text(text), role());
        case MD_TEXT_CODE:
            if (m_code) {
                *m_code += text;
                return;
            }
            return add(in_one_line(text), role());
        default:
            return add(in_one_line(text), role());
        }
    }

    StyledLines finish(MarkdownContext& context) {
        flush_text();
        context = m_context;
        return std::move(m_rows);
    }

private:
    static std::string repeated(std::string_view text, int times) {
        std::string out;
        for (int n = 0; n < times; ++n)
            out += text;
        return out;
    }
    static std::string in_one_line(std::string_view text) {
        std::string out(text);
        std::ranges::replace(out, '\n', ' ');
        return out;
    }
    static Role role_of(MD_SPANTYPE type) {
        switch (type) {
        case MD_SPAN_STRONG:
            return Role::strong;
        case MD_SPAN_EM:
            return Role::emphasis;
        case MD_SPAN_CODE:
            return Role::code;
        case MD_SPAN_A:
        case MD_SPAN_IMG:
            return Role::link;
        case MD_SPAN_DEL:
            return Role::dim;
        default:
            return Role::plain;
        }
    }
    Role role() const { return m_spans.empty() ? m_base : m_spans.back(); }

    void add(std::string_view text, Role role) {
        if (text.empty()) return;
        if (m_text.empty()) m_text.emplace_back();
        append(m_text.back(), {{{std::string(text), role}}});
        if (std::ranges::find(m_spans, Role::link) != m_spans.end()) m_link_text += text;
    }

    void begin_numbers(const MD_BLOCK_OL_DETAIL& detail) {
        const bool goes_on = m_rows.empty() && m_lists.empty() && m_context.last == MarkdownContext::Last::item &&
                             m_context.next_number > 0;
        m_lists.push_back({true, goes_on ? m_context.next_number : static_cast<int>(detail.start)});
    }

    void begin_item(const MD_BLOCK_LI_DETAIL& detail) {
        if (m_lists.empty()) return m_levels.push_back({});
        List& list = m_lists.back();
        // Between a paragraph and the first item of a list is a blank row, between items none.
        if (m_lists.size() > 1 || m_is_in_list) m_separate = false;
        m_is_in_list = true;
        std::string mark = list.is_ordered ? fmt::format("{}. ", list.next++) : std::string("• ");
        if (detail.is_task) mark += detail.task_mark == ' ' ? "[ ] " : "[x] ";
        m_levels.push_back({false, std::move(mark), false});
    }

    void end_list() {
        const List list = m_lists.back();
        m_lists.pop_back();
        if (m_lists.empty()) m_is_in_list = false;
        ended(MarkdownContext::Last::item);
        m_context.next_number = list.is_ordered ? list.next : 0;
    }

    void begin_cell(bool is_header, MD_ALIGN align) {
        using Align = MarkdownTable::Align;
        m_in_cell = true;
        m_base = is_header ? Role::strong : Role::plain;
        if (!m_table || m_table->rows.empty()) return;
        const size_t column = m_table->rows.back().size();
        if (column < m_table->columns.size())
            m_table->columns[column] = align == MD_ALIGN_RIGHT    ? Align::right
                                       : align == MD_ALIGN_CENTER ? Align::center
                                                                  : Align::left;
    }

    void end_cell() {
        if (m_table && !m_table->rows.empty())
            m_table->rows.back().push_back(m_text.empty() ? StyledLine{} : std::move(m_text.front()));
        m_text.clear();
        m_in_cell = false;
        m_base = Role::plain;
    }

    void end_table() {
        for (const StyledLine& row : table_rows(*m_table, m_width - lead_width()))
            emit(row, Break::anywhere);
        m_table.reset();
        ended(MarkdownContext::Last::other);
    }

    void end_code() {
        const int room = m_width - lead_width();
        if (m_is_fenced) emit(code_begin(m_language, room));
        std::string_view rest = *m_code;
        while (!rest.empty()) {
            const size_t end = std::min(rest.find('\n'), rest.size());
            const char* indent = m_is_fenced || end == 0 ? "" : "  ";
            emit({{{indent + std::string(rest.substr(0, end)), Role::plain}}}, Break::anywhere);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        if (m_is_fenced) emit(code_end());
        m_code.reset();
        ended(MarkdownContext::Last::other);
    }

    // The lines of a paragraph, a heading, or the text of an item.
    void flush_text() {
        if (m_text.empty()) return;
        for (const StyledLine& line : std::exchange(m_text, {}))
            emit(line);
        ended(MarkdownContext::Last::other);
    }

    void ended(MarkdownContext::Last last) {
        m_context.last = last;
        m_separate = last != MarkdownContext::Last::heading;
    }

    Lead lead_now() {
        Lead out;
        for (size_t n = 0; n < std::min(m_levels.size(), k_most_levels); ++n) {
            Level& level = m_levels[n];
            const StyledLine others = level.is_quote ? StyledLine{{{"│ ", Role::quote}}} : lead(level.mark).others;
            append(out.first,
                   level.is_quote || level.is_mark_drawn ? others : StyledLine{{{level.mark, Role::accent}}});
            append(out.others, others);
        }
        for (Level& level : m_levels)
            level.is_mark_drawn = true;
        return out;
    }

    int lead_width() const {
        int width = 0;
        for (size_t n = 0; n < std::min(m_levels.size(), k_most_levels); ++n)
            width += m_levels[n].is_quote ? 2 : width_of({{{m_levels[n].mark, Role::plain}}});
        return width;
    }

    void emit(const StyledLine& line, Break where = Break::at_spaces) {
        if (m_separate) blank_row();
        append(m_rows, wrapped(line, m_width, where, lead_now()));
    }

    // Inside a quote its bar goes on.
    void blank_row() {
        m_separate = false;
        StyledLine row;
        for (size_t n = 0; n < std::min(m_levels.size(), k_most_levels); ++n) {
            if (!m_levels[n].is_quote || !m_levels[n].is_mark_drawn) break;
            append(row, {{{"│ ", Role::quote}}});
        }
        m_rows.push_back(cut_to(row, m_width));
    }

    int m_width;
    bool m_separate; // a blank row belongs before what comes next
    MarkdownContext m_context;
    int m_parts = 0;
    StyledLines m_rows;
    std::vector<Level> m_levels;
    std::vector<List> m_lists;
    bool m_is_in_list = false; // an item of the outermost list has begun
    StyledLines m_text;        // lines of the open paragraph
    Role m_base = Role::plain;
    std::vector<Role> m_spans;
    std::string m_target; // of the link
    std::string m_link_text;
    std::optional<std::string> m_code;
    std::string m_language;
    bool m_is_fenced = true;
    std::optional<MarkdownTable> m_table;
    bool m_in_cell = false;
};

RowBuilder& builder_of(void* user) {
    return *static_cast<RowBuilder*>(user);
}

MD_PARSER parser() {
    MD_PARSER out{};
    out.flags = k_flags;
    out.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
        builder_of(user).enter(type, detail);
        return builder_of(user).may_go_on() ? 0 : -1;
    };
    out.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
        builder_of(user).leave(type);
        return 0;
    };
    out.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
        builder_of(user).enter_span(type, detail);
        return builder_of(user).may_go_on() ? 0 : -1;
    };
    out.leave_span = [](MD_SPANTYPE type, void*, void* user) {
        builder_of(user).leave_span(type);
        return 0;
    };
    out.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
        builder_of(user).text(type, {text, size});
        return builder_of(user).may_go_on() ? 0 : -1;
    };
    return out;
}
} // namespace

StyledLines markdown_rows(std::string_view text, int width, MarkdownContext& context) {
    RowBuilder builder(width, context);
    const MD_PARSER callbacks = parser();
    if (md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &callbacks, &builder) == 0)
        return builder.finish(context);
    context.last = MarkdownContext::Last::other;
    return wrapped_text(text, Role::plain, width);
}

StyledLine code_begin(std::string_view language, int width) {
    StyledLine line{{{"───", Role::dim}}};
    if (!language.empty()) append(line, {{{" " + std::string(language), Role::dim}}});
    return cut_to(line, std::clamp(width, k_narrowest, k_longest_rule));
}

StyledLine code_end() {
    return {{{"───", Role::dim}}};
}

} // namespace thoth
