#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// What can be said of a regular expression by looking at it.
struct PatternFacts {
    // Every match contains one of these (in lower case when case does not count); empty: not known.
    std::vector<std::string> literals;
    // And this, which is in none of them; only where case counts. Empty: not known.
    std::string second_literal;
    bool fold = false;  // case does not count
    bool ascii = false; // nothing in it means more than ASCII to a text that is ASCII
    // The expression for a text of many lines: with PCRE2_MULTILINE it matches wherever the original
    // matches in one of them, at the same place, and never begins to look beyond the line's end. Empty: there is
    // none.
    std::string across_lines;
    // It does so whatever is before a line break; otherwise only in a text without CR.
    bool bears_cr = false;
};

// Nothing: it has parts that are not understood here (it may be valid all the same).
std::optional<PatternFacts> look_at_pattern(std::string_view pattern, bool ignore_case);

} // namespace thoth
