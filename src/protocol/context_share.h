#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// What fills the context window, by kind.
struct ContextShare {
    std::string name; // for people: "system prompt", "results of read_file" ...
    int64_t tokens = 0;
    bool operator==(const ContextShare&) const = default;
};

struct ContextUse {
    std::vector<ContextShare> shares;
    std::optional<int64_t> window; // tokens; nothing: not known
    bool counted = false;          // by the server; else estimated by thoth
    bool operator==(const ContextUse&) const = default;
};

} // namespace thoth
