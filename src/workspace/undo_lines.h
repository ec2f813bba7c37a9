#pragma once
#include "workspace/undo_plan.h"
#include "workspace/workspace.h"

#include <span>
#include <string>
#include <string_view>

namespace thoth {

// What becomes or became of files, a line each, every one behind `indent`; safe to draw, without a LF at the end.
// Steps of which the last one tells all are one line. A file that is left alone is named with the command that
// gets its old content. Pure.
std::string undo_lines(std::span<const UndoStep> steps, UndoDirection direction, const Workspace& workspace,
                       std::string_view indent = {});

} // namespace thoth
