#pragma once
#include "agent/work_record.h"
#include "protocol/task.h"

#include <span>
#include <string>

namespace thoth {

// What was done, for a model that does not have the calls before it any more: files, checks, errors that are still
// open, what did not happen, what still runs. A line each; empty when there is nothing to say.
std::string work_text(const Work& work, std::span<const Task> running);

} // namespace thoth
