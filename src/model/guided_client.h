#pragma once
#include "model/model_client.h"

#include <cstdint>
#include <memory>

namespace thoth {

// Guided calls around a client: instead of tools the server is given a schema for the whole reply, so that
// a small model cannot write a call that names no tool or that nobody can read. With
// ToolCallForm::automatic it asks with tools until a call comes that cannot be read, and guided from then
// on; where the server does not take a schema, or takes it and two replies in a row are not of its form, it
// goes back, for good. A reply that is neither of the form nor plain words is a call that cannot be read. `id_seed`
// makes the ids of the calls.
std::unique_ptr<ModelClient> make_guided_client(std::unique_ptr<ModelClient> inner, ToolCallForm form,
                                                uint64_t id_seed);

} // namespace thoth
