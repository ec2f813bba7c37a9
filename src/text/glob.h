#pragma once
#include <string>
#include <string_view>

namespace thoth {

// Whether a relative path ("src/a.c") matches a pattern. `*` and `?` cross separators, `[a-z]`
// and `[!a]` are sets, `{a,b}` alternatives, `**/` also matches nothing. Bytes are compared,
// case counts; a backslash is a byte like any other. A pattern that is not well formed ("[a"), is
// longer than 4096 bytes or nests braces deeper than 8 is taken literally. The time is bounded by
// the product of both lengths.
bool glob_match(std::string_view pattern, std::string_view path);

// The same for many paths: what the pattern begins and ends with is compared first. Any thread.
class GlobPattern {
public:
    explicit GlobPattern(std::string pattern);
    bool matches(std::string_view path) const;
    const std::string& prefix() const { return m_prefix; } // what every path begins with that matches

private:
    std::string m_pattern;
    std::string m_prefix;
    std::string m_suffix;
    bool m_anything_between = false; // then nothing else is to be compared
};

} // namespace thoth
