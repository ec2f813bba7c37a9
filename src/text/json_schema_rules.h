#pragma once
#include "text/json_schema.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thoth {

// One compiled schema: what each keyword asks for. Only for json_schema.cpp and json_schema_compile.cpp.
struct SchemaNode {
    bool nothing_is_valid = false;                      // the schema `false`
    std::vector<std::string> types;                     // any of them; none: all
    std::optional<std::vector<nlohmann::json>> allowed; // enum and const; compared without the order of keys
    std::vector<std::pair<std::string, std::unique_ptr<SchemaNode>>> properties;
    std::vector<std::string> required;
    std::unique_ptr<SchemaNode> other_properties;
    std::unique_ptr<SchemaNode> items;
    bool unique_items = false;
    std::optional<size_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
    std::optional<double> minimum, maximum, above, below, multiple_of;
    std::optional<std::string> pattern; // as it was written
    JsonSchema::Pattern matches;
    std::vector<std::unique_ptr<SchemaNode>> all_of, any_of, one_of;
    std::unique_ptr<SchemaNode> none_of;
    std::string reference;              // "#/$defs/name"; or empty
    const SchemaNode* target = nullptr; // what it names
};

struct JsonSchema::Compiled {
    std::unique_ptr<SchemaNode> top;
    std::map<std::string, std::unique_ptr<SchemaNode>> definitions; // by reference
};

} // namespace thoth
