#pragma once
#include "base/result.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace thoth {

// A compiled expression (PCRE2: look-around, \b, \p{L} ...) for one line at a time: case counts,
// text is UTF-8 and bytes that are not match nothing. The work on one line is bounded. One thread.
class Regex {
public:
    // Errors name the position and the reason. An empty pattern and one with a line break in it
    // are errors: the first matches everything, the second never anything.
    static Result<Regex> compile(std::string_view pattern);
    Regex(Regex&&) noexcept;
    Regex& operator=(Regex&&) noexcept;
    ~Regex();

    // A line, or a piece of one that is too long to be looked at in one go. A match may begin at
    // `first_start` up to but not at `end_start`, and see all of the text.
    struct Subject {
        std::string_view text; // no line ending
        size_t first_start = 0;
        size_t end_start = std::string_view::npos;
        bool starts_line = true;
        bool ends_line = true;
    };
    struct Hit {
        size_t offset = 0; // bytes
        size_t length = 0;
        bool operator==(const Hit&) const = default;
    };
    // The first match. Errors: Errc::too_large, the expression backtracks without end;
    // Errc::cancelled, within about 50 ms of the stop for a subject of up to 64 KiB.
    Result<std::optional<Hit>> find(const Subject& subject, const std::stop_token& stop) const;

private:
    struct Parts; // what PCRE2 allocates
    explicit Regex(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

} // namespace thoth
