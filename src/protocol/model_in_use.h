#pragma once
#include <optional>
#include <string>
#include <vector>

namespace thoth {

// The model in use as its server describes it. Nothing: not known.
struct ModelInUse {
    std::string server{};        // its program or service as people know it, such as "llama-server"; may be empty
    std::optional<int> window{}; // tokens that a request and its reply may fill
    std::string window_origin{}; // who said so, for people
    std::optional<bool> calls_tools{};
    std::optional<bool> thinks{};
    std::vector<std::string> notes{}; // for the user: where what was asked for is not what holds
};

} // namespace thoth
