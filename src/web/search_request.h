#pragma once
#include "os/http.h"

#include <string>

namespace thoth {

// Sends a request to a search engine, within 25 seconds and up to 4 MB, and takes care of whatever is no answer: an
// error then says that nothing was searched. `engine`: its name for people.
Result<HttpReply> search_reply(HttpClient& http, HttpRequest request, const std::string& engine,
                               std::stop_token stop);

} // namespace thoth
