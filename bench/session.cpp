// What a session file of any size costs: bench_session DIRECTORY. Each measure runs in a process of its own, so
// that the peak of memory is its own, too.
#include "os/posix_file_system.h"
#include "session/session_list.h"
#include "session/session_record.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thoth {

namespace {
constexpr uint64_t k_long = 300'000'000;
constexpr int k_many_sessions = 1000;
constexpr int k_messages = 10'000;

AssistantRecord reply(int number, std::string text) {
    AssistantRecord record;
    record.message.text = std::move(text);
    record.message.calls.push_back({fmt::format("call_{}", number), "read_file", R"({"path":"src/a.c"})", {}});
    return record;
}

// Prompts, replies with a call, and results, until there are so many messages or bytes.
void write_session(FileSystem& files, const Path& file, int messages, uint64_t bytes, size_t result_size) {
    const auto out = files.open_append(file, 0600).value();
    std::string pending;
    uint64_t size = 0;
    int number = 0;
    const auto add = [&](const SessionRecord& record) {
        pending += record_line(++number, "2026-01-31T12:00:00.000Z", record);
        if (pending.size() < 1'000'000) return;
        size += pending.size();
        (void)out->append(std::exchange(pending, {}), Durability::buffered);
    };
    add(SessionMeta{"", "/home/u/p", "m", ""});
    for (int i = 0; number <= messages && size < bytes; ++i) {
        if (i % 10 == 0) add(UserRecord(fmt::format("prompt {} of this session", i)));
        add(reply(i, "I look at the file first."));
        add(ToolResult{fmt::format("call_{}", i), "read_file", std::string(result_size, 'x'), false});
        if (i % 10 == 9) add(AboutRecord{"", "m", i / 10 + 1});
    }
    (void)out->append(pending, Durability::buffered);
}

void measure(const char* what, const char* target, const std::function<void()>& work) {
    std::fflush(stdout);
    const pid_t pid = ::fork();
    if (pid == 0) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        fmt::print("| {} | {:.1f} | {:.0f} | {} |\n", what, took.count(),
                   static_cast<double>(usage.ru_maxrss) / 1024, target);
        std::fflush(stdout);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
}

void require(bool holds, const char* what) {
    if (holds) return;
    fmt::print(stderr, "bench_session: {}\n", what);
    ::_exit(1);
}

void run(const Path& directory) {
    PosixFileSystem files;
    const Path lines = directory / "20260131T120000Z-00000001.jsonl";
    const Path short_lines = directory / "20260131T120000Z-00000002.jsonl";
    const Path many = directory / "many";
    write_session(files, lines, 1 << 30, k_long, 2500);
    write_session(files, short_lines, k_messages, k_long, 300);
    std::filesystem::create_directories(many / "sessions");
    for (int i = 0; i < k_many_sessions; ++i)
        write_session(files, many / "sessions" / fmt::format("20260131T120000Z-{:08x}.jsonl", i), 60, k_long, 3000);
    fmt::print("| work | ms | peak MiB | target |\n|---|--:|--:|--:|\n");
    measure("a 300 MB session, in a list", "500 ms", [&] {
        const SessionSummary summary = summarize_session(files, {lines, "x"});
        require(summary.prompts.value_or(0) > 1000, "the prompts are not known");
    });
    measure("a 300 MB session, read to go on", "5 s, 300 MiB", [&] {
        const auto stored = read_session_file(files, lines);
        require(stored && stored->left_out > 0 && !stored->history.empty(), "it cannot be read");
    });
    measure("10,000 messages, read to go on", "200 ms, 60 MiB", [&] {
        const auto stored = read_session_file(files, short_lines);
        require(stored && stored->history.size() >= 9000, "it cannot be read");
    });
    measure("a list of 1,000 sessions", "500 ms", [&] {
        const auto sessions = summarize_sessions(files, many);
        require(sessions && sessions->size() == k_many_sessions, "it cannot be listed");
    });
}
} // namespace

} // namespace thoth

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("bench_session DIRECTORY: writes 500 MB there\n", stderr);
        return 2;
    }
    thoth::run(argv[1]);
    return 0;
}
