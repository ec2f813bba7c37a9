#include "permission/shell/classify.h"

#include "permission/shell/judge.h"
#include "permission/shell/powershell.h"

#include <algorithm>

namespace thoth {

ShellJudgement classify_shell(std::string_view command, const ShellPlace& place, ShellDialect dialect) {
    if (dialect == ShellDialect::powershell) return shell::classify_powershell(command);
    return shell::Judge(place).line(command);
}

} // namespace thoth
