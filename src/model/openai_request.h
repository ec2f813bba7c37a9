#pragma once
#include "model/model_client.h"
#include "model/optional_fields.h"
#include "model/request_texts.h"

#include <string>

namespace thoth {

// The body of a chat completion request. The same conversation gives the same bytes, and a
// longer one the same beginning of `messages`, since servers keep what they have read by its
// prefix. `fields` knows what the server refused. Error: ModelEndpoint::extra_body is not a JSON object.
Result<std::string> openai_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                        OptionalFields& fields, RequestTexts& texts);

} // namespace thoth
