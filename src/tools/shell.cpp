#include "tools/shell.h"

#include "tools/arguments.h"
#include "tools/shell_kill.h"
#include "tools/shell_output.h"
#include "tools/shell_report.h"
#include "tools/tool_text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace thoth {

namespace {
using namespace std::string_view_literals;

constexpr int k_default_timeout = 120; // seconds
constexpr int k_max_timeout = 600;
constexpr size_t k_max_line = 100'000; // bytes; Linux takes 128 KiB in one argument
constexpr size_t k_footer_chars = 700; // separator, notes and status
constexpr const char* k_writable = "writable";
constexpr size_t k_least_output = 1'000; // however small the budget

std::string described(std::string text, const std::string& shell) {
    constexpr std::string_view k_placeholder = "{shell}";
    if (const size_t at = text.find(k_placeholder); at != std::string::npos)
        text.replace(at, k_placeholder.size(), shell);
    return text;
}

// One command line, the same in the foreground and in the background.
class ShellLine {
public:
    ShellLine(const ShellHost& host, const ShellProgram& shell, CommandAccess access)
        : m_host(host), m_shell(shell), m_access(std::move(access)) {}

    const ShellHost& host() const { return m_host; }
    const ShellProgram& shell() const { return m_shell; }
    const CommandAccess& access() const { return m_access; }
    const std::string& text() const { return m_access.line; }
    // In the project; should that be gone, in the empty directory for temporary files, and `note` says so.
    Result<ConfinedCommand> confined(const ToolContext& context, std::string& note) const {
        ProcessRequest request;
        request.arguments = m_shell.command(m_access.line);
        request.directory = context.workspace.root();
        request.environment =
            shell_environment(context.environment, context.files, context.workspace.root(), m_host.environment);
        if (const auto status = context.files.status(request.directory);
            !status && status.error().code == Errc::not_found) {
            request.directory = TRY(m_host.directory.make());
            note = fmt::format("[the project directory is gone: this ran in {}]\n", request.directory.string());
        }
        if (m_host.confine) return m_host.confine(std::move(request), context.reach);
        return ConfinedCommand{std::move(request)};
    }

private:
    const ShellHost& m_host; // of the tool, like the next
    const ShellProgram& m_shell;
    CommandAccess m_access;
};

std::unexpected<Error> shell_error(const Error& error) {
    return fail({error.code, "shell: " + error.message, error.hint});
}

// Where the kernel and its devices live, and everything: nothing that a command could need whole.
bool is_too_much(const Path& real, const Path& project) {
    constexpr std::array k_whole{"/"sv, "/dev"sv, "/proc"sv, "/sys"sv, "/run"sv};
    return is_within(project, real) || std::ranges::find(k_whole, real.native()) != k_whole.end() ||
           is_within(real, "/proc") || is_within(real, "/sys");
}

// What the model says the command has to write, as it really is. The project is writable anyway: to
// name it would only take the guard off the files in it that steer other programs.
Result<std::vector<Path>> wanted_paths(const Json& arguments, const ToolContext& context) {
    std::vector<Path> paths;
    for (const std::string& text : text_list_field(arguments, k_writable)) {
        const Path home = home_directory(context.environment);
        const auto path = context.workspace.resolve(
            context.files, text.starts_with("~/") ? (home / text.substr(2)).native() : text);
        if (!path) return shell_error(path.error());
        if (!context.files.status(path->real))
            return fail(Errc::not_found, fmt::format("shell: {} in {} does not exist", text, k_writable),
                        "name a file or directory that is there");
        if (is_too_much(path->real, context.workspace.root()))
            return fail(Errc::invalid_argument, fmt::format("shell: {} in {} is too much", text, k_writable),
                        "name the one file or directory that the command failed to write");
        paths.push_back(path->real);
    }
    return paths;
}

size_t output_room(const ToolContext& context) {
    const size_t budget = static_cast<size_t>(std::max(context.budget.result_chars, 0));
    return std::max(budget, k_footer_chars + k_least_output) - k_footer_chars;
}

class ForegroundCall final : public PreparedCall {
public:
    ForegroundCall(ShellLine line, int wanted_timeout)
        : m_line(std::move(line)), m_wanted_timeout(wanted_timeout),
          m_timeout(std::clamp(wanted_timeout, 1, k_max_timeout)) {}

