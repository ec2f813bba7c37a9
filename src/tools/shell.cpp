#include "tools/shell.h"

#include "tools/arguments.h"
#include "tools/head_tail_buffer.h"
#include "tools/shell_environment.h"
#include "tools/terminal_text.h"
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
constexpr size_t k_max_line = 100'000;   // bytes; Linux takes 128 KiB in one argument
constexpr size_t k_footer_chars = 700;   // separator, notes and status
constexpr size_t k_least_output = 1'000; // however small the budget

constexpr std::array k_bash_places{"/bin/bash"sv, "/usr/bin/bash"sv};

// The program and its arguments before the line. "--": a line may begin with a dash.
std::vector<std::string> shell_on(const FileSystem& files) {
    for (const std::string_view place : k_bash_places)
        if (const auto status = files.status(place); status && status->kind == FileKind::regular)
            return {std::string(place), "--noprofile", "--norc", "-c", "--"};
    return {"/bin/sh", "-c", "--"};
}

std::string described(std::string text, const std::string& shell) {
    constexpr std::string_view k_placeholder = "{shell}";
    if (const size_t at = text.find(k_placeholder); at != std::string::npos)
        text.replace(at, k_placeholder.size(), Path(shell).filename().string());
    return text;
}

// What one stream has brought, as the model will see it.
class Capture {
public:
    explicit Capture(size_t capacity) : m_kept(capacity) {}
    void feed(std::string_view bytes) { m_kept.add(m_text.feed(bytes)); }
    void finish() { m_kept.add(m_text.finish()); }
    uint64_t size() const { return m_kept.size(); }

    std::string text(size_t limit) const {
        std::string text = m_kept.text(limit);
        if (!text.empty() && !text.ends_with('\n')) text += '\n';
        return text;
    }

private:
    TerminalText m_text;
    HeadTailBuffer m_kept;
};

// Standard error may take a third, and whatever the other stream leaves.
std::string joined_output(const Capture& out, const Capture& err, size_t room) {
    const size_t out_size = std::min<uint64_t>(out.size(), room);
    const size_t err_room = std::max(room / 3, room - out_size);
    const size_t err_size = std::min<uint64_t>(err.size(), err_room);
    std::string text = out.text(room - err_size);
    if (err.size() > 0) text += "--- stderr ---\n" + err.text(err_room);
    return text;
}

std::string status_line(const ProcessResult& result, int timeout) {
    switch (result.end) {
    case ProcessEnd::exited:
        return result.exit_code == 0 ? "" : fmt::format("exit code {}\n", result.exit_code);
    case ProcessEnd::signalled:
        return fmt::format("ended by signal {}\n", result.signal);
    case ProcessEnd::timed_out:
        return fmt::format("timed out after {} s and was ended\n", timeout);
    case ProcessEnd::cancelled:
        return "cancelled by user\n";
    }
    return "";
}

// Messages of programs that looked for a terminal or an answer and found neither.
bool wanted_input(std::string_view messages) {
    constexpr std::array k_signs{"/dev/tty"sv, "not a tty"sv,          "not a terminal"sv, "terminal is required"sv,
                                 "EOFError"sv, "Inappropriate ioctl"sv};
    return std::ranges::any_of(k_signs, [&](auto sign) { return messages.find(sign) != std::string_view::npos; });
}

class PreparedShell final : public PreparedCall {
public:
    PreparedShell(std::vector<std::string> shell, std::string line, int wanted_timeout)
        : m_shell(std::move(shell)), m_line(std::move(line)), m_wanted_timeout(wanted_timeout),
          m_timeout(std::clamp(wanted_timeout, 1, k_max_timeout)) {}

    Access access() const override { return CommandAccess{m_line}; }
    Preview preview() const override { return {Preview::Kind::command, "shell", m_line}; }

