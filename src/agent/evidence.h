#pragma once
#include "agent/work_record.h"
#include "protocol/evidence.h"
#include "workspace/stack_table.h"

#include <span>
#include <vector>

namespace thoth {

// What the user is told of a request: its work, how the code stands in a project of these stacks, and what
// still runs. Pure.
Evidence evidence_of(const Work& request, std::span<const Stack* const> stacks, std::vector<Task> running);

} // namespace thoth
