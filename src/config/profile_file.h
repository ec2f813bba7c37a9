#pragma once
#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thoth {

// 1-based, as editors count; the column in characters.
struct FilePlace {
    int line = 0;
    int column = 0;
    bool operator==(const FilePlace&) const = default;
};

struct ConfigEntry;
using ConfigTable = std::vector<ConfigEntry>; // in the order of the file

struct ConfigArray {
    std::vector<ConfigEntry> items; // without keys
};
struct ConfigDate {};

using ConfigValue = std::variant<std::string, int64_t, double, bool, ConfigTable, ConfigArray, ConfigDate>;

// `key = value` of a TOML file, with both places.
struct ConfigEntry {
    std::string key;
    FilePlace key_place;
    FilePlace place;
    ConfigValue value;
};

const ConfigEntry* find_entry(const ConfigTable& table, std::string_view key); // null: absent

// The kind and, where it fits in a line, the value: `the string "hot"`, "a table".
std::string found(const ConfigValue& value);

// A TOML 1.0 file. A byte-order mark and CRLF are fine, an empty text is an empty table.
// Errors start with "<file>:<line>:<column>: ".
Result<ConfigTable> parse_config(std::string_view text, const std::string& file);

} // namespace thoth