    Result<std::string> run(const ToolContext& context, std::stop_token stop) override {
        const size_t budget = static_cast<size_t>(std::max(context.budget.result_chars, 0));
        const size_t room = std::max(budget, k_footer_chars + k_least_output) - k_footer_chars;
        Capture out(room);
        Capture err(room);
        const auto sink = [&](OutputStream stream, std::string_view bytes) {
            (stream == OutputStream::out ? out : err).feed(bytes);
        };
        const auto result = context.processes.run(request(context), sink, std::move(stop));
        if (!result) return fail({result.error().code, "shell: " + result.error().message, result.error().hint});
        out.finish();
        err.finish();
        return report(*result, joined_output(out, err, room));
    }

private:
    ProcessRequest request(const ToolContext& context) const {
        ProcessRequest request;
        request.arguments = m_shell;
        request.arguments.push_back(m_line);
        request.directory = context.workspace.root();
        request.environment = shell_environment(context.environment, context.files, context.workspace.root());
        request.timeout = std::chrono::seconds(m_timeout);
        return request;
    }
    std::string report(const ProcessResult& result, std::string text) const {
        const bool succeeded = result.end == ProcessEnd::exited && result.exit_code == 0;
        if (text.empty()) text = succeeded ? "(it succeeded and printed nothing)\n" : "(it printed nothing)\n";
        if (!succeeded && wanted_input(text))
            text += "[it may have wanted input: there is no terminal here, and nobody to answer]\n";
        if (result.pipe_held)
            text += "[a process that it started is still running and holds its output; the rest is not shown]\n";
        if (result.not_ended > 0)
            text += fmt::format("[{} of its processes could not be ended]\n", result.not_ended);
        if (m_timeout != m_wanted_timeout)
            text += fmt::format("[timeout_secs is 1 to {}: {} was used, not {}]\n", k_max_timeout, m_timeout,
                                m_wanted_timeout);
        return text + status_line(result, m_timeout);
    }

    std::vector<std::string> m_shell;
    std::string m_line;
    int m_wanted_timeout; // seconds
    int m_timeout;
};

class ShellTool final : public Tool {
public:
    explicit ShellTool(std::vector<std::string> shell)
        : m_shell(std::move(shell)),
          m_spec{"shell", described(std::string(tool_text("shell")), m_shell.front()),
                 R"({"type":"object","properties":{)"
                 R"("command":{"type":"string","description":"The command line"},)"
                 R"("timeout_secs":{"type":"integer","description":"1 to 600, default 120"}},)"
                 R"("required":["command"]})"} {}

    const ToolSpec& spec() const override { return m_spec; }
    bool read_only() const override { return false; }

    Result<std::unique_ptr<PreparedCall>> prepare(const Json& arguments, const ToolContext&) const override {
        std::string line = text_field(arguments, "command").value_or("");
        if (line.find_first_not_of(" \t\r\n") == std::string::npos)
            return fail(Errc::invalid_argument, "shell: the command is empty", "say what to run");
        if (line.find('\0') != std::string::npos)
            return fail(Errc::invalid_argument, "shell: the command has a NUL character in it",
                        "what follows it would be lost; write it as \\0 in printf");
        if (line.size() > k_max_line)
            return fail(Errc::too_large, fmt::format("shell: the command is longer than {} bytes", k_max_line),
                        "write it to a script file and run that");
        if (flag_field(arguments, "background"))
            return fail(Errc::unsupported, "shell: background=true is not available",
                        "run commands that end by themselves; for a server, let the user start it");
        return std::make_unique<PreparedShell>(
            m_shell, std::move(line), integer_field(arguments, "timeout_secs").value_or(k_default_timeout));
    }

private:
    std::vector<std::string> m_shell;
    ToolSpec m_spec;
};
} // namespace

std::string shell_name(const FileSystem& files) {
    return Path(shell_on(files).front()).filename().string();
}

std::unique_ptr<Tool> make_shell_tool(const FileSystem& files) {
    return std::make_unique<ShellTool>(shell_on(files));
}

} // namespace thoth
