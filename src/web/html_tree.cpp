#include "web/html_tree.h"

#include "text/unicode.h"

#include <cstring>
#include <vector>

namespace thoth {

namespace {
// Null when the memory gave up.
const GumboOutput* parsed(const GumboOptions& options, std::string_view html, HtmlMemory& memory) {
    if (setjmp(memory.exit()) != 0) return nullptr;
    return gumbo_parse_with_options(&options, html.data(), html.size());
}

bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
} // namespace

Result<HtmlTree> HtmlTree::parse(std::string_view html, const HtmlLimits& limits, std::stop_token stop) {
    auto memory = std::make_unique<HtmlMemory>(limits, stop);
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = &HtmlMemory::allocate;
    options.deallocator = &HtmlMemory::give_back;
    options.userdata = memory.get();
    options.max_errors = 0;
    const GumboOutput* output = parsed(options, html, *memory);
    if (stop.stop_requested()) return fail(Errc::cancelled, "cancelled by user");
    if (!output || !output->root) return fail(Errc::too_large, "the page is too large or too nested to be read");
    return HtmlTree(std::move(memory), output->root);
}

std::span<GumboNode* const> children_of(const GumboNode& node) {
    if (!is_element(node)) return {};
    const GumboVector& children = node.v.element.children;
    if (children.length == 0) return {};
    return {reinterpret_cast<GumboNode* const*>(children.data), children.length};
}

std::optional<std::string_view> attribute(const GumboNode& node, const char* name) {
    if (!is_element(node)) return std::nullopt;
    const GumboVector& attributes = node.v.element.attributes;
    for (unsigned i = 0; i < attributes.length; ++i) {
        const auto* found = static_cast<const GumboAttribute*>(attributes.data[i]);
        if (std::strcmp(found->name, name) == 0) return found->value;
    }
    return std::nullopt;
}

bool has_class(const GumboNode& node, std::string_view name) {
    std::string_view classes = attribute(node, "class").value_or("");
    while (!classes.empty()) {
        if (is_blank(classes.front())) {
            classes.remove_prefix(1);
            continue;
        }
        const std::string_view word = classes.substr(0, classes.find_first_of(" \n\t\r\f"));
        if (word == name) return true;
        classes.remove_prefix(word.size());
    }
    return false;
}

std::optional<std::string_view> text_in(const GumboNode& node) {
    switch (node.type) {
    case GUMBO_NODE_TEXT:
    case GUMBO_NODE_CDATA:
    case GUMBO_NODE_WHITESPACE:
        return node.v.text.text;
    default:
        return std::nullopt;
    }
}

void walk(const GumboNode& from, const std::function<bool(const GumboNode&)>& enter,
          const std::function<void(const GumboNode&)>& leave) {
    struct Place {
        const GumboNode* node;
        size_t next; // of its children
    };
    std::vector<Place> way;
    const auto go_into = [&](const GumboNode& node) {
        if (enter(node)) way.push_back({&node, 0});
    };
    go_into(from);
    while (!way.empty()) {
        const auto children = children_of(*way.back().node);
        if (way.back().next < children.size()) {
            go_into(*children[way.back().next++]);
            continue;
        }
        if (leave) leave(*way.back().node);
        way.pop_back();
    }
}

std::string raw_text(const GumboNode& from, size_t limit) {
    std::string out;
    bool is_full = false;
    walk(from, [&](const GumboNode& node) {
        if (is_full || out.size() >= limit) return false;
        if (const auto text = text_in(node)) {
            const std::string_view part = utf8_prefix(*text, limit - out.size());
            is_full = part.size() < text->size();
            out += part;
        }
        if (tag_of(node) == GUMBO_TAG_BR) out += '\n';
        return is_element(node);
    });
    return out;
}

std::string line_of_text(const GumboNode& from, size_t limit) {
    std::string out;
    for (const char c : raw_text(from, limit)) {
        if (!is_blank(c))
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

} // namespace thoth
