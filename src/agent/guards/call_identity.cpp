#include "agent/guards/call_identity.h"

#include "base/json.h"
#include "text/json_repair.h"

#include <nlohmann/json.hpp>

namespace thoth {

namespace {
std::string in_one_form(std::string_view arguments) {
    if (arguments.find_first_not_of(" \t\r\n") == std::string_view::npos) return "{}";
    auto parsed = parse_json(arguments);
    if (!parsed)
        if (const auto repaired = repaired_json(arguments)) parsed = parse_json(repaired->text);
    if (!parsed) return std::string(arguments);
    const nlohmann::json sorted = *parsed; // Json keeps the order in which the keys came
    return sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}
} // namespace

ContentHash call_identity(const ToolCall& call) {
    ContentHasher hasher;
    hasher.add(call.name);
    hasher.add(std::string_view("\0", 1));
    hasher.add(in_one_form(call.arguments));
    return hasher.finish();
}

} // namespace thoth
