#include "os/terminal_mode.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace thoth {

namespace {
// All that end a program and that it cannot wait for with the others.
constexpr std::array k_faults{SIGSEGV, SIGBUS,  SIGILL,  SIGFPE,  SIGABRT, SIGQUIT, SIGTRAP, SIGSYS,   SIGUSR1,
                              SIGUSR2, SIGALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGIO,   SIGPWR,  SIGVTALRM};

// Bracketed paste on, no wrapping at the right edge; a cursor that another program hid.
constexpr std::string_view k_begin = "\x1b[?2004h\x1b[?7l\x1b[?25h";
constexpr std::string_view k_begin_keys = "\x1b[>1u";
constexpr std::string_view k_end_keys = "\x1b[<u";
// Whatever was on is off: a frame that is held back, paste marks, a hidden cursor, a colour.
constexpr std::string_view k_end = "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[0m";

// What comes next on the terminal does not stand in the midst of what was drawn.
constexpr std::string_view k_below = "\r\n\x1b[J";

void write_all(int fd, std::string_view text) {
    for (int attempt = 0; !text.empty() && attempt < 100; ++attempt) {
        const ssize_t n = ::write(fd, text.data(), text.size());
        if (n > 0)
            text.remove_prefix(static_cast<size_t>(n));
        else if (errno != EINTR)
            return;
    }
}

// A program that was killed while it drew has left the terminal as it needed it. Nobody else hands one over like
// that, so this is not kept as what it was before.
void repair(termios& settings) {
    if ((settings.c_lflag & (ICANON | ECHO | ISIG)) != 0) return;
    settings.c_iflag |= BRKINT | ICRNL | IXON;
    settings.c_oflag |= OPOST | ONLCR;
    settings.c_lflag |= ICANON | ECHO | ECHOE | ECHOK | ISIG | IEXTEN;
}
} // namespace

struct TerminalMode::State {
    int input = -1;
    int output = -1;
    bool extended_keys = false;
    bool on = false;
    termios before{};
    termios raw{};
    std::array<struct sigaction, k_faults.size()> old_handlers{};
    std::vector<char> handler_stack; // a fault may be that the usual one is full
    stack_t old_stack{};

    // Only calls that a signal handler may make.
    void end() const {
        if (extended_keys) write_all(output, k_end_keys);
        write_all(output, k_end);
        ::tcsetattr(input, TCSANOW, &before);
    }
    void begin() const {
        ::tcsetattr(input, TCSANOW, &raw);
        write_all(output, k_begin);
        if (extended_keys) write_all(output, k_begin_keys);
    }

    static void on_fault(int number);
    // A signal handler gets nothing but a number: what it restores has to stand where it can find it.
    static std::atomic<const State*> s_restored_on_fault;
};

std::atomic<const TerminalMode::State*> TerminalMode::State::s_restored_on_fault = nullptr;

void TerminalMode::State::on_fault(int number) {
    if (const State* state = s_restored_on_fault.exchange(nullptr)) {
        write_all(state->output, k_below);
        state->end();
    }
    ::raise(number); // its usual effect is back by now, and comes when this returns
}

TerminalSize terminal_size(int fd) {
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
    return {size.ws_col, size.ws_row};
}

TerminalMode::TerminalMode(std::unique_ptr<State> state) : m_state(std::move(state)) {
    m_state->handler_stack.resize(64 * 1024);
    stack_t stack{};
    stack.ss_sp = m_state->handler_stack.data();
    stack.ss_size = m_state->handler_stack.size();
    ::sigaltstack(&stack, &m_state->old_stack);
    for (size_t i = 0; i < k_faults.size(); ++i) {
        struct sigaction action{};
        action.sa_handler = State::on_fault;
        action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_ONSTACK;
        ::sigaction(k_faults[i], &action, &m_state->old_handlers[i]);
        // Who started us wants it ignored: it would not end the program.
        if (m_state->old_handlers[i].sa_handler == SIG_IGN)
            ::sigaction(k_faults[i], &m_state->old_handlers[i], nullptr);
    }
    resume();
}

Result<std::unique_ptr<TerminalMode>> TerminalMode::enter(int input, int output, bool extended_keys) {
    auto state = std::make_unique<State>();
    state->input = input;
    state->output = output;
    state->extended_keys = extended_keys;
    if (::tcgetattr(input, &state->before) != 0) return fail(system_error(errno, "read the terminal's settings"));
    repair(state->before);
    state->raw = state->before;
    state->raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    state->raw.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    state->raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    state->raw.c_cc[VMIN] = 1;
    state->raw.c_cc[VTIME] = 0;
    return std::unique_ptr<TerminalMode>(new TerminalMode(std::move(state)));
}

TerminalMode::~TerminalMode() {
    pause();
    for (size_t i = 0; i < k_faults.size(); ++i)
        ::sigaction(k_faults[i], &m_state->old_handlers[i], nullptr);
    ::sigaltstack(&m_state->old_stack, nullptr);
}

void TerminalMode::pause() {
    if (!std::exchange(m_state->on, false)) return;
    State::s_restored_on_fault = nullptr;
    m_state->end();
}

void TerminalMode::resume() {
    if (std::exchange(m_state->on, true)) return;
    State::s_restored_on_fault = m_state.get();
    m_state->begin();
}

void TerminalMode::stop_job() {
    pause();
    ::kill(0, SIGTSTP); // the whole job, as the terminal would have it
    resume();
}

} // namespace thoth
