#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What was pasted and stands in an edited text as one character, so that the text stays small to look at. The
// character is one of the private ones of Unicode's last plane, which no text from outside brings along.
class PastedTexts {
public:
    std::string add(std::string text); // the character that stands for it, as UTF-8; empty when there are too many
    bool is_one(std::string_view character) const;
    std::string label(std::string_view character) const; // "[pasted 34 lines]"
    std::string expanded(std::string_view text) const;   // every such character as what it stands for

private:
    std::vector<std::string> m_texts;
};

// Text from a keyboard or a clipboard as it may be edited and sent: LF ends lines, tabs stay, and everything else
// that the display gate removes is gone.
std::string clean_input(std::string_view text);

} // namespace thoth
