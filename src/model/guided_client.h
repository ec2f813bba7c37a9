#pragma once
#include "model/model_client.h"

#include <cstdint>
#include <memory>

namespace thoth {

// What holds a model to the form of calls.
enum class GuidedBy {
    reply_schema, // a schema for the whole reply, instead of tools: servers that take any model
    strict_tools, // tools whose arguments the server holds to their schema: vendors
};

// Guided calls around a client: the server is asked to see to it that a model cannot write a call that names
// no tool or that nobody can read. With ToolCallForm::automatic it asks with plain tools until a call
// comes that cannot be read, and guided from then on; where the server does not take that, or takes a schema and
// two replies in a row are not of its form, it goes back, for good. With ToolCallForm::guided a refused schema is
// an error; refused strict tools are plain ones from then on, since their calls are of the same form. A reply
// that is neither of the form nor plain words is a call that cannot be read. `id_seed` makes the ids of
// the calls.
std::unique_ptr<ModelClient> make_guided_client(std::unique_ptr<ModelClient> inner, ToolCallForm form, GuidedBy by,
                                                uint64_t id_seed);

} // namespace thoth
