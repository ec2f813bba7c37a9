#include "agent/evidence.h"

#include "fakes/agent_bench.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
using Code = Evidence::Code;

ToolResult changed(const char* path) {
    ToolResult result{"1", "edit_file", "done", false};
    result.observed.files = {{path, ObservedFile::How::changed, hash_of("x"), {}}};
    return result;
}

ToolResult ran(const char* line, bool is_check = false) {
    ToolResult result{"1", "shell", "out", false};
    result.observed.command = ObservedCommand{line, {}, is_check, false};
    return result;
}

Evidence evidence(const std::vector<ToolResult>& results, const std::vector<const Stack*>& stacks) {
    WorkRecord record;
    for (const ToolResult& result : results)
        record.add(result);
    return evidence_of(record.request(), stacks, {});
}

const std::vector<const Stack*>& cpp() {
    static const std::vector<const Stack*> stacks{StackTable::find("C/C++")};
    return stacks;
}
} // namespace

TEST(Evidence, TellsHowTheCodeStands) { // G16
    const std::vector<const Stack*> two{StackTable::find("C/C++"), StackTable::find("Python")};
    EXPECT_EQ(evidence({ran("./a.out")}, cpp()).code, Code::unchanged);
    EXPECT_EQ(evidence({changed("notes.md")}, cpp()).code, Code::unchanged);
    EXPECT_EQ(evidence({changed("a.cpp")}, cpp()).code, Code::not_checked);
    EXPECT_EQ(evidence({changed("a.cpp"), ran("make", true)}, cpp()).code, Code::checked);
    EXPECT_EQ(evidence({changed("a.cpp"), ran("make", true), changed("a.cpp")}, cpp()).code, Code::not_checked);
    EXPECT_EQ(evidence({changed("a.cpp"), ran("./a.out")}, cpp()).code, Code::ran);
    EXPECT_EQ(evidence({changed("a.cpp"), ran("./a.out")}, two).code, Code::ran) << "no Python was changed";
    const Evidence python = evidence({changed("a.py"), ran("python3 a.py")}, two);
    EXPECT_EQ(python.code, Code::only_ran);
    EXPECT_EQ(python.unchecked, std::vector<std::string>{"Python"});
}

TEST(Evidence, ChecksAreNotNamedAmongTheCommandsThatMayHaveChangedFiles) {
    const Evidence seen = evidence({ran("make", true), ran("npm i")}, cpp());
    EXPECT_EQ(seen.commands, std::vector<std::string>{"npm i"});
    EXPECT_EQ(seen.checks, (std::vector<CheckRun>{{{"make", {}, true, false}, true}}));
}

TEST(Evidence, GoesWithTheEndOfTheRequestAndIsThatOfTheRequestAlone) {
    AgentBench bench{{"a.c", "one\n"}, {"CMakeLists.txt", ""}};
    bench.settings.mode = Mode::accept_edits;
    bench.answers = {Answer::skip, Answer::once};
    bench.model.calls({{"r", "read_file", R"({"path":"a.c"})", {}},
                       {"e", "edit_file", R"({"path":"a.c","old_string":"one","new_string":"two"})", {}},
                       {"s", "shell", R"({"command":"rm a.o"})", {}},
                       {"t", "shell", R"({"command":"make"})", {}}});
    const Evidence first = bench.ask("go").evidence;
    EXPECT_EQ(first, (Evidence{{{"a.c", ObservedFile::How::changed, hash_of("two\n"), {}}},
                               {{{"make", {}, true, false}, true}},
                               {},
                               {{"shell", "rm a.o", Denial::skipped}},
                               {},
                               Code::checked}));
    EXPECT_EQ(bench.ask("and now?").evidence, Evidence{});
}

} // namespace thoth
