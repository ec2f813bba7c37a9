#pragma once
#include "tools/tool.h"
#include "web/search_engine.h"

#include <memory>

namespace thoth {

// web_search(query): where something stands on the web (T47 to T50). The query is checked before it leaves; what
// was not searched is told apart from what was not found. `engine` must outlive it.
std::unique_ptr<Tool> make_web_search_tool(SearchEngine& engine);

} // namespace thoth
