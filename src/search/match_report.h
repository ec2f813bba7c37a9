#pragma once
#include "base/path.h"
#include "base/result.h"
#include "search/grep.h"
#include "search/line_pieces.h"
#include "search/regex.h"
#include "search/walk.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thoth {

// Lines of output that wait for their turn, so that limits can be applied to each.
struct MatchLines final : WalkOutput {
    enum class Kind : uint8_t { match, before, behind, separator };
    struct Line {
        uint32_t size = 0; // in `text`, with the line break
        Kind kind = Kind::match;
    };
    std::string text;
    std::vector<Line> lines;
    size_t matches = 0;
    GivenUp given_up;
    std::optional<Error> error; // what ended the search; the lines come before it

    size_t size() const override { return text.size() + lines.size() * sizeof(Line); }
    void add(Kind kind, std::string_view line);
};

// A line that matched, or a window on it when it is too long: the excerpt and where in the line it is.
struct ShownMatch {
    std::string excerpt;
    size_t column = 0;     // characters before the match
    size_t characters = 0; // of the whole line
};
// `limit`: characters, with the match in it, and as much before it as a quarter of the window.
std::string excerpt_around(const LinePiece& piece, const Regex::Hit& hit, size_t limit);
size_t count_characters(std::string_view text);

// Writes the lines of one file after another in the format of the query.
class MatchReport {
public:
    explicit MatchReport(const GrepQuery& query) : m_query(query) {}

    void begin_file(const Path& path);
    void name_of_file(MatchLines& out);
    void given_up(MatchLines& out, uint64_t number);
    void match(MatchLines& out, uint64_t number, std::string_view line, const Regex::Hit& hit);
    void match(MatchLines& out, uint64_t number, const ShownMatch& shown);
    void context(MatchLines& out, MatchLines::Kind kind, uint64_t number, std::string_view line);

private:
    const std::string& name();
    const GrepQuery& m_query;
    Path m_path;
    std::string m_name; // empty: not yet asked for
};

} // namespace thoth
