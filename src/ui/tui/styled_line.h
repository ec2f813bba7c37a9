#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What a piece of text is, not how it looks: a theme turns it into colours and attributes. Without
// colours (NO_COLOR) the text alone has to say what it is.
enum class Role : std::uint8_t {
    plain,
    dim,
    strong,
    emphasis,
    heading,
    code,
    link,
    quote,
    added,
    removed,
    added_word,   // the part of a changed line that is new
    removed_word, // the part of it that is gone
    line_number,
    hunk,
    success,
    failure,
    warning,
    accent, // a mark, a key that can be pressed, the row that is chosen
    working,
    chosen, // the whole row that is chosen in a list
};

struct Span {
    std::string text; // safe to draw: it went through text/display.h; no tab, no line feed
    Role role = Role::plain;
    bool operator==(const Span&) const = default;
};

// One row for the screen, not wider than the width it was made for.
struct StyledLine {
    std::vector<Span> spans;
    bool operator==(const StyledLine&) const = default;
};

using StyledLines = std::vector<StyledLine>;

// Its text without roles.
std::string plain_text(const StyledLine& line);

} // namespace thoth
