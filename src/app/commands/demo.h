#pragma once
#include "app/application.h"

namespace thoth {

// `thoth demo`: unpacks a small project with a failing test into a temporary directory and
// lets a scripted model find and mend the fault, with the real tools, questions and diffs.
// Everything it made is removed at the end. `surroundings` is the real world. The exit code.
int run_demo(bool without_questions, const Surroundings& surroundings, const Console& console,
             SignalWatch& signals);

} // namespace thoth
