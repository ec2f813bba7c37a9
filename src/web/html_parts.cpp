#include "web/html_parts.h"

#include "web/html_tree.h"

#include <algorithm>
#include <array>
#include <string>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr size_t k_longest_title = 300; // bytes

bool is_unseen_tag(GumboTag tag) {
    switch (tag) {
    case GUMBO_TAG_SCRIPT:
    case GUMBO_TAG_STYLE:
    case GUMBO_TAG_NOSCRIPT:
    case GUMBO_TAG_HEAD:
    case GUMBO_TAG_TITLE: // of a drawing
    case GUMBO_TAG_SVG:
    case GUMBO_TAG_TEMPLATE:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_OBJECT:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_CANVAS:
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_VIDEO:
    case GUMBO_TAG_MAP:
    case GUMBO_TAG_SELECT:
    case GUMBO_TAG_DATALIST:
    case GUMBO_TAG_BUTTON:
    case GUMBO_TAG_TEXTAREA:
    case GUMBO_TAG_RP:
        return true;
    default:
        return false;
    }
}

// "display : NONE" as "display:none".
std::string plain_style(std::string_view style) {
    std::string out;
    for (const char c : style.substr(0, 4096)) {
        if (c == ' ' || c == '\n' || c == '\t') continue;
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out + ";";
}

bool hides(std::string_view style) {
    constexpr std::array k_hiding{"display:none"sv, "visibility:hidden"sv, "opacity:0;"sv,     "opacity:0.0;"sv,
                                  "font-size:0;"sv, "font-size:0px;"sv,    "font-size:0pt;"sv, "opacity:0!"sv};
    const std::string plain = plain_style(style);
    return std::ranges::any_of(k_hiding, [&](auto words) { return plain.find(words) != std::string::npos; });
}

// What is hidden from whoever listens to a page is mostly an ornament; a part of it may be hidden only for as
// long as a question stands in front of it.
bool is_ornament(const GumboNode& node) {
    const GumboTag tag = tag_of(node);
    const bool is_small = tag == GUMBO_TAG_SPAN || tag == GUMBO_TAG_A || tag == GUMBO_TAG_I || tag == GUMBO_TAG_B;
    return is_small && attribute(node, "aria-hidden") == "true"sv;
}

// The parser is older than the element.
bool is_dialog(const GumboNode& node) {
    if (!is_element(node) || tag_of(node) != GUMBO_TAG_UNKNOWN) return false;
    const GumboStringPiece& tag = node.v.element.original_tag;
    return std::string_view(tag.data, tag.length).starts_with("<dialog");
}

bool is_within(const GumboNode& node, std::initializer_list<GumboTag> tags) {
    constexpr int k_most_steps = 64; // a page of one deep chain must not take its square
    int steps = 0;
    for (const GumboNode* up = node.parent; up && ++steps < k_most_steps; up = up->parent)
        if (std::ranges::find(tags, tag_of(*up)) != tags.end()) return true;
    return false;
}
} // namespace

bool is_unseen(const GumboNode& node) {
    if (!is_element(node)) return !text_in(node);
    if (is_unseen_tag(tag_of(node))) return true;
    if (is_dialog(node) && !attribute(node, "open")) return true;
    if (const auto hidden = attribute(node, "hidden"); hidden && *hidden != "until-found") return true;
    if (const auto style = attribute(node, "style"); style && hides(*style)) return true;
    return is_ornament(node);
}

bool is_surrounding(const GumboNode& node) {
    constexpr std::array k_roles{"navigation"sv, "banner"sv, "contentinfo"sv, "complementary"sv, "search"sv};
    if (const auto role = attribute(node, "role"))
        if (std::ranges::find(k_roles, *role) != k_roles.end()) return true;
    switch (tag_of(node)) {
    case GUMBO_TAG_NAV:
    case GUMBO_TAG_ASIDE:
        return true;
    case GUMBO_TAG_HEADER:
    case GUMBO_TAG_FOOTER: // of the page; an article has its own
        return !is_within(node, {GUMBO_TAG_ARTICLE, GUMBO_TAG_MAIN, GUMBO_TAG_SECTION});
    default:
        return false;
    }
}

const GumboNode* main_part(const GumboNode& root) {
    const GumboNode* body = nullptr;
    const GumboNode* main = nullptr;
    const GumboNode* article = nullptr;
    int articles = 0;
    walk(root, [&](const GumboNode& node) {
        if (main || is_unseen(node) || !is_element(node)) return false;
        const GumboTag tag = tag_of(node);
        if (tag == GUMBO_TAG_BODY && !body) body = &node;
        if (tag == GUMBO_TAG_MAIN || attribute(node, "role") == "main"sv) main = &node;
        if (tag == GUMBO_TAG_ARTICLE && ++articles == 1) article = &node;
        return true;
    });
    if (main) return main;
    return articles == 1 ? article : body;
}

bool is_data_table(const GumboNode& table) {
    if (const auto role = attribute(table, "role"); role == "presentation"sv || role == "none"sv) return false;
    bool is_plain = true;
    int cells = 0;
    int rows = 0;
    walk(table, [&](const GumboNode& node) {
        if (!is_plain || !is_element(node) || is_unseen(node)) return false;
        switch (tag_of(node)) {
        case GUMBO_TAG_TABLE:
            is_plain = &node == &table;
            break;
        case GUMBO_TAG_PRE:
        case GUMBO_TAG_ARTICLE:
        case GUMBO_TAG_FORM:
        case GUMBO_TAG_H1:
        case GUMBO_TAG_H2:
            is_plain = false;
            break;
        case GUMBO_TAG_TR:
            ++rows;
            break;
        case GUMBO_TAG_TD:
        case GUMBO_TAG_TH:
            ++cells;
            break;
        default:
            break;
        }
        return is_plain;
    });
    return is_plain && cells > rows;
}

PageHead head_of(const GumboNode& root) {
    PageHead head;
    walk(root, [&](const GumboNode& node) {
        switch (tag_of(node)) {
        case GUMBO_TAG_TITLE:
            if (head.title.empty()) head.title = line_of_text(node, k_longest_title);
            return false;
        case GUMBO_TAG_BASE:
            if (head.base.empty()) head.base = attribute(node, "href").value_or("");
            return false;
        case GUMBO_TAG_META: {
            const bool describes =
                attribute(node, "name") == "description"sv || attribute(node, "property") == "og:description"sv;
            if (describes && head.description.empty()) head.description = attribute(node, "content").value_or("");
            return false;
        }
        case GUMBO_TAG_SCRIPT:
            head.has_scripts = true;
            return false;
        default:
            return is_element(node);
        }
    });
    return head;
}

} // namespace thoth
