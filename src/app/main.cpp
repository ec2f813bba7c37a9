#include "app/cli.h"
#include "app/commands/allow.h"
#include "app/commands/debug.h"
#include "app/commands/demo.h"
#include "app/commands/fsck.h"
#include "app/commands/policy.h"
#include "app/commands/sandbox.h"
#include "app/commands/search.h"
#include "app/commands/sessions.h"
#include "app/commands/undo.h"
#include "app/commands/view.h"
#include "app/headless.h"
#include "app/session_picker.h"
#include "app/version.h"
#include "base/embedded.h"
#include "config/load_settings.h"
#include "os/curl_http.h"
#include "os/large_blocks.h"
#include "os/line_reader.h"
#include "os/poll.h"
#include "os/posix_file_system.h"
#include "os/standard_streams.h"
#include "os/terminal.h"
#include "sandbox/exec.h"
#include "ui/transcript.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace thoth {

namespace embedded::app {
std::span<const File> files();
}

namespace {
constexpr int k_exit_failed = 1;
constexpr int k_exit_usage = 2;
constexpr int k_exit_signal = 128;

// Words that name a subcommand of the command-line contract. Those without a command here
// belong to later versions, and must not be taken for a prompt meanwhile.
constexpr std::array k_later_commands{"config", "doctor"};

bool has_flag(std::span<const std::string> arguments, std::string_view flag) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, flag) != end;
}

bool wants_color(int fd, const Environment& environment) {
    const auto set = [&](const char* name) { return !environment.get(name).value_or("").empty(); };
    if (set("NO_COLOR")) return false;
    if (set("FORCE_COLOR") || set("CLICOLOR_FORCE")) return true;
    return is_terminal(fd) && environment.get("TERM") != "dumb";
}

// An answer that could not be written is a failure, however well the rest went. A reader that
// went away had enough: that is none.
int with_output_checked(int code, const Output& out, Output& err) {
    if (!out.broken() || out.error() == EPIPE) return code;
    return report(system_error(out.error(), "write to standard output"), err, k_exit_failed);
}

struct Run {
    const Surroundings& world;
    const Console& console;
    SignalWatch& signals;
    SignalWatch& terminal_signals; // SIGWINCH and SIGCONT
};

// A terminal on both sides that can move its cursor.
bool can_draw(const Run& run) {
    const std::string term = run.world.environment.get("TERM").value_or("");
    return run.console.input_is_terminal && run.console.out_is_terminal && !term.empty() && term != "dumb";
}

int play_demo(DemoTerms terms, const Run& run) {
    return run_demo(terms, run.world, run.console, run.signals, can_draw(run) ? &run.terminal_signals : nullptr);
}

// On a terminal, without a model server: the demo is one key away. Returns the exit code.
int offer_demo(const Run& run) {
    if (!run.console.input_is_terminal || !run.console.out_is_terminal) return k_exit_failed;
    run.console.out.write("Start the built-in demo? [y/N] ");
    LineReader input(run.console.input);
    std::optional<LineReader::Line> line;
    while (!(line = input.line()) && !input.ended()) {
        if (wait_readable({input.fd(), run.signals.fd()}).contains(run.signals.fd()))
            return k_exit_signal + run.signals.take();
        input.read_more();
    }
    const bool yes = line && (line->text == "y" || line->text == "Y" || line->text == "yes");
    return yes ? play_demo({}, run) : k_exit_failed;
}

// -r without an id. Nothing: the run ends with this exit code.
std::optional<int> choose_session(Invocation& invocation, const Run& run) {
    if (!invocation.resume || !invocation.resume_id.empty()) return std::nullopt;
    const auto chosen = pick_session(run.world, run.console, run.signals);
    if (!chosen) {
        const bool interrupted = chosen.error().code == Errc::cancelled;
        return interrupted ? k_exit_signal + run.signals.take()
                           : report(chosen.error(), run.console.err, k_exit_failed);
    }
    if (chosen->empty()) return 0;
    invocation.resume_id = *chosen;
    return std::nullopt;
}

int run_interactive(const Invocation& invocation, RunTerms terms, const Run& run) {
    Start start = prepare_run(invocation, std::move(terms), run.world, run.signals);
    if (!start.prepared) {
        const Error& error = start.prepared.error();
        if (start.exit_code > k_exit_signal) return start.exit_code;
        report(error, run.console.err, start.exit_code);
        return error.code == Errc::unavailable ? offer_demo(run) : start.exit_code;
    }
    Application application(std::move(*start.prepared), run.world);
    std::string prompt = invocation.prompt.value_or("");
    if (!invocation.plain && can_draw(run))
        return application.run_tui(std::move(prompt), Stay::until_left, run.console, run.signals,
                                   run.terminal_signals);
    return application.run_line_mode(std::move(prompt), run.console, run.signals);
}

