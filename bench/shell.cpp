// What the sandbox adds to a command: `bash -c true` started plainly, supervised only, and with all of the
// rules, in turns. Arguments: the thoth program, which is the helper, and an empty directory.
// Prints a table; docs/benchmarks.md says what the figures mean.
#include "os/posix_file_system.h"
#include "os/posix_process.h"
#include "sandbox/sandbox.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>

namespace thoth {
namespace {
using Milliseconds = std::chrono::duration<double, std::milli>;

template <class T>
T must(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "bench_shell: {}\n", describe(result.error()));
    std::exit(1);
}

// The commands of one project, as the shell tool starts them.
class Commands {
public:
    Commands(const Path& helper, const Path& root) : m_project(root / "project") {
        for (const char* name : {"project", "home", "session", "state"})
            std::filesystem::create_directories(root / name);
        SandboxSettings settings;
        settings.project = m_project;
        settings.home = root / "home";
        settings.temporary = root / "session";
        settings.state = root / "state";
        settings.quarantine = root / "state/quarantine";
        settings.helper = helper;
        m_sandbox = std::make_unique<Sandbox>(settings, m_files, m_processes);
    }
    SandboxFinding finding() const { return m_sandbox->finding(); }

    double plain() {
        return timed([this] { return plain_request(); });
    }
    double under(const CommandReach& reach) {
        return timed([&] { return must(m_sandbox->around(plain_request(), reach)); });
    }

private:
    ProcessRequest plain_request() const {
        ProcessRequest request;
        request.arguments = {"/bin/bash", "--noprofile", "--norc", "-c", "true"};
        request.directory = m_project;
        request.environment = {{"PATH", "/usr/bin:/bin"}};
        return request;
    }
    double timed(const std::function<ProcessRequest()>& request) {
        const auto start = std::chrono::steady_clock::now();
        const ProcessResult result =
            must(m_processes.run(request(), [](OutputStream, std::string_view) {}, std::stop_token()));
        if (result.exit_code != 0) must(Result<int>(fail(Errc::io, "the command failed")));
        return Milliseconds(std::chrono::steady_clock::now() - start).count();
    }

    Path m_project;
    PosixFileSystem m_files;
    PosixProcessRunner m_processes;
    std::unique_ptr<Sandbox> m_sandbox;
};

struct Row {
    const char* name;
    std::function<double()> run;
    std::vector<double> times{};
};

void print(Row& row, double plain) {
    std::ranges::sort(row.times);
    const double median = row.times[row.times.size() / 2];
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {:+.2f} |\n", row.name, row.times.front(), median,
               row.times[row.times.size() * 95 / 100], median - plain);
}

void compare(Commands& commands, int rounds) {
    std::vector<Row> rows{{"plain", [&] { return commands.plain(); }},
                          {"supervised, nothing confined", [&] { return commands.under({.confined = false}); }},
                          {"all rules, with network", [&] { return commands.under({.network = true}); }},
                          {"all rules", [&] { return commands.under({}); }}};
    for (int round = 0; round < rounds; ++round)
        for (Row& row : rows)
            row.times.push_back(row.run());
    std::ranges::sort(rows[0].times);
    const double plain = rows[0].times[rows[0].times.size() / 2];
    fmt::print("| `bash -c true`, level {} | min, ms | median | 95 % | more than plain |\n|---|--:|--:|--:|--:|\n",
               letter_of(commands.finding().level));
    for (Row& row : rows)
        print(row, plain);
}
} // namespace
} // namespace thoth

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: bench_shell THOTH DIRECTORY (an empty one)\n");
        return 2;
    }
    constexpr int k_rounds = 200;
    thoth::Commands commands(argv[1], argv[2]);
    thoth::compare(commands, k_rounds);
    return 0;
}
