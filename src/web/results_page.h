#pragma once
#include "web/search_engine.h"

#include <string_view>

namespace thoth {

// What stands on a results page of DuckDuckGo, of any of its layouts: at most k_most_hits without advertisements.
// An empty list is an honest "no results" (T49). Errors: Errc::refused, it asks for a proof to be no robot;
// Errc::protocol, too small to be a results page, or not understood. Pure.
Result<std::vector<SearchHit>> read_results_page(std::string_view html);

} // namespace thoth
