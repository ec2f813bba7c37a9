#pragma once
#include "base/hash.h"
#include "protocol/message.h"

namespace thoth {

// What makes two calls the same one: the tool and its arguments as they are understood, so that neither
// the order of keys nor spaces matter. Arguments that cannot be read are compared as text. Pure.
ContentHash call_identity(const ToolCall& call);

} // namespace thoth
