#include "web/html_text.h"

#include "web/html_parts.h"
#include "web/html_tree.h"
#include "web/page_writer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_longest_shown_url = 2000; // bytes
constexpr size_t k_longest_alt = 500;
constexpr size_t k_little_text = 200; // bytes
constexpr int k_most_columns = 60;

int heading_level(GumboTag tag) {
    return tag >= GUMBO_TAG_H1 && tag <= GUMBO_TAG_H6 ? static_cast<int>(tag) - static_cast<int>(GUMBO_TAG_H1) + 1
                                                      : 0;
}

bool is_paragraph(GumboTag tag) {
    switch (tag) {
    case GUMBO_TAG_P:
    case GUMBO_TAG_SECTION:
    case GUMBO_TAG_ARTICLE:
    case GUMBO_TAG_MAIN:
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_ASIDE:
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER:
    case GUMBO_TAG_FIGURE:
    case GUMBO_TAG_TABLE:
    case GUMBO_TAG_DL:
    case GUMBO_TAG_FORM:
    case GUMBO_TAG_DETAILS:
    case GUMBO_TAG_FIELDSET:
    case GUMBO_TAG_ADDRESS:
    case GUMBO_TAG_BLOCKQUOTE:
        return true;
    default:
        return heading_level(tag) > 0;
    }
}

bool is_line(GumboTag tag) {
    switch (tag) {
    case GUMBO_TAG_DIV:
    case GUMBO_TAG_TR:
    case GUMBO_TAG_DT:
    case GUMBO_TAG_CAPTION:
    case GUMBO_TAG_FIGCAPTION:
    case GUMBO_TAG_SUMMARY:
    case GUMBO_TAG_LEGEND:
    case GUMBO_TAG_BODY:
    case GUMBO_TAG_CENTER:
    case GUMBO_TAG_OPTGROUP:
    case GUMBO_TAG_HGROUP:
        return true;
    default:
        return false;
    }
}

bool is_verbatim(GumboTag tag) {
    return tag == GUMBO_TAG_PRE || tag == GUMBO_TAG_LISTING || tag == GUMBO_TAG_XMP || tag == GUMBO_TAG_PLAINTEXT;
}

bool is_list(GumboTag tag) {
    return tag == GUMBO_TAG_UL || tag == GUMBO_TAG_OL || tag == GUMBO_TAG_MENU || tag == GUMBO_TAG_DIR;
}

