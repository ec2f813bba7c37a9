#pragma once
#include "model/model_client.h"

#include <functional>

namespace thoth {

// A server may pause in a long turn (Finish::pause) and wants to be asked again with what it said so far. `ask`
// makes one reply; what comes back is one reply of all its parts, with the usage of all.
Reply continued_reply(const ModelRequest& request, const std::function<Reply(const ModelRequest&)>& ask);

} // namespace thoth
