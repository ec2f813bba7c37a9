#include "config/profile_file.h"

#include <algorithm>
#include <fmt/format.h>

// The one place that knows the library: it is slow to compile. Errors as values.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#include <toml++/toml.h>
#pragma GCC diagnostic pop

namespace thoth {

namespace {
FilePlace place_of(const toml::source_region& region) {
    return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

ConfigValue value_of(const toml::node& node);

ConfigTable table_of(const toml::table& table) {
    ConfigTable entries;
    for (const auto& [key, node] : table)
        entries.push_back(
            {std::string(key.str()), place_of(key.source()), place_of(node.source()), value_of(node)});
    // The library sorts by name; what goes to a server goes in the order it was written.
    std::stable_sort(entries.begin(), entries.end(), [](const ConfigEntry& a, const ConfigEntry& b) {
        return std::pair(a.key_place.line, a.key_place.column) < std::pair(b.key_place.line, b.key_place.column);
    });
    return entries;
}

ConfigArray array_of(const toml::array& array) {
    ConfigArray out;
    for (const auto& node : array)
        out.items.push_back({{}, place_of(node.source()), place_of(node.source()), value_of(node)});
    return out;
}

ConfigValue value_of(const toml::node& node) {
    if (const auto* table = node.as_table()) return table_of(*table);
    if (const auto* array = node.as_array()) return array_of(*array);
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* integer = node.as_integer()) return integer->get();
    if (const auto* real = node.as_floating_point()) return real->get();
    if (const auto* boolean = node.as_boolean()) return boolean->get();
    return ConfigDate{};
}

// "a.a.a. ..." makes a table in a table for each dot, and the library copies and frees them by
// recursion: too many on a line would exhaust the stack.
int line_with_too_many_dots(std::string_view text) {
    constexpr int k_most = 1000;
    int line = 1;
    int dots = 0;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            dots = 0;
        } else if (c == '.' && ++dots > k_most) {
            return line;
        }
    }
    return 0;
}

std::string hint_for(std::string_view description) {
    if (description.find(" escape") != std::string_view::npos) // not "unescaped"
        return "in \"...\" a backslash starts an escape: double it, or write '...'";
    return {};
}

struct Describe {
    std::string operator()(const std::string& text) const {
        constexpr size_t k_longest = 60;
        if (text.size() > k_longest) return fmt::format("a string of {} bytes", text.size());
        return fmt::format("the string \"{}\"", text);
    }
    std::string operator()(int64_t value) const { return fmt::format("the number {}", value); }
    std::string operator()(double value) const { return fmt::format("the number {}", value); }
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(const ConfigTable&) const { return "a table"; }
    std::string operator()(const ConfigArray&) const { return "a list"; }
    std::string operator()(const ConfigDate&) const { return "a date or time"; }
};
} // namespace

const ConfigEntry* find_entry(const ConfigTable& table, std::string_view key) {
    const auto it = std::find_if(table.begin(), table.end(), [&](const ConfigEntry& e) { return e.key == key; });
    return it == table.end() ? nullptr : &*it;
}

std::string found(const ConfigValue& value) {
    return std::visit(Describe{}, value);
}

Result<ConfigTable> parse_config(std::string_view text, const std::string& file) {
    if (const int line = line_with_too_many_dots(text))
        return fail(Errc::invalid_argument, fmt::format("{}:{}:1: too many dots on one line", file, line));
    const toml::parse_result result = toml::parse(text);
    if (result) return table_of(result.table());
    const toml::parse_error& error = result.error();
    const FilePlace place = place_of(error.source());
    return fail(Errc::invalid_argument,
                fmt::format("{}:{}:{}: {}", file, place.line, place.column, error.description()),
                hint_for(error.description()));
}

} // namespace thoth
