#pragma once
#include "base/result.h"
#include "web/html_memory.h"

#include <functional>
#include <gumbo.h>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace thoth {

// The tree of a page, as browsers build it out of whatever it is given. One thread.
class HtmlTree {
public:
    // `html`: UTF-8; must live as long as the tree. Errors: Errc::too_large, a limit was passed; Errc::cancelled.
    static Result<HtmlTree> parse(std::string_view html, const HtmlLimits& limits = {}, std::stop_token stop = {});

    const GumboNode& root() const { return *m_root; } // <html>
    size_t memory() const { return m_memory->used(); }

private:
    HtmlTree(std::unique_ptr<HtmlMemory> memory, const GumboNode* root)
        : m_memory(std::move(memory)), m_root(root) {}
    std::unique_ptr<HtmlMemory> m_memory;
    const GumboNode* m_root;
};

// These two are asked of every node many times over, hence inline.
inline bool is_element(const GumboNode& node) { // <template> is none
    return node.type == GUMBO_NODE_ELEMENT;
}
inline GumboTag tag_of(const GumboNode& node) { // GUMBO_TAG_UNKNOWN for what is no element
    return is_element(node) ? node.v.element.tag : GUMBO_TAG_UNKNOWN;
}
std::span<GumboNode* const> children_of(const GumboNode& node); // empty for a text
std::optional<std::string_view> attribute(const GumboNode& node, const char* name);
bool has_class(const GumboNode& node, std::string_view name);   // one of the words of its class
std::optional<std::string_view> text_in(const GumboNode& node); // of a text, CDATA or blanks

// Goes through the nodes below `from` and itself, in the order of the page. `enter` says whether to go below a
// node; `leave` is called behind every node that was entered. Does not recurse: a tree may be as deep as a page is
// long.
void walk(const GumboNode& from, const std::function<bool(const GumboNode&)>& enter,
          const std::function<void(const GumboNode&)>& leave = {});

// The text below a node as it stands there, with a line break for each <br>.
std::string raw_text(const GumboNode& node, size_t limit);
// In one line, with single blanks.
std::string line_of_text(const GumboNode& node, size_t limit);

} // namespace thoth
