#include "app/commands/sandbox.h"

#include "app/sandboxed_commands.h"
#include "config/load_settings.h"
#include "os/temporary_directory.h"
#include "sandbox/sandbox.h"
#include "session/project_state.h"
#include "text/display.h"
#include "tools/shell_environment.h"
#include "ui/transcript.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <fmt/format.h>

namespace thoth {

namespace {
constexpr int k_exit_usage = 2;
constexpr int k_exit_not_run = 126;
constexpr int k_exit_signal = 128;
constexpr size_t k_tail = 4096; // of the output, to guess what was denied

struct Asked {
    SandboxSettings::Mode mode = SandboxSettings::Mode::automatic;
    SandboxSettings::Missing missing{};
    CommandReach reach{};
    std::vector<std::string> command{};
};

bool set_missing(SandboxSettings::Missing& missing, std::string_view what) {
    if (what == "namespaces") return missing.namespaces = true;
    if (what == "landlock-network") return missing.landlock_network = true;
    if (what == "landlock") return missing.landlock = true;
    if (what == "system-calls") return missing.system_calls = true;
    return false;
}

Result<Asked> parse(std::span<const std::string> arguments) {
    constexpr const char* k_usage = "thoth sandbox [--network] [--strict|--off] [--without WHAT] [-- COMMAND...]";
    Asked asked;
    for (auto word = arguments.begin(); word != arguments.end(); ++word) {
        if (*word == "--") {
            asked.command.assign(word + 1, arguments.end());
            if (asked.command.empty()) return fail(Errc::invalid_argument, "there is no command after --", k_usage);
            return asked;
        }
        if (*word == "--network")
            asked.reach.network = true;
        else if (*word == "--strict")
            asked.mode = SandboxSettings::Mode::strict;
        else if (*word == "--off")
            asked.mode = SandboxSettings::Mode::off;
        else if (*word == "--without" && word + 1 != arguments.end() && set_missing(asked.missing, *(word + 1)))
            ++word;
        else
            return fail(Errc::invalid_argument, "sandbox: an argument that there is not", k_usage);
    }
    return asked;
}

// The file of a program that was named without a slash, along PATH.
Result<std::string> program_file(const std::string& name, const Surroundings& world) {
    if (name.find('/') != std::string::npos) return (world.directory / name).lexically_normal().native();
    const std::string path = world.environment.get("PATH").value_or("/usr/bin:/bin");
    for (size_t start = 0; start <= path.size();) {
        const size_t end = std::min(path.find(':', start), path.size());
        const Path file = Path(path.substr(start, end - start)) / name;
        const auto status = world.files.status(file);
        constexpr uint32_t k_any_execute = 0111;
        if (file.is_absolute() && status && status->kind == FileKind::regular &&
            (status->mode & k_any_execute) != 0)
            return file.native();
        start = end + 1;
    }
    return fail(Errc::not_found, fmt::format("there is no program '{}'", name), "give its whole path");
}

// Everything one run needs, in the order in which it must go.
class SandboxRun {
public:
    static Result<SandboxRun> create(const Asked& asked, const Surroundings& world) {
        const Workspace workspace = TRY(Workspace::open(world.files, world.directory));
        const Path state = TRY(find_project_state(world.files, world.state_directory, workspace.root()));
        TemporaryDirectory temporary = TRY(TemporaryDirectory::create(world.environment, "thoth-sandbox-"));
        const auto given = TRY(load_settings(world.files, world.state_directory, world.environment, {}));
        SandboxSettings settings =
            sandbox_settings(given.settings, workspace, state / "quarantine", world, temporary.path());
        settings.mode = asked.mode;
        settings.pretend_missing = asked.missing;
        return SandboxRun(std::move(temporary), settings, world);
    }

    const SandboxSettings& settings() const { return m_settings; }
    Sandbox& sandbox() { return *m_sandbox; }