// "language-cpp" or "lang-cpp" among the classes of the block or of what stands in it.
std::string language_of(const GumboNode& block) {
    constexpr std::array k_starts{"language-"sv, "lang-"sv, "highlight-source-"sv};
    std::string language;
    int looked_at = 0;
    walk(block, [&](const GumboNode& node) {
        if (!language.empty() || ++looked_at > 4 || !is_element(node)) return false;
        const std::string_view classes = attribute(node, "class").value_or("");
        for (const std::string_view start : k_starts) {
            const size_t at = classes.find(start);
            if (at == std::string_view::npos) continue;
            const std::string_view name = classes.substr(at + start.size());
            language = name.substr(
                0, std::min<size_t>(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+#"), 20));
            break;
        }
        return true;
    });
    return language;
}

size_t longest_run(std::string_view text, char of) {
    size_t longest = 0;
    size_t run = 0;
    for (const char c : text) {
        run = c == of ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

// Puts parts of a page into a writer.
class Reader {
public:
    Reader(const WebUrl& base, PageWriter& out) : m_base(base), m_out(out) {}

    // `from` without `other`; what surrounds the page goes into `left_out` instead, where there is one.
    void read(const GumboNode& from, const GumboNode* other, std::vector<const GumboNode*>* left_out);

private:
    struct Link {
        PageWriter::Opened opened;
        std::string url;
    };
    struct Table {
        bool is_data;
        int rows = 0;
        int cells = 0; // in this row
        int heads = 0;
    };

    bool enter(const GumboNode& node);
    void leave(const GumboNode& node);
    void block_of_code(const GumboNode& node);
    void image(const GumboNode& node);
    void begin_link(const GumboNode& node);
    void end_link();
    void begin_item();
    void begin_cell(GumboTag tag);
    void end_row();
    bool in_data_table() const { return !m_tables.empty() && m_tables.back().is_data; }

    const WebUrl& m_base;
    PageWriter& m_out;
    std::vector<Link> m_links;
    std::vector<PageWriter::Opened> m_codes;
    std::vector<PageWriter::Opened> m_headings;
    std::vector<std::optional<int>> m_lists; // the next number; nothing: not numbered
    std::vector<Table> m_tables;
};

void Reader::read(const GumboNode& from, const GumboNode* other, std::vector<const GumboNode*>* left_out) {
    m_out.paragraph();
    walk(
        from,
        [&](const GumboNode& node) {
            if (m_out.is_full() || &node == other || is_unseen(node)) return false;
            if (left_out && &node != &from && is_surrounding(node)) {
                left_out->push_back(&node);
                return false;
            }
            return enter(node);
        },
        [&](const GumboNode& node) { leave(node); });
}

// Whether to go below it; then leave() follows.
bool Reader::enter(const GumboNode& node) {
    if (const auto text = text_in(node)) {
        m_out.text(*text);
        return false;
    }
    const GumboTag tag = tag_of(node);
    if (is_verbatim(tag) && !in_data_table()) return block_of_code(node), false;
    if (is_paragraph(tag)) m_out.paragraph();
    if (is_line(tag)) m_out.line_break();
    if (const int level = heading_level(tag))
        m_headings.push_back(m_out.open_line(std::string(static_cast<size_t>(level), '#') + " "));
    if (is_list(tag)) {
        m_lists.empty() ? m_out.paragraph() : m_out.line_break();
        m_lists.push_back(tag == GUMBO_TAG_OL ? std::optional(1) : std::nullopt);
    }
    switch (tag) {
    case GUMBO_TAG_BR:
        m_out.line_break();
        return false;
    case GUMBO_TAG_HR:
        m_out.paragraph();
        m_out.text("---");
        m_out.paragraph();
        return false;
    case GUMBO_TAG_IMG:
        image(node);
        return false;
    case GUMBO_TAG_INPUT:
        if (attribute(node, "type") == "checkbox"sv) m_out.text(attribute(node, "checked") ? "[x] " : "[ ] ");
        return false;
    case GUMBO_TAG_A:
        begin_link(node);
        break;
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_SAMP:
        m_codes.push_back(m_out.open("`"));
        break;
    case GUMBO_TAG_BLOCKQUOTE:
        m_out.begin_prefix("> ");
        break;
    case GUMBO_TAG_LI:
        begin_item();
        break;
    case GUMBO_TAG_DD:
        m_out.begin_item(": ");
        break;
    case GUMBO_TAG_TABLE:
        m_tables.push_back({is_data_table(node)});
        break;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
        begin_cell(tag);
        break;
    default:
        break;
    }
    return true;
}

void Reader::leave(const GumboNode& node) {
    const GumboTag tag = tag_of(node);
    switch (tag) {
    case GUMBO_TAG_A:
        end_link();
        break;
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_SAMP:
        m_out.close(m_codes.back(), "`");
        m_codes.pop_back();
        break;
    case GUMBO_TAG_BLOCKQUOTE:
        m_out.end_prefix();
        break;
    case GUMBO_TAG_LI:
    case GUMBO_TAG_DD:
        m_out.end_item();
        break;
    case GUMBO_TAG_TD:
    case GUMBO_TAG_TH:
        if (in_data_table())
            m_out.end_cell();
        else
            m_out.line_break();
        break;
    case GUMBO_TAG_TR:
        end_row();
        break;
    case GUMBO_TAG_TABLE:
        m_tables.pop_back();
        break;
    default:
        break;
    }
    if (is_list(tag)) {
        m_lists.pop_back();
        m_lists.empty() ? m_out.paragraph() : m_out.line_break();
    }
    if (heading_level(tag) > 0) {
        m_out.close(m_headings.back(), "");
        m_headings.pop_back();
    }
    if (is_paragraph(tag)) m_out.paragraph();
    if (is_line(tag)) m_out.line_break();
}

void Reader::block_of_code(const GumboNode& node) {
    std::string code = raw_text(node, k_most_page_text);
    const size_t first = code.find_first_not_of("\r\n");
    if (first == std::string::npos) return;
    code = code.substr(first, code.find_last_not_of(" \r\n\t") + 1 - first);
    const std::string fence(std::max<size_t>(3, longest_run(code, '`') + 1), '`');
    m_out.paragraph();
    m_out.verbatim(fence + language_of(node));
    m_out.line_break();
    m_out.verbatim(code);
    m_out.line_break();
    m_out.verbatim(fence);
    m_out.paragraph();
}

void Reader::image(const GumboNode& node) {
    const std::string_view alt = attribute(node, "alt").value_or("");
    if (alt.find_first_not_of(" \n\t") == std::string_view::npos || alt.size() > k_longest_alt) return;
    m_out.text(fmt::format("[image: {}]", alt));
}

// A place on this page, a script or a mail address is no target to fetch.
void Reader::begin_link(const GumboNode& node) {
    Link link;
    const auto href = attribute(node, "href");
    if (href && !href->starts_with('#') && href->size() <= k_longest_shown_url)
        if (const auto url = resolve_url(m_base, *href)) link.url = url->text();
    if (link.url.size() > k_longest_shown_url) link.url.clear();
    if (!link.url.empty()) link.opened = m_out.open("[");
    m_links.push_back(std::move(link));
}

void Reader::end_link() {
    const Link link = std::move(m_links.back());
    m_links.pop_back();
    if (!link.url.empty()) m_out.close(link.opened, fmt::format("]({})", link.url));
}

void Reader::begin_item() {
    std::string mark = "- ";
    if (!m_lists.empty() && m_lists.back()) mark = fmt::format("{}. ", (*m_lists.back())++);
    m_out.begin_item(std::move(mark));
}

void Reader::begin_cell(GumboTag tag) {
    if (!in_data_table()) return m_out.line_break();
    Table& table = m_tables.back();
    ++table.cells;
    table.heads += tag == GUMBO_TAG_TH ? 1 : 0;
    m_out.text(" | ");
    m_out.begin_cell();
}

void Reader::end_row() {
    if (!in_data_table()) return;
    Table& table = m_tables.back();
    m_out.text(" |");
    m_out.line_break();
    const bool is_head = table.rows++ == 0 && table.cells > 0 && table.heads == table.cells;
    if (is_head) {
        std::string line = "|";
        for (int i = 0; i < std::min(table.cells, k_most_columns); ++i)
            line += " --- |";
        m_out.verbatim(line);
        m_out.line_break();
    }
    table.cells = 0;
    table.heads = 0;
}

// As an address; empty: it is no page of the web.
std::string link_to(std::string_view given, const WebUrl& base) {
    if (given.empty() || given.size() > k_longest_shown_url) return {};
    const auto url = resolve_url(base, given);
    return url && url->text().size() <= k_longest_shown_url ? url->text() : std::string();
}

WebUrl base_of(const WebUrl& url, const std::string& given) {
    if (given.empty() || given.size() > k_longest_shown_url) return url;
    return resolve_url(url, given).value_or(url);
}

void write_page(const GumboNode& root, const PageHead& head, const WebUrl& base, PageWriter& out) {
    const GumboNode* main = main_part(root);
    if (!main) return;
    Reader reader(base, out);
    std::vector<const GumboNode*> around;
    reader.read(*main, nullptr, &around);
    if (out.size() < k_little_text && !head.description.empty()) {
        out.paragraph();
        out.text(head.description);
    }
    if (const auto next = out.size() < k_little_text ? link_to(head.leads_to, base) : std::string();
        !next.empty()) {
        out.paragraph();
        out.text("The page leads on to " + next);
    }
    const bool is_body = tag_of(*main) == GUMBO_TAG_BODY;
    if (is_body && around.empty()) return;
    out.paragraph();
    const PageWriter::Opened opened = out.open("---\n\nAround it:\n\n");
    for (const GumboNode* part : around)
        reader.read(*part, nullptr, nullptr);
    if (!is_body) reader.read(root, main, nullptr);
    out.close(opened, "");
}
} // namespace

Result<PageText> text_of_html(std::string_view html, const WebUrl& url, const HtmlLimits& limits,
                              std::stop_token stop) {
    const HtmlTree tree = TRY(HtmlTree::parse(html, limits, std::move(stop)));
    const PageHead head = head_of(tree.root());
    PageWriter out(limits.text);
    write_page(tree.root(), head, base_of(url, head.base), out);
    PageText page{head.title, {}, out.is_full(), false};
    page.needs_scripts = out.size() < k_little_text && head.has_scripts;
    page.text = out.take();
    return page;
}

} // namespace thoth
