// What the file tools cost, each beside a plain peer in the same run: an edit with everything around
// it against write + fsync + rename of the same bytes, a diff against `git diff --no-index`, and a
// window deep in a large log. Arguments: an empty directory, and which of log, edit, diff (all).
// Prints a table; docs/benchmarks.md says what the figures mean.
#include "os/environment.h"
#include "os/large_blocks.h"
#include "os/posix_file_system.h"
#include "os/posix_process.h"
#include "text/diff.h"
#include "tools/arguments.h"
#include "tools/edit_file.h"
#include "tools/read_file.h"
#include "workspace/checkpoint_recorder.h"
#include "workspace/line_index_cache.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>

namespace thoth {
namespace {
using Milliseconds = std::chrono::duration<double, std::milli>;

double timed(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return Milliseconds(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

template <class T>
T must(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "bench_files: {}\n", describe(result.error()));
    std::exit(1);
}
void must(Result<void> result) {
    if (result) return;
    fmt::print(stderr, "bench_files: {}\n", describe(result.error()));
    std::exit(1);
}

std::string source_text(size_t bytes) {
    std::string text;
    for (int line = 0; text.size() < bytes; ++line)
        text += fmt::format("    value_{} = compute({}, {}) + previous; // line {}\n", line % 97, line * 31 % 1009,
                            line * 17 % 733, line);
    return text;
}

// The tools on a real project directory, as the agent has them.
struct Project {
    PosixFileSystem files;
    PosixProcessRunner processes;
    SystemClock clock;
    ProcessEnvironment environment;
    Workspace workspace;
    FileLedger ledger;
    LineIndexCache line_indexes;
    ToolContext context;
    CheckpointRecorder recorder;

    explicit Project(const Path& root)
        : workspace(must(Workspace::open(files, root / "project"))),
          context{files,     processes, clock,        environment,
                  workspace, ledger,    line_indexes, ToolBudget{80'000, 40'000}},
          recorder(files, must(CheckpointStore::open(files, root / "state")), clock) {}

    std::string call(const Tool& tool, const Json& arguments) {
        const Json checked = must(checked_arguments(tool.spec(), dump_json(arguments)));
        const auto prepared = must(tool.prepare(checked, context));
        prepared->stage(context);
        if (const auto change = prepared->planned_change())
            must(recorder.record(*change, prepared->content_before()));
        return must(prepared->run(context, {}));
    }
};

// As an editor that is careful does it.
void plain_save(const Path& file, std::string_view bytes) {
    const Path temporary = file.string() + ".tmp";
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    size_t at = 0;
    while (at < bytes.size()) {
        const ssize_t n = ::write(fd, bytes.data() + at, bytes.size() - at);
        if (n <= 0) std::exit(1);
        at += static_cast<size_t>(n);
    }
    ::fsync(fd);
    ::close(fd);
    ::rename(temporary.c_str(), file.c_str());
}

void print_row(const std::string& what, double ours, const std::string& peer, double theirs) {
    fmt::print("{:<44} {:>9.2f} ms   {:<28} {:>9.2f} ms   ratio {:.2f}\n", what, ours, peer, theirs, ours / theirs);
}

void edit_of_a_line(const Path& root, int rounds) {
    constexpr size_t k_bytes = 5'000'000;
    std::filesystem::create_directories(root / "project");
    std::filesystem::create_directories(root / "state");
    Project project(root);
    const auto edit = make_edit_file_tool();
    std::string text = source_text(k_bytes);
    const Path file = root / "project/a.c";
    const Path plain = root / "project/b.c";
    plain_save(file, text);
    plain_save(plain, text);
    project.ledger.saw_all(must(project.files.real_path(file)), hash_of(text));
    std::vector<double> ours;
    std::vector<double> theirs;
    for (int i = 0; i < rounds; ++i) {
        project.recorder.begin(fmt::format("round {}", i), "bench"); // a checkpoint of its own each time
        const Json arguments{{"path", "a.c"},
                             {"old_string", fmt::format("// line {}\n", 50'000 + i)},
                             {"new_string", fmt::format("// line {}, edited\n", 50'000 + i)}};
        ours.push_back(timed([&] { project.call(*edit, arguments); }));
        theirs.push_back(timed([&] { plain_save(plain, text); }));
    }
    print_row("edit one line of 5 MB, with undo and sync", median(ours), "write, fsync, rename", median(theirs));
}

void diff_of_five_changes(const Path& root, int rounds) {
    const std::string before = source_text(5'000'000);
    std::string after = before;
    for (const int line : {10, 9'000, 30'000, 50'000, 70'000}) {
        const std::string mark = fmt::format("// line {}\n", line);
        after.replace(after.find(mark), mark.size(), fmt::format("// line {} changed\n", line));
    }
    std::ofstream(root / "before") << before;
    std::ofstream(root / "after") << after;
    const std::string command =
        fmt::format("git diff --no-index '{0}/before' '{0}/after' >/dev/null", root.string());
    std::vector<double> ours;
    std::vector<double> theirs;
    size_t size = 0;
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(timed([&] { size += unified_diff(before, after, {"a", "b"}, 3).size(); }));
        theirs.push_back(timed([&] { (void)std::system(command.c_str()); }));
    }
    if (size == 0) std::exit(1);
    print_row("diff of 5 MB with five changes", median(ours), "git diff --no-index", median(theirs));
}

long peak_kib() {
    struct rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// The first measure of the process, so that its peak of memory is seen.
void window_deep_in_a_log(const Path& root, int rounds) {
    constexpr size_t k_bytes = 1'000'000'000;
    std::filesystem::create_directories(root / "project");
    std::filesystem::create_directories(root / "state");
    int64_t lines = 0;
    {
        const std::string block = source_text(1'000'000);
        const auto in_block = std::ranges::count(block, '\n');
        std::ofstream log(root / "project/big.log");
        for (size_t size = 0; size < k_bytes; size += block.size(), lines += in_block)
            log << block;
    }
    Project project(root);
    const auto read = make_read_file_tool();
    const Json arguments{{"path", "big.log"}, {"offset", lines - 5'000}, {"limit", 600}};
    const long before = peak_kib();
    const double first = timed([&] { (void)project.call(*read, arguments); });
    std::vector<double> ours;
    std::vector<double> theirs;
    const std::string command =
        fmt::format("tail -n 5000 '{}' | head -n 600 >/dev/null", (root / "project/big.log").string());
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(timed([&] { (void)project.call(*read, arguments); }));
        theirs.push_back(timed([&] { (void)std::system(command.c_str()); }));
    }
    print_row("600 lines deep in a log of 1 GB", median(ours), "tail | head", median(theirs));
    fmt::print("  the first time {:.0f} ms; memory on top {:.1f} MiB\n", first,
               static_cast<double>(peak_kib() - before) / 1024);
    std::filesystem::remove(root / "project/big.log");
}
} // namespace
} // namespace thoth

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        fmt::print(stderr,
                   "usage: bench_files DIRECTORY [log|edit|diff] (an empty one; on tmpfs there is no sync)\n");
        return 2;
    }
    thoth::keep_large_blocks(); // as thoth does
    const thoth::Path root = argv[1];
    const std::string_view only = argc == 3 ? argv[2] : "";
    constexpr int k_rounds = 25;
    if (only.empty() || only == "log") thoth::window_deep_in_a_log(root, k_rounds);
    if (only.empty() || only == "edit") thoth::edit_of_a_line(root, k_rounds);
    if (only.empty() || only == "diff") thoth::diff_of_five_changes(root, k_rounds);
    return 0;
}