    Result<ProcessResult> run(const Asked& asked, const OutputSink& sink, const std::stop_token& stop) {
        ProcessRequest request;
        request.arguments = asked.command;
        request.arguments[0] = TRY(program_file(asked.command[0], m_world));
        request.directory = m_world.directory;
        request.environment = shell_environment(m_world.environment, m_world.files, m_settings.project);
        std::erase_if(request.environment, [](const auto& variable) { return variable.first == "TMPDIR"; });
        request.environment.emplace_back("TMPDIR", m_settings.temporary.native());
        request = TRY(m_sandbox->around(std::move(request), asked.reach));
        return m_processes->run(request, sink, stop);
    }

private:
    SandboxRun(TemporaryDirectory temporary, const SandboxSettings& settings, const Surroundings& world)
        : m_world(world), m_temporary(std::move(temporary)), m_settings(settings),
          m_processes(std::make_unique<PosixProcessRunner>()),
          m_sandbox(std::make_unique<Sandbox>(settings, world.files, *m_processes)) {}

    const Surroundings& m_world;
    TemporaryDirectory m_temporary;
    SandboxSettings m_settings;
    std::unique_ptr<PosixProcessRunner> m_processes;
    std::unique_ptr<Sandbox> m_sandbox;
};

std::string listed(std::string_view title, const std::vector<Path>& paths) {
    std::string text = fmt::format("{}\n", title);
    for (const Path& path : paths)
        text += "  " + visible_line(path.native()) + "\n";
    return paths.empty() ? std::string() : text;
}

std::string description(const SandboxFinding& finding, const SandboxPolicy& policy) {
    std::string text = fmt::format("level {}: {}\n", letter_of(policy.level), in_words(policy.level));
    if (!finding.reason.empty()) text += visible_line(finding.reason) + "\n";
    if (policy.level == SandboxLevel::none) return text;
    text +=
        fmt::format("network: {}\n", policy.network ? "all of it" : "none; commands of a session reach each other");
    if (policy.level != SandboxLevel::system_calls) text += listed("commands write in", policy.writable);
    if (policy.level != SandboxLevel::full) return text;
    return text + listed("but not in", policy.read_only) + listed("and cannot read", policy.hidden);
}

void tell(const Console& console, Notice::Level level, const std::string& text) {
    console.err.write(notice_text({level, text}, console.err.color()));
}

int exit_code(const ProcessResult& result) {
    return result.end == ProcessEnd::exited ? result.exit_code : k_exit_signal + result.signal;
}

int run_command(SandboxRun& run, const Asked& asked, const Console& console, SignalWatch& signals) {
    std::string tail;
    const auto pass_on = [&](OutputStream stream, std::string_view bytes) {
        (stream == OutputStream::out ? console.out : console.err).write(bytes);
        tail += bytes;
        tail.erase(0, tail.size() - std::min(tail.size(), k_tail));
    };
    const ProtectedState before = run.sandbox().look_before(asked.reach);
    const StopOnSignal stop(signals);
    const auto result = run.run(asked, pass_on, stop.token());
    if (!result) {
        tell(console, Notice::Level::error, describe(result.error()));
        return k_exit_not_run;
    }
    if (stop.number() != 0) return k_exit_signal + stop.number();
    const int code = exit_code(*result);
    for (const std::string& note : run.sandbox().notes_after(before, asked.reach, code, tail))
        tell(console, Notice::Level::warning, note);
    for (const std::string& note : run.sandbox().look_again())
        tell(console, Notice::Level::warning, note);
    return code;
}
} // namespace

int run_sandbox(std::span<const std::string> arguments, const Surroundings& surroundings, const Console& console,
                SignalWatch& signals) {
    const auto report = [&](const Error& error, int code) {
        tell(console, Notice::Level::error, describe(error));
        return code;
    };
    const auto asked = parse(arguments);
    if (!asked) return report(asked.error(), k_exit_usage);
    auto run = SandboxRun::create(*asked, surroundings);
    if (!run) return report(run.error(), k_exit_not_run);
    if (!asked->command.empty()) return run_command(*run, *asked, console, signals);
    const auto policy = run->sandbox().policy(asked->reach);
    if (!policy) return report(policy.error(), k_exit_not_run);
    console.out.write(description(run->sandbox().finding(), *policy));
    return 0;
}

} // namespace thoth