int run_session(Invocation invocation, const Run& run) {
    if (const auto code = choose_session(invocation, run)) return *code;
    auto terms = run_terms(invocation, run.world.files, run.world.directory);
    if (!terms) return report(terms.error(), run.console.err, k_exit_usage);
    return invocation.one_shot ? run_headless(invocation, std::move(*terms), run.world, run.console, run.signals)
                               : run_interactive(invocation, std::move(*terms), run);
}

int run_demo_command(std::span<const std::string> arguments, const Run& run) {
    DemoTerms terms;
    for (const std::string& argument : arguments) {
        if (argument != "--yes")
            return report(
                {Errc::invalid_argument, fmt::format("demo: unknown argument {}", argument), "thoth demo [--yes]"},
                run.console.err, k_exit_usage);
        terms.without_questions = true;
    }
    return play_demo(terms, run);
}

int dispatch(std::span<const std::string> arguments, const Run& run) {
    if (!arguments.empty()) {
        const std::string& word = arguments[0];
        const auto rest = arguments.subspan(1);
        if (word == "demo") return run_demo_command(rest, run);
        if (word == "undo") return run_undo(rest, run.world, run.console);
        if (word == "redo") return run_redo(rest, run.world, run.console);
        if (word == "fsck") return run_fsck(rest, run.world, run.console);
        if (word == "grep") return run_grep(rest, run.world, run.console, run.signals);
        if (word == "glob") return run_glob(rest, run.world, run.console, run.signals);
        if (word == "allow") return run_allow(rest, run.world, run.console);
        if (word == "policy") return run_policy(rest, run.world, run.console, run.signals);
        if (word == "debug") return run_debug(rest, run.world, run.console, run.signals);
        if (word == "sessions") return run_sessions(rest, run.world, run.console, run.signals);
        if (word == "sandbox") return run_sandbox(rest, run.world, run.console, run.signals);
        if (std::ranges::find(k_later_commands, word) != k_later_commands.end())
            return report({Errc::unsupported, fmt::format("\"thoth {}\" is not part of this version", word),
                           fmt::format("to send it as a prompt: thoth -- {}", word)},
                          run.console.err, k_exit_usage);
    }
    // Loading libcurl takes longer than everything else up to the first request: it begins first
    // and goes on beside the rest. A replay and a made-up screen need none of it.
    std::jthread preload;
    const bool needs_network = !has_flag(arguments, "--replay") && !has_flag(arguments, "--view");
    if (needs_network) preload = std::jthread([] { CurlHttp::preload(); });
    auto invocation = parse_command_line(arguments);
    if (!invocation) return report(invocation.error(), run.console.err, k_exit_usage);
    if (invocation->view) return run_view(*invocation->view, invocation->view_size, run.console);
    return run_session(std::move(*invocation), run);
}

int run_program(std::span<const std::string> arguments) {
    const ProcessEnvironment environment;
    SignalWatch signals;
    SignalWatch terminal_signals({SIGWINCH, SIGCONT});
    Output out(STDOUT_FILENO, wants_color(STDOUT_FILENO, environment), signals.fd());
    Output err(STDERR_FILENO, wants_color(STDERR_FILENO, environment), signals.fd());
    const Console console{
        out, err, STDIN_FILENO, is_terminal(STDIN_FILENO), is_terminal(STDOUT_FILENO), is_terminal(STDERR_FILENO)};
    std::error_code no_directory;
    const Path directory = std::filesystem::current_path(no_directory);
    if (no_directory)
        return report(system_error(no_directory.value(), "find the current directory"), err, k_exit_failed);
    const auto state = state_directory(environment);
    if (!state) return report(state.error(), err, k_exit_failed);
    PosixFileSystem files;
    const SystemClock clock;
    SystemSleeper sleeper;
    const Surroundings world{files, environment, clock, directory, *state, sleeper};
    return with_output_checked(dispatch(arguments, {world, console, signals, terminal_signals}), out, err);
}

int print(std::string_view text) {
    Output out(STDOUT_FILENO, false);
    Output err(STDERR_FILENO, false);
    out.write(text);
    return with_output_checked(0, out, err);
}
} // namespace

} // namespace thoth

int main(int argc, char** argv) {
    // The helper of the sandbox shares the program's file and nothing else of it.
    thoth::run_sandbox_helper({argv, static_cast<size_t>(argc)});
    thoth::fill_closed_standard_streams();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    // What needs nothing is answered first. A search may be for such a word.
    const bool is_search = !arguments.empty() && (arguments[0] == "grep" || arguments[0] == "glob");
    if (!is_search && thoth::has_flag(arguments, "--version"))
        return thoth::print(fmt::format("thoth {}\n", thoth::k_version));
    const bool is_asking_for_help = thoth::has_flag(arguments, "--help") || thoth::has_flag(arguments, "-h");
    if ((!is_search && is_asking_for_help) || (!arguments.empty() && arguments[0] == "help"))
        return thoth::print(thoth::embedded::app::files().front().text);
    thoth::keep_large_blocks();
    return thoth::run_program(arguments);
}
