#pragma once
#include "app/cli.h"
#include "os/output.h"
#include "os/signals.h"

namespace thoth {

struct PromptInput {
    std::string text;    // what the user typed
    std::string context; // standard input beside it, in its tag; or empty
};

// The prompt of `thoth -p`: the text given, or standard input, or the text with the input as its
// context. A terminal is never read. Says on `err` when nothing comes for a second; goes on
// without it after 30 s without a first byte. Errors: Errc::invalid_argument, an empty prompt;
// Errc::cancelled, a signal came.
Result<PromptInput> one_shot_prompt(const Invocation& invocation, int standard_input, Output& err,
                                    SignalWatch& signals);

} // namespace thoth
