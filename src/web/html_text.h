#pragma once
#include "base/result.h"
#include "web/html_memory.h"
#include "web/url.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

// A page as a person would have it read out.
struct PageText {
    std::string title;
    std::string text;           // UTF-8
    bool cut = false;           // at HtmlLimits::text
    bool needs_scripts = false; // there is next to no text, but there are scripts that would make some
};

// The text of a page in the manner of Markdown: its main part first, then what stands around it (navigation,
// margins). Headings, lists, tables, quotations and code keep their form, links have their targets in full. What
// nobody sees in a browser is left out: scripts, styles, comments, hidden elements. `html`: UTF-8. Errors: those of
// HtmlTree::parse. Pure but for the time it may take.
Result<PageText> text_of_html(std::string_view html, const WebUrl& url, const HtmlLimits& limits = {},
                              std::stop_token stop = {});

} // namespace thoth
