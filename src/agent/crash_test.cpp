#include "fakes/agent_bench.h"
#include "session/session_reader.h"
#include "workspace/undo.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

// One request that changes files in every way, ended at each of its writes in turn: by a failing disk,
// a kill, or a power cut. Whatever happens, each file is the old or the new one, the session can be
// gone on with, and undo gives the old tree.

namespace thoth {

namespace {
using Tree = std::map<std::string, std::string>;

ToolCall call(const std::string& id, const std::string& tool, const Json& arguments) {
    return {id, tool, dump_json(arguments), {}};
}

struct CrashBench {
    AgentBench bench{{"a.txt", "one\n"}, {"b.txt", "bee\n"}, {"gone.txt", "to go\n"}};
    Tree before = bench.memory.tree("/project");
    Path session;

    CrashBench() {
        bench.answers.assign(20, Answer::once);
        bench.new_log = [this](std::string_view) {
            return SessionLog::create(bench.memory, "/state", bench.clock, "/project", "scripted");
        };
        bench.model.calls(
            {call("r1", "read_file", {{"path", "a.txt"}}), call("r2", "read_file", {{"path", "gone.txt"}})});
        bench.model.calls({call("c1", "edit_file", {{"path", "a.txt"}, {"old_string", "one"}, {"new_string", "1"}}),
                           call("c2", "write_file", {{"path", "new/deep/n.txt"}, {"content", "new\n"}}),
                           call("c3", "move_file", {{"from", "b.txt"}, {"to", "moved/b.txt"}}),
                           call("c4", "edit_file", {{"path", "a.txt"}, {"old_string", "1"}, {"new_string", "2"}}),
                           call("c5", "delete_file", {{"path", "gone.txt"}})});
        bench.model.says("done");
    }

    void run() { (void)bench.ask("change it"); }
    Tree tree() const { return bench.memory.tree("/project"); }

    // Old or new, nothing else, and nothing in two places or in none.
    void check_files(const std::string& where) const {
        const Tree now = tree();
        const auto content = [&](const char* path) {
            const auto it = now.find(path);
            return it == now.end() ? std::string("-") : it->second.substr(4);
        };
        const auto one_of = [&](const char* path, std::initializer_list<std::string> allowed) {
            const std::string is = content(path);
            EXPECT_NE(std::ranges::find(allowed, is), allowed.end()) << where << ": " << path << " is " << is;
        };
        one_of("/project/a.txt", {"one\n", "1\n", "2\n"});
        one_of("/project/new/deep/n.txt", {"-", "new\n"});
        one_of("/project/gone.txt", {"-", "to go\n"});
        EXPECT_EQ((content("/project/b.txt") == "bee\n") + (content("/project/moved/b.txt") == "bee\n"), 1)
            << where;
    }

    void check_session(const std::string& where) const {
        const auto sessions = list_sessions(bench.memory, "/state");
        if (!sessions || sessions->empty()) return; // it had not begun
        const auto stored = read_session_file(bench.memory, sessions->front().path);
        ASSERT_TRUE(stored) << where;
        size_t calls = 0;
        size_t results = 0;
        for (const Message& message : stored->history) {
            if (const auto* said = std::get_if<AssistantMessage>(&message)) calls += said->calls.size();
            if (std::holds_alternative<ToolResult>(message)) ++results;
        }
        EXPECT_EQ(calls, results) << where;
    }

    void check_undo(const std::string& where) {
        CheckpointStore store = CheckpointStore::at(bench.memory, "/state");
        const auto undone = Undo(bench.memory, store, bench.clock).undo();
        if (!undone) {
            EXPECT_EQ(undone.error().code, Errc::not_found) << where << ": " << describe(undone.error());
        }
        Tree now = tree();
        // A directory that was made just before the end may be left; it was noted before, so undo takes it.
        EXPECT_EQ(now, before) << where;
    }
};
} // namespace

namespace {
enum class End { failing_disk, kill, power_cut };

// The request, ended at its first write, its second ... until it gets to its own end. Returns how
// often it was ended.
int sweep(End end, const char* name) {
    for (int n = 1;; ++n) {
        CrashBench crash;
        MemoryFileSystem& memory = crash.bench.memory;
        if (end == End::failing_disk)
            memory.fail_change(n);
        else
            memory.kill_at(n);
        const int changes = memory.changes();
        crash.run();
        const bool all = memory.changes() - changes < n;
        memory.fail_change(0);
        memory.kill_at(0);
        if (end == End::power_cut) memory.power_cut();
        const std::string where = fmt::format("{} at write {}", name, n);
        crash.check_files(where);
        crash.check_session(where);
        crash.check_undo(where);
        if (all || testing::Test::HasFailure()) return n - 1;
    }
}
} // namespace

TEST(Crash, AWriteThatFailsLeavesOldOrNewAndUndoTakesItBack) {
    EXPECT_GT(sweep(End::failing_disk, "failed"), 25);
}

TEST(Crash, AKillAtAnyWriteLeavesOldOrNewAndUndoTakesItBack) {
    EXPECT_GT(sweep(End::kill, "killed"), 25);
}

TEST(Crash, APowerCutAtAnyWriteLosesNothingThatWasThere) {
    EXPECT_GT(sweep(End::power_cut, "power cut"), 25);
}

} // namespace thoth
