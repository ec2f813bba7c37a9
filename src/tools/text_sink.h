#pragma once
#include <cstdint>
#include <string_view>

namespace thoth {

// Takes the text of a file piece by piece; pieces may end anywhere, inside a character too.
class TextSink {
public:
    virtual ~TextSink() = default;
    // The text begins behind that many line ends, somewhere inside a line that is not wanted.
    virtual void begin_after(int64_t line_ends) = 0;
    virtual void feed(std::string_view text) = 0;
    virtual void finish() = 0;     // the text ends here
    virtual bool done() const = 0; // nothing that comes will be needed
};

} // namespace thoth
