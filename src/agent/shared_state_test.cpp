#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "permission/grants.h"
#include "session/session_reader.h"
#include "workspace/project_memory.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Several processes write the state of one project at the same time and are killed at any moment: what a write has
// returned for is there afterwards, and nothing is torn.

namespace thoth {

namespace {
constexpr int k_writers = 8;

int lives() { // of each writer; many by hand
    const char* asked = std::getenv("THOTH_STRESS_LIVES");
    return asked ? std::max(1, std::atoi(asked)) : 6;
}

// One process: writes grants, facts and messages until its time is up, and notes each that was taken.
[[noreturn]] void write_until_killed(const Path& dir, int writer, int life, int microseconds) {
    PosixFileSystem files;
    const SystemClock clock;
    const auto done = files.open_append(dir / fmt::format("done-{}", writer), 0600);
    const auto note = [&](const std::string& what) { (void)(*done)->append(what + "\n", Durability::buffered); };
    itimerval timer{};
    timer.it_value.tv_usec = microseconds;
    ::setitimer(ITIMER_REAL, &timer, nullptr); // its signal ends the process wherever it is
    const auto log = SessionLog::create(files, dir, clock, "/p", "m");
    auto grants = Grants::load(files, dir / "allow.json", "/p");
    ProjectMemory memory(files, dir / "project");
    if (!log || !grants) ::_exit(1);
    for (int i = 0;; ++i) {
        const std::string name = fmt::format("{}.{}.{}", writer, life, i);
        if ((*log)->user({name})) note("session " + (*log)->id() + " " + name);
        const std::vector<std::string> keys{"web:" + name};
        if (i % 8 == 0 && grants->add(keys, clock)) note("grant web:" + name);
        if (memory.add("- fact " + name)) note("memory - fact " + name);
        if (i % 4 == 0 && !(*log)->sync()) ::_exit(1);
    }
}

struct Done {
    std::set<std::string> grants;
    std::set<std::string> facts;
    std::map<std::string, std::vector<std::string>> sessions; // texts by id
};

Done read_done(const Path& dir) {
    Done done;
    for (int writer = 0; writer < k_writers; ++writer) {
        std::istringstream lines(
            read_whole(PosixFileSystem(), dir / fmt::format("done-{}", writer), 1 << 30).value_or(""));
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string kind;
            std::string first;
            words >> kind >> first;
            if (kind == "grant") done.grants.insert(first);
            if (kind == "memory") done.facts.insert(line.substr(kind.size() + 1));
            if (kind == "session") {
                std::string text;
                words >> text;
                done.sessions[first].push_back(text);
            }
        }
    }
    return done;
}

void run_writers(const Path& dir) {
    std::mt19937 chance(17);
    std::map<pid_t, std::pair<int, int>> alive; // writer and how often it began
    const auto start = [&](int writer, int life) {
        const int microseconds = std::uniform_int_distribution(3'000, 60'000)(chance);
        const pid_t pid = ::fork();
        if (pid == 0) write_until_killed(dir, writer, life, microseconds);
        alive[pid] = {writer, life};
    };
    for (int writer = 0; writer < k_writers; ++writer)
        start(writer, 1);
    while (!alive.empty()) {
        int status = 0;
        const pid_t pid = ::wait(&status);
        if (!alive.contains(pid)) continue; // somebody else's, who left it
        ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) << "a writer ended by itself: " << status;
        const auto [writer, life] = alive.at(pid);
        alive.erase(pid);
        if (life < lives()) start(writer, life + 1);
    }
}
} // namespace

TEST(SharedState, WhatKilledWritersHadWrittenIsAllThereAndWhole) {
    const TempDirectory dir;
    std::filesystem::create_directory(dir / "project");
    run_writers(dir.path());
    const Done done = read_done(dir.path());
    const PosixFileSystem files;
    PosixFileSystem writable;

    const auto grants = Grants::load(writable, dir / "allow.json", "/p");
    ASSERT_TRUE(grants) << describe(grants.error());
    EXPECT_FALSE(done.grants.empty());
    for (const std::string& key : done.grants)
        EXPECT_TRUE(grants->has(key)) << key;

    const auto memory = ProjectMemory(writable, dir / "project").text();
    ASSERT_TRUE(memory) << describe(memory.error());
    std::set<std::string> facts;
    std::istringstream lines(*memory);
    for (std::string line; std::getline(lines, line);)
        facts.insert(line);
    EXPECT_TRUE(std::ranges::includes(facts, done.facts));
    EXPECT_FALSE(done.facts.empty());

    EXPECT_GE(done.sessions.size(), static_cast<size_t>(k_writers));
    for (const auto& [id, texts] : done.sessions) {
        const auto stored = read_session_file(files, dir / "sessions" / (id + ".jsonl"));
        ASSERT_TRUE(stored) << describe(stored.error());
        EXPECT_EQ(stored->skipped_lines, 0) << id;
        ASSERT_GE(stored->history.size(), texts.size()) << id;
        for (size_t i = 0; i < texts.size(); ++i)
            EXPECT_EQ(stored->history[i], Message(UserMessage{texts[i]}));
    }
    const auto entries = files.list(dir.path());
    ASSERT_TRUE(entries) << describe(entries.error());
    for (const DirectoryEntry& entry : *entries)
        EXPECT_TRUE(entry.name == "allow.json" || entry.name == "allow.json.lock" || entry.name == "project" ||
                    entry.name == "sessions" || entry.name.starts_with("done-") ||
                    entry.name.starts_with(".allow.json."))
            << entry.name;
}

} // namespace thoth
