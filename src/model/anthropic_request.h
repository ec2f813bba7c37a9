#pragma once
#include "model/model_client.h"
#include "model/optional_fields.h"
#include "model/request_texts.h"

#include <string>

namespace thoth {

// The body of a /v1/messages request. The same conversation gives the same bytes, and a longer one the same
// beginning, apart from the marks that tell the server what to keep in its cache: at most four, on the system
// prompt (or the last tool) and as cache_marks() has them. `fields` knows what the server refused. Error:
// ModelEndpoint::extra_body is not a JSON object.
Result<std::string> anthropic_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                           OptionalFields& fields, RequestTexts& texts);

} // namespace thoth
