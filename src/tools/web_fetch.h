#pragma once
#include "tools/tool.h"
#include "web/fetcher.h"

#include <memory>

namespace thoth {

// web_fetch(url, offset): a page of the web as text (T51), in parts that fit a result. Nothing is asked in the
// middle of a fetch: where it would have to go to another host, or to an address that is not public, it ends and
// says so, and the next call is asked about that. A further part of a page that was fetched before takes no request
// and no question. `fetcher` must outlive it.
std::unique_ptr<Tool> make_web_fetch_tool(Fetcher& fetcher);

} // namespace thoth
