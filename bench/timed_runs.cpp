// bench_runs COUNT PROGRAM [ARGUMENT...]
//
// Starts PROGRAM so many times, one after another, without standard input and output, and
// prints a line for each: start, end (nanoseconds of CLOCK_MONOTONIC), user, system
// (microseconds), peak memory (KiB), exit code.
//
// It is a program of its own since a child's peak memory cannot read below what its parent had
// when it was started; this one needs next to nothing.

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

long long now_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

long long microseconds(const timeval& time) {
    return time.tv_sec * 1'000'000LL + time.tv_usec;
}

bool run_once(char** arguments, const posix_spawn_file_actions_t& streams) {
    pid_t child = 0;
    const long long start = now_ns();
    if (posix_spawn(&child, arguments[0], &streams, nullptr, arguments, environ) != 0) return false;
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child) return false;
    const long long end = now_ns();
    std::printf("%lld %lld %lld %lld %ld %d\n", start, end, microseconds(usage.ru_utime),
                microseconds(usage.ru_stime), usage.ru_maxrss,
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    posix_spawn_file_actions_t streams;
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&streams, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    for (int left = std::atoi(argv[1]); left > 0; --left)
        if (!run_once(argv + 2, streams)) return 1;
    return 0;
}
