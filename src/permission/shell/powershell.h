#pragma once
#include "permission/shell/classify.h"

namespace thoth::shell {

// A line of PowerShell without its parser at hand: one program and plain words have the
// program's key, everything else is asked about every time.
ShellJudgement classify_powershell(std::string_view command);

} // namespace thoth::shell
