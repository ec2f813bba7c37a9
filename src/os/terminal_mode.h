#pragma once
#include "base/result.h"

#include <memory>

namespace thoth {

struct TerminalSize {
    int columns = 80;
    int rows = 24;
    bool operator==(const TerminalSize&) const = default;
};

// Of the terminal behind a descriptor; 80x24 where it does not say.
TerminalSize terminal_size(int fd);

// A terminal while an interface draws on it: keys come one by one without echo, a paste has marks around it, and
// where the terminal can, keys are told apart that otherwise send the same bytes. Everything is as before with the
// end of this object, and also when the program dies of a fault or of another signal that it does not wait for
// (SIGSEGV, SIGABRT, SIGQUIT, SIGUSR1, SIGXCPU ...): a handler does that, so there is one such object at a time.
// What a killed program left behind is put right. Main thread.
class TerminalMode {
public:
    // `extended_keys`: ask the terminal for the kitty keyboard protocol. Errors: `input` is no terminal.
    static Result<std::unique_ptr<TerminalMode>> enter(int input, int output, bool extended_keys);
    TerminalMode(const TerminalMode&) = delete;
    TerminalMode& operator=(const TerminalMode&) = delete;
    ~TerminalMode();

    // For a program that gets the terminal meanwhile: as it was before, and back again.
    void pause();
    void resume();
    // Stops the job as the shell's Ctrl+Z does; returns when it goes on, with the terminal as it was while drawing.
    void stop_job();

private:
    struct State;
    explicit TerminalMode(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace thoth
