#pragma once
#include "model/model_client.h"
#include "model/optional_fields.h"
#include "model/request_texts.h"

#include <string>

namespace thoth {

// The body of an /api/chat request. The window is the same in every request: a change would
// make the server load the model anew, and without one it cuts long prompts in silence.
// `fields` knows what the server refused. Error: ModelEndpoint::extra_body is not a JSON object.
Result<std::string> ollama_request_body(const ModelEndpoint& endpoint, const ModelRequest& request,
                                        OptionalFields& fields, RequestTexts& texts);

} // namespace thoth