    Access access() const override { return m_line.access(); }
    Preview preview() const override { return {Preview::Kind::command, "shell", m_line.text()}; }
    std::optional<CommandEnd> command_end() const override { return m_end; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        ShellOutput output(output_room(context), m_line.host().directory);
        std::string notes;
        auto command = m_line.confined(context, notes);
        if (!command) return shell_error(command.error());
        command->request.timeout = std::chrono::seconds(m_timeout);
        auto result = context.processes.run(
            command->request, [&](OutputStream stream, std::string_view bytes) { output.feed(stream, bytes); },
            std::move(stop));
        if (!result) return shell_error(result.error());
        m_end = command_end_of(*result);
        output.finish();
        if (command->after) notes += command->after(*result, output.text());
        return report(std::move(*result), output, std::move(notes));
    }

private:
    std::string report(ProcessResult result, ShellOutput& output, std::string notes) const {
        std::string text = output.text();
        const bool succeeded = result.end == ProcessEnd::exited && result.exit_code == 0;
        if (text.empty()) text = succeeded ? "(it succeeded and printed nothing)\n" : "(it printed nothing)\n";
        if (!succeeded && wanted_input(text))
            notes += "[it may have wanted input: there is no terminal here, and nobody to answer]\n";
        if (!succeeded) notes += m_line.shell().wrong_shell_note(text);
        if (output.is_cut()) notes += log_note(output);
        if (result.left_running) notes += take(std::move(result.left_running), output);
        if (result.not_ended > 0)
            notes += fmt::format("[{} of its processes could not be ended]\n", result.not_ended);
        if (m_timeout != m_wanted_timeout)
            notes += fmt::format("[timeout_secs is 1 to {}: {} was used, not {}]\n", k_max_timeout, m_timeout,
                                 m_wanted_timeout);
        return text + notes + status_line(result, std::chrono::seconds(m_timeout));
    }
    static std::string log_note(ShellOutput& output) {
        const auto log = output.log();
        if (!log) return "[the rest could not be kept in a log]\n";
        return fmt::format("[{} of the output is in {}: read_file with offset, or grep]\n",
                           log->is_whole() ? "all" : "the last part", log->path().string());
    }
    // The call is over; what goes on goes on as a task.
    std::string take(std::unique_ptr<RunningProcess> running, ShellOutput& output) const {
        Jobs& jobs = m_line.host().jobs;
        const pid_t pid = jobs.take(std::move(running), m_line.text(), output.log());
        for (const Task& task : jobs.list())
            if (task.pid == pid) return left_running_note(task);
        return {};
    }

    ShellLine m_line;
    int m_wanted_timeout; // seconds
    int m_timeout;
    std::optional<CommandEnd> m_end;
};

class BackgroundCall final : public PreparedCall {
public:
    explicit BackgroundCall(ShellLine line) : m_line(std::move(line)) {}

    Access access() const override { return m_line.access(); }
    Preview preview() const override { return {Preview::Kind::command, "shell in the background", m_line.text()}; }
    std::optional<CommandEnd> command_end() const override { return m_end; }

    Result<std::string> run(const ToolContext& context, std::stop_token) override {
        std::string note;
        const auto command = m_line.confined(context, note);
        if (!command) return shell_error(command.error());
        const Path log = TRY(m_line.host().directory.next("task", ".log"));
        const auto started = m_line.host().jobs.start(command->request, m_line.text(), log);
        if (!started) return shell_error(started.error());
        m_end = started->ended ? command_end_of(*started->ended) : CommandEnd{CommandEnd::How::goes_on};
        if (!started->ended) return note + background_note(started->pid, log.string());
        return note + ended_at_once(*command, *started->ended, context, log);
    }

private:
    std::string ended_at_once(const ConfinedCommand& command, const ProcessResult& result,
                              const ToolContext& context, const Path& log) const {
        ShellOutput output(output_room(context), m_line.host().directory);
        if (const auto text = context.files.read(log, 0, output_room(context)))
            output.feed(OutputStream::out, *text);
        output.finish();
        const std::string notes = command.after ? command.after(result, output.text()) : std::string();
        const std::string status = status_line(result, {});
        return fmt::format("{}[it has ended already, so nothing runs in the background; log: {}]\n{}{}",
                           output.text(), log.string(), notes, status.empty() ? "exit code 0\n" : status);
    }

    ShellLine m_line;
    std::optional<CommandEnd> m_end;
};

class ShellTool final : public Tool {
public:
    ShellTool(ShellProgram shell, ShellHost host)
        : m_shell(std::move(shell)), m_host(std::move(host)),
          m_spec{"shell", described(std::string(tool_text("shell")), m_shell.name()),
                 R"({"type":"object","properties":{)"
                 R"("command":{"type":"string"},)"
                 R"("timeout_secs":{"type":"integer","description":"1 to 600, default 120"},)"
                 R"("background":{"type":"boolean"},)"
                 R"("network":{"type":"boolean","description":"It failed for want of the network"},)"
                 R"("writable":{"type":"array","items":{"type":"string"},)"
                 R"("description":"Files or directories that it was not allowed to write"}},)"
                 R"("required":["command"]})"} {}

    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments,
                                                  const ToolContext& context) const override {
        std::string line = m_shell.line_to_run(text_field(arguments, "command").value_or(""));
        if (line.find_first_not_of(" \t\r\n") == std::string::npos)
            return fail(Errc::invalid_argument, "shell: the command is empty", "say what to run");
        if (line.find('\0') != std::string::npos)
            return fail(Errc::invalid_argument, "shell: the command has a NUL character in it",
                        "what follows it would be lost; write it as \\0 in printf");
        if (line.size() > k_max_line)
            return fail(Errc::too_large, fmt::format("shell: the command is longer than {} bytes", k_max_line),
                        "write it to a script file and run that");
        if (auto kill = prepare_kill(line, m_host.jobs)) return kill;
        ShellLine shell_line(
            m_host, m_shell,
            {std::move(line), flag_field(arguments, "network"), TRY(wanted_paths(arguments, context))});
        if (flag_field(arguments, "background")) return std::make_unique<BackgroundCall>(std::move(shell_line));
        return std::make_unique<ForegroundCall>(
            std::move(shell_line), integer_field(arguments, "timeout_secs").value_or(k_default_timeout));
    }

private:
    ShellProgram m_shell;
    ShellHost m_host;
    ToolSpec m_spec;
};
} // namespace

std::unique_ptr<Tool> make_shell_tool(ShellProgram shell, ShellHost host) {
    return std::make_unique<ShellTool>(std::move(shell), std::move(host));
}

} // namespace thoth
