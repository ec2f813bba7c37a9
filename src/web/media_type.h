#pragma once
#include <string>
#include <string_view>

namespace thoth {

// What a Content-Type header says.
struct MediaType {
    std::string name;    // in small letters, "text/html"; empty when it says nothing
    std::string charset; // as it stands there; empty: not said
};
MediaType parse_media_type(std::string_view header);

// What can be done with a body.
enum class BodyKind {
    html,
    text,   // to be read as it is: plain text, JSON, XML, Markdown, source
    binary, // nothing to read
};
// By its type, and by its beginning where the type says nothing or nothing certain.
BodyKind body_kind(const MediaType& type, std::string_view body);

// A binary for people: by its first bytes where they are known, else by its type: "a PDF", "image/png".
std::string binary_in_words(const MediaType& type, std::string_view body);

} // namespace thoth
