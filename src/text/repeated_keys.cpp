#include "text/repeated_keys.h"

#include "base/json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace thoth {

bool repeats_a_key(std::string_view json) {
    std::vector<std::set<std::string>> open; // the keys of each object around the place
    bool repeated = false;
    const auto watch = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start)
            open.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            open.pop_back();
        else if (event == Json::parse_event_t::key)
            repeated = !open.back().insert(value.get<std::string>()).second || repeated;
        return true;
    };
    const Json read = Json::parse(json.begin(), json.end(), watch, false);
    return repeated && !read.is_discarded();
}

} // namespace thoth
