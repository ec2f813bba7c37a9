#include "search/line_finder.h"

#include "search/byte_scan.h"
#include "search/pattern_facts.h"

#include <algorithm>
#include <cstring>

namespace thoth {

namespace {
constexpr size_t k_none = std::string_view::npos;
constexpr size_t k_scan_step = 4096; // bytes between two looks at the stop token

// No line is longer than two such blocks when each of them has a line break.
bool has_short_lines(std::string_view text) {
    constexpr size_t k_block = 4096;
    for (size_t at = 0; at + k_block <= text.size(); at += k_block)
        if (!std::memchr(text.data() + at, '\n', k_block)) return false;
    return true;
}

size_t line_begin(std::string_view text, size_t from, size_t at) {
    if (at == from) return from;
    const void* newline = ::memrchr(text.data() + from, '\n', at - from);
    return newline ? static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1 : from;
}

// Some characters beyond ASCII are another case of 'k' and 's'.
bool folds_beyond_ascii(const PatternFacts& facts) {
    return facts.fold && std::ranges::any_of(facts.literals, [](const std::string& literal) {
               return literal.find_first_of("ks") != std::string::npos;
           });
}
} // namespace

LineFinder::LineFinder(Regex regex) : LineFinder(std::move(regex), nullptr) {
    const PatternFacts* facts = m_regex.facts();
    if (facts && !facts->literals.empty())
        m_literals = std::make_shared<const LiteralSearch>(facts->literals, facts->fold);
}

LineFinder::LineFinder(Regex regex, std::shared_ptr<const LiteralSearch> literals)
    : m_regex(std::move(regex)), m_literals(std::move(literals)) {}

LineFinder LineFinder::copy() const {
    return LineFinder(m_regex.copy(), m_literals);
}

void LineFinder::begin(std::string_view text) {
    m_text = text;
    m_place = 0;
    // A line without an ending has a place behind its last character, for an empty match.
    m_end = text.size() + (text.empty() || text.ends_with('\n') ? 0 : 1);
    m_way = way_for(text);
}

LineFinder::Way LineFinder::way_for(std::string_view text) {
    const PatternFacts* facts = m_regex.facts();
    if (!facts) return Way::by_lines;
    if (m_literals) return folds_beyond_ascii(*facts) && !is_ascii(text) ? Way::by_lines : Way::by_literals;
    const bool bears_text = facts->bears_cr || text.find('\r') == k_none;
    if (facts->across_lines.empty() || !bears_text || !has_short_lines(text)) return Way::by_lines;
    m_ascii = is_ascii(text);
    return Way::by_scan;
}

// Where to look closer; npos: nowhere.
Result<size_t> LineFinder::next_place(size_t from, const std::stop_token& stop) {
    if (m_way == Way::by_literals) return m_literals->find(m_text, from);
    while (m_way == Way::by_scan && from < m_end) {
        const size_t end = std::min(from + k_scan_step, m_end);
        size_t at = 0;
        switch (m_regex.scan(m_text, from, end, m_ascii, at)) {
        case Regex::Scan::found:
            return at;
        case Regex::Scan::nothing:
            break;
        case Regex::Scan::unsure:
            m_way = Way::by_lines;
            return line_begin(m_text, 0, from);
        }
        if (stop.stop_requested()) return fail(Errc::cancelled, "cancelled");
        from = end;
        while (!m_ascii && from < m_text.size() && (static_cast<unsigned char>(m_text[from]) & 0xC0u) == 0x80u)
            ++from; // not inside a character
    }
    return from < m_end ? from : k_none;
}

Result<std::optional<LineFinder::Line>> LineFinder::next(size_t from, const std::stop_token& stop) {
    while (from < m_text.size()) {
        const size_t at = TRY(next_place(from, stop));
        if (at >= m_end) return std::nullopt;
        const size_t begin = std::max(from, line_begin(m_text, from, at));
        m_place = begin;
        const size_t newline = std::min(m_text.find('\n', at), m_text.size());
        std::string_view line = m_text.substr(begin, newline - begin);
        if (newline < m_text.size() && line.ends_with('\r')) line.remove_suffix(1);
        from = newline + 1;
        if (!may_match(line)) continue;
        if (const auto hit = TRY(look_at(line, stop))) return Line{begin, begin + line.size(), *hit};
    }
    return std::nullopt;
}

// A look at the rest of the line that costs less than the expression.
bool LineFinder::may_match(std::string_view line) const {
    if (m_way != Way::by_literals) return true;
    const std::string& second = m_regex.facts()->second_literal;
    return second.empty() || ::memmem(line.data(), line.size(), second.data(), second.size()) != nullptr;
}

Result<std::optional<Regex::Hit>> LineFinder::look_at(std::string_view line, const std::stop_token& stop) const {
    if (line.size() <= LinePieces::k_window) return m_regex.find({line}, stop);
    LinePieces pieces([](char*, size_t) -> Result<size_t> { return 0; }, std::string(line));
    for (size_t offset = 0;;) {
        const auto piece = TRY(pieces.next());
        if (!piece) return std::nullopt;
        if (const auto hit = TRY(find_in(*piece, stop))) return Regex::Hit{offset + hit->offset, hit->length};
        offset += piece->end_start - LinePieces::k_margin;
    }
}

Result<std::optional<Regex::Hit>> LineFinder::find_in(const LinePiece& piece, const std::stop_token& stop) const {
    return m_regex.find({piece.text, piece.first_start, piece.end_start, piece.starts_line, piece.ends_line}, stop);
}

} // namespace thoth
