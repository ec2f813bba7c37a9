#pragma once
#include "app/application.h"
#include "app/cli.h"
#include "app/run_terms.h"

namespace thoth {

// Shows an error with its hint. Returns `exit_code`.
int report(const Error& error, Output& err, int exit_code);

// What is known before there is an agent, or why there is none.
struct Start {
    Result<Prepared> prepared;
    int exit_code = 0; // with an error
    bool timed_out = false;
    int signal = 0;
};
Start prepare_run(const Invocation& invocation, RunTerms terms, const Surroundings& world, SignalWatch& signals);

// `thoth -p`, from the prompt to the exit code. Whatever ends it once there is a prompt, the output gets a result;
// an error of usage is none.
int run_headless(const Invocation& invocation, RunTerms terms, const Surroundings& world, const Console& console,
                 SignalWatch& signals);

} // namespace thoth
