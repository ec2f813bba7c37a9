#include "search/ignore_rules.h"

#include <algorithm>

namespace thoth {

namespace {
constexpr std::string_view k_special = "*?[\\";

uint32_t hash_of(std::string_view text) {
    uint32_t hash = 2166136261u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ (hash >> 15);
}

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

// Spaces at the end do not count, unless a backslash stands before one.
std::string_view without_trailing_spaces(std::string_view line) {
    size_t end = 0;
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\') {
            if (++i == line.size()) return line;
            end = i + 1;
        } else if (line[i] != ' ') {
            end = i + 1;
        }
    }
    return line.substr(0, end);
}

std::string_view last_component(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

bool is_extension(std::string_view text) {
    return text.size() > 1 && text[0] == '.' && text.find_first_of("./", 1) == std::string_view::npos &&
           text.find_first_of(k_special) == std::string_view::npos;
}
} // namespace

IgnoreRules::Name::Name(std::string_view entry_name) : name(entry_name), hash(hash_of(entry_name)) {
    const size_t dot = entry_name.rfind('.');
    extension_hash = dot == std::string_view::npos ? 0 : hash_of(entry_name.substr(dot));
}

void IgnoreRules::Table::add(uint32_t hash, uint32_t rule) {
    m_links.push_back({hash, rule, 0});
    if (m_links.size() * 2 <= m_heads.size()) return insert(static_cast<uint32_t>(m_links.size()));
    m_heads.assign(std::max<size_t>(8, m_heads.size() * 2), 0);
    for (uint32_t link = 1; link <= m_links.size(); ++link)
        insert(link);
}

void IgnoreRules::Table::insert(uint32_t link) {
    uint32_t& head = m_heads[m_links[link - 1].hash & (m_heads.size() - 1)];
    m_links[link - 1].next = head;
    head = link;
}

void IgnoreRules::add(std::string_view text, LetterCase letters) {
    m_letters = letters;
    text = text.substr(0, k_max_bytes);
    constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        line = line.substr(0, line.find('\0'));
        if (!line.empty() && line[0] != '#') add_line(without_trailing_spaces(line), letters);
    }
}

void IgnoreRules::add_line(std::string_view line, LetterCase letters) {
    Rule rule;
    rule.negated = line.starts_with('!');
    if (rule.negated) line.remove_prefix(1);
    rule.directories_only = line.ends_with('/');
    if (rule.directories_only) line.remove_suffix(1);
    rule.of_name = line.find('/') == std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) return;
    rule.text = letters == LetterCase::folded ? in_lower_case(line) : std::string(line);
    rule.plain = std::min(rule.text.find_first_of(k_special), rule.text.size());
    file(std::move(rule));
}

void IgnoreRules::file(Rule rule) {
    const auto number = static_cast<uint32_t>(m_rules.size());
    const std::string_view text = rule.text;
    if (rule.plain == text.size())
        m_names.add(hash_of(last_component(text)), number);
    else if (rule.of_name && text[0] == '*' && is_extension(text.substr(1)))
        m_endings.add(hash_of(text.substr(1)), number);
    else
        m_other.push_back(number);
    m_rules.push_back(std::move(rule));
}

bool IgnoreRules::matches(const Rule& rule, std::string_view path, std::string_view name, bool is_directory) const {
    if (rule.directories_only && !is_directory) return false;
    std::string_view pattern = rule.text;
    std::string_view text = rule.of_name ? name : path;
    if (rule.of_name) {
        if (rule.plain == pattern.size()) return pattern == text;
        if (pattern[0] == '*' && pattern.find_first_of(k_special, 1) == std::string_view::npos)
            return text.ends_with(pattern.substr(1));
        return wildmatch(pattern, text, m_letters);
    }
    // As git does it: what follows the plain beginning is a pattern of its own.
    if (!text.starts_with(pattern.substr(0, rule.plain))) return false;
    return wildmatch(pattern.substr(rule.plain), text.substr(rule.plain), m_letters);
}

std::optional<bool> IgnoreRules::decide(std::string_view path, const Name& name, bool is_directory) const {
    if (m_rules.empty()) return std::nullopt;
    if (m_letters == LetterCase::counts) return decide_plainly(path, name, is_directory);
    const std::string lower = in_lower_case(path);
    return decide_plainly(lower, Name(last_component(lower)), is_directory);
}

std::optional<bool> IgnoreRules::decide_plainly(std::string_view path, const Name& name, bool is_directory) const {
    int64_t best = -1;
    const auto consider = [&](uint32_t number) {
        if (number > best && matches(m_rules[number], path, name.name, is_directory)) best = number;
    };
    m_names.each(name.hash, consider);
    if (name.extension_hash != 0) m_endings.each(name.extension_hash, consider);
    for (size_t i = m_other.size(); i > 0 && m_other[i - 1] > best; --i) {
        if (!matches(m_rules[m_other[i - 1]], path, name.name, is_directory)) continue;
        best = m_other[i - 1];
        break;
    }
    if (best < 0) return std::nullopt;
    return !m_rules[static_cast<size_t>(best)].negated;
}

} // namespace thoth
