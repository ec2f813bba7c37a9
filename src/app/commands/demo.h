#pragma once
#include "app/application.h"

namespace thoth {

struct DemoTerms {
    bool without_questions = false;
};

// `thoth demo`: unpacks a small project with a failing test into a temporary directory and
// lets a scripted model find and mend the fault, with the real tools, questions and diffs.
// Everything it made is removed at the end. `surroundings` is the real world. `terminal_signals` (SIGWINCH and
// SIGCONT): it is drawn in the terminal interface; null: written as it comes. The exit code.
int run_demo(DemoTerms terms, const Surroundings& surroundings, const Console& console, SignalWatch& signals,
             SignalWatch* terminal_signals);

} // namespace thoth
