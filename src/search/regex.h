#pragma once
#include "base/result.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace thoth {

struct PatternFacts;

// How a pattern is meant.
struct PatternStyle {
    bool ignore_case = false;
    bool whole_word = false; // no word character just before or behind the match
    bool plain_text = false; // no character is special
};

// A compiled expression (PCRE2: look-around, \b, \p{L} ...) for one line at a time: case counts,
// text is UTF-8 and bytes that are not match nothing. The work on one line is bounded. One thread; a copy
// for another thread shares what is immutable.
class Regex {
public:
    // Errors name the position and the reason. An empty pattern and one with a line break in it
    // are errors: the first matches everything, the second never anything.
    static Result<Regex> compile(std::string_view pattern, PatternStyle style = {});
    Regex(Regex&&) noexcept;
    Regex& operator=(Regex&&) noexcept;
    ~Regex();
    Regex copy() const;

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

    // What was found out about the expression; null: nothing.
    const PatternFacts* facts() const;

    enum class Scan { found, nothing, unsure };
    // Whether a match of a line begins in `text` at `from` or later, but before `end`, and where at the
    // earliest: many lines at once. `at` is a place to look closer: the lines before it have none. Unsure:
    // only find() can tell. The text ends with a line; none is longer than some kilobytes.
    Scan scan(std::string_view text, size_t from, size_t end, bool text_is_ascii, size_t& at) const;

private:
    struct Compiled; // shared, immutable
    struct Parts;    // what PCRE2 changes while it matches
    Regex(std::shared_ptr<const Compiled> compiled, std::unique_ptr<Parts> parts);
    std::shared_ptr<const Compiled> m_compiled;
    std::unique_ptr<Parts> m_parts;
};

} // namespace thoth
