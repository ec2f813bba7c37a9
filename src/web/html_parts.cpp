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

// "display : NONE /* or not */" as "display:none".
std::string plain_style(std::string_view style) {
    std::string out;
    style = style.substr(0, 4096);
    for (size_t i = 0; i < style.size(); ++i) {
        const char c = style[i];
        if (style.substr(i).starts_with("/*")) {
            i = std::min(style.find("*/", i + 2), style.size() - 2) + 1;
            continue;
        }
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f') continue;
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

// "0", ".0", "0.00em", "0%"
bool is_zero(std::string_view value) {
    const size_t end = std::min(value.find_first_not_of("0."), value.size());
    return value.substr(0, end).find('0') != std::string_view::npos &&
           (end == value.size() || value[end] == '%' || (value[end] >= 'a' && value[end] <= 'z'));
}

// "-9999px"
bool is_far_out(std::string_view value) {
    return value.size() > 4 && value[0] == '-' && value.find_first_not_of("0123456789", 1) > 4;
}

// One declaration of a style, without blanks.
bool hides_by(std::string_view name, std::string_view value) {
    value = value.substr(0, value.find('!'));
    if (name == "display") return value == "none";
    if (name == "visibility") return value == "hidden" || value == "collapse";
    if (name == "content-visibility") return value == "hidden";
    if (name == "opacity" || name == "font-size") return is_zero(value);
    if (name == "text-indent" || name == "left" || name == "top") return is_far_out(value);
    if (name == "clip") return value.starts_with("rect(0");
    if (name == "clip-path") return value.starts_with("inset(50%") || value.starts_with("inset(100%");
    if (name == "transform") return value == "scale(0)";
    return name == "color" && value == "transparent";
}

bool hides(std::string_view style) {
    const std::string plain = plain_style(style);
    for (std::string_view rest = plain; !rest.empty();) {
        const std::string_view declaration = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(declaration.size() + 1, rest.size()));
        const size_t colon = declaration.find(':');
        if (colon != std::string_view::npos &&
            hides_by(declaration.substr(0, colon), declaration.substr(colon + 1)))
            return true;
    }
    return false;
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
    return plain_style({tag.data, tag.length}).starts_with("<dialog");
}

bool is_within(const GumboNode& node, std::initializer_list<GumboTag> tags) {
    constexpr int k_most_steps = 64; // a page of one deep chain must not take its square
    int steps = 0;
    for (const GumboNode* up = node.parent; up && ++steps < k_most_steps; up = up->parent)
        if (std::ranges::find(tags, tag_of(*up)) != tags.end()) return true;
    return false;
}

// "0; URL='/docs/'" names "/docs/".
std::string target_of_refresh(std::string_view content) {
    const size_t equals = content.find('=');
    const size_t first = content.find_first_not_of(" \t'\"", equals == content.npos ? equals : equals + 1);
    const bool names_one = plain_style(content.substr(0, equals)).ends_with(";url");
    if (!names_one || first == content.npos) return {};
    content.remove_prefix(first);
    return std::string(content.substr(0, content.find_first_of(" \t'\"")));
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
            const std::string_view content = attribute(node, "content").value_or("");
            if (describes && head.description.empty()) head.description = content;
            if (head.leads_to.empty() && plain_style(attribute(node, "http-equiv").value_or("")) == "refresh")
                head.leads_to = target_of_refresh(content);
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
