#include "search/match_report.h"

#include "text/unicode.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr std::string_view k_cut = "…";

// Text that a model or a person is shown: a file with zero bytes may have any others, too.
std::string readable(std::string_view text) {
    std::string valid = to_valid_utf8(text);
    std::ranges::replace_if(valid, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }, ' ');
    return valid;
}
} // namespace

size_t count_characters(std::string_view text) {
    return static_cast<size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::string excerpt_around(const LinePiece& piece, const Regex::Hit& hit, size_t limit) {
    const std::string_view before = piece.text.substr(0, hit.offset);
    size_t begin = 0;
    const bool near_start =
        piece.starts_line &&
        count_characters(before) + count_characters(piece.text.substr(hit.offset, hit.length)) <= limit;
    if (!near_start) {
        const std::string_view lead = utf8_suffix(before, limit);
        begin = before.size() - lead.size();
        for (size_t surplus = count_characters(lead); surplus > limit / 4; --surplus)
            begin += first_code_points(piece.text.substr(begin, 4), 1).size();
    }
    const std::string text = readable(piece.text.substr(begin, 4 * limit + 4));
    const std::string_view shown = first_code_points(text, limit);
    const bool cut_before = begin > 0 || !piece.starts_line;
    const bool cut_behind = shown.size() < text.size() || !piece.ends_line;
    return fmt::format("{}{}{}", cut_before ? k_cut : "", shown, cut_behind ? k_cut : "");
}

void GivenUp::add(const GivenUp& other) {
    if (lines == 0) first = other.first;
    lines += other.lines;
}

void MatchLines::add(Kind kind, std::string_view line) {
    text += line;
    text += '\n';
    lines.push_back({static_cast<uint32_t>(line.size() + 1), kind});
    if (kind == Kind::match) ++matches;
}

void MatchReport::begin_file(const Path& path) {
    m_path = path;
    m_name.clear();
}

const std::string& MatchReport::name() {
    if (m_name.empty()) m_name = m_query.show ? m_query.show(m_path) : to_valid_utf8(m_path.string());
    return m_name;
}

void MatchReport::name_of_file(MatchLines& out) {
    out.add(MatchLines::Kind::match, name());
}

void MatchReport::given_up(MatchLines& out, uint64_t number) {
    if (out.given_up.lines++ == 0) out.given_up.first = fmt::format("{}:{}", name(), number);
}

void MatchReport::match(MatchLines& out, uint64_t number, std::string_view line, const Regex::Hit& hit) {
    if (m_query.compact) return out.add(MatchLines::Kind::match, fmt::format("{}:{}:{}", name(), number, line));
    const LinePiece piece{line, 0, line.size() + 1, true, true};
    match(out, number,
          {excerpt_around(piece, hit, m_query.max_line_chars), count_characters(line.substr(0, hit.offset)),
           count_characters(line)});
}

void MatchReport::match(MatchLines& out, uint64_t number, const ShownMatch& shown) {
    std::string place;
    if (shown.characters > m_query.max_line_chars)
        place = fmt::format(" [column {} of {}]", shown.column + 1, shown.characters);
    out.add(MatchLines::Kind::match,
            fmt::format("{}:{}:{}{}{}", name(), number, m_query.compact ? "" : " ", shown.excerpt, place));
}

void MatchReport::context(MatchLines& out, MatchLines::Kind kind, uint64_t number, std::string_view line) {
    if (m_query.compact) return out.add(kind, fmt::format("{}-{}-{}", name(), number, line));
    const std::string text = readable(line.substr(0, 4 * m_query.max_line_chars + 4));
    const std::string_view shown = first_code_points(text, m_query.max_line_chars);
    out.add(kind, fmt::format("{}-{}- {}{}", name(), number, shown, shown.size() < text.size() ? k_cut : ""));
}

} // namespace thoth
