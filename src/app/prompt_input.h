#pragma once
#include "app/cli.h"
#include "os/output.h"
#include "os/signals.h"

namespace thoth {

// The prompt of `thoth -p`: the text given, standard input, or both (the input is context
// then). A terminal is never read. Says on `err` when nothing comes for a second; goes on
// without it after 30 s without a first byte. Errors: Errc::invalid_argument, an empty prompt;
// Errc::cancelled, a signal came.
Result<std::string> one_shot_prompt(const Invocation& invocation, int standard_input, Output& err,
                                    SignalWatch& signals);

} // namespace thoth
