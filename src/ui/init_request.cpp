#include "ui/init_request.h"

namespace thoth {

std::string_view init_request() {
    return "Look at this project and write THOTH.md at its top, for coding agents that work on it later.\n"
           "\n"
           "Find out, from files and not by guessing: what the project is; how it is built, run, checked and "
           "tested "
           "(the exact commands, one single test too); where things are; conventions that the code follows and a "
           "newcomer would miss; what must not be done.\n"
           "\n"
           "- At most 60 lines, plain Markdown. Leave out what any reader sees at once, and general advice.\n"
           "- If THOTH.md is there, read it and bring it up to date in place: keep what is right, above all what "
           "people wrote by hand.\n"
           "- If THOTH.md only points at another file (AGENTS.md, CLAUDE.md), bring that file up to date instead "
           "and "
           "leave THOTH.md as it is. If there is no THOTH.md but one of those, read it and do not repeat it.\n"
           "- Put no secrets into it.";
}

} // namespace thoth
