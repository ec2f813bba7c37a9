#pragma once
#include <gumbo.h>
#include <string>

namespace thoth {

// What the parts of a page are for. Pure.

// Nothing of it is read out: scripts, styles, controls, and what a browser does not show.
bool is_unseen(const GumboNode& node);

// It stands around what the page is about: navigation, its head and foot, margins.
bool is_surrounding(const GumboNode& node);

// The part that the page is about, as it says itself; else its body; null for a page without one.
const GumboNode* main_part(const GumboNode& root);

// Rows and columns of text, and not a way to place things on the page.
bool is_data_table(const GumboNode& table);

// What a page says of itself.
struct PageHead {
    std::string title;       // one line, at most 300 bytes
    std::string description; // empty: there is none
    std::string base;        // of its links, as it stands there; empty: its own address
    std::string leads_to;    // where a browser goes on to by itself, as it stands there; empty: it stays
    bool has_scripts = false;
};
PageHead head_of(const GumboNode& root);

} // namespace thoth
