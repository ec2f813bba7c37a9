#pragma once
#include "agent/context_meter.h"
#include "protocol/context_share.h"

#include <string>
#include <vector>

namespace thoth {

// One kind of what a request holds, with its text.
struct ContextPart {
    std::string name;
    std::string text;
};

// Parts of the system prompt that are told apart for people; they stand in it as they are.
struct NamedPromptPart {
    std::string name;
    std::string text;
};

// All that a request holds, by kind, in the order in which it is sent: no kind twice, none that is empty.
std::vector<ContextPart> parts_of(const ModelRequest& request, const std::vector<NamedPromptPart>& named);

} // namespace thoth
