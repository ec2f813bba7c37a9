#pragma once
#include <string>
#include <string_view>

namespace thoth {

// A text of the web without what nobody sees in it: control characters but line feeds and tabs, marks that turn the
// direction of reading, characters without a width (but those that join letters), and the letters that are
// invisible by design (U+E0000 and on), in which words are hidden from people and not from models. Lines end at LF.
// Pure.
std::string readable_text(std::string_view text);

} // namespace thoth
