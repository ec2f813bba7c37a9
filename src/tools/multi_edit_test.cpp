#include "tools/multi_edit.h"

#include "fakes/tool_bench.h"

namespace thoth {
namespace {

Json edit(const std::string& old_text, const std::string& new_text, bool all = false) {
    return Json{{"old_string", old_text}, {"new_string", new_text}, {"replace_all", all}};
}

Result<std::string> multi_edit(ToolBench& bench, const std::string& name, const std::vector<Json>& edits) {
    return bench.call("multi_edit", Json{{"path", name}, {"edits", edits}});
}

// T27
TEST(MultiEdit, LaterEditsSeeWhatEarlierOnesLeft) {
    ToolBench bench{{"a.txt", "one\ntwo\nthree\n"}};
    bench.read("a.txt");
    EXPECT_EQ(multi_edit(bench, "a.txt", {edit("one", "1"), edit("1\ntwo", "12"), edit("e", "E", true)}).value(),
              "edited a.txt: 3 edits, 4 places replaced");
    EXPECT_EQ(bench.files.text("a.txt"), "12\nthrEE\n");
    EXPECT_EQ(bench.ledger.coverage("/project/a.txt", hash_of("12\nthrEE\n")), Coverage::whole);
}

// B12
TEST(MultiEdit, WritesNothingWhenOneEditDoesNotApplyAndNamesIt) {
    ToolBench bench{{"a.txt", "one\ntwo\n"}};
    bench.read("a.txt");
    EXPECT_EQ(error_text(multi_edit(bench, "a.txt", {edit("one", "1"), edit("1\ntwo", "12"), edit("six", "6")})),
              "multi_edit: edit 3: \"a.txt\": old_string is not in the file: no line of the file is like it "
              "(read that part again and copy it exactly; nothing was written, none of the edits was applied)");
    EXPECT_EQ(bench.files.text("a.txt"), "one\ntwo\n");
    EXPECT_EQ(bench.memory.changes(), 0);
    EXPECT_EQ(
        error_text(multi_edit(bench, "a.txt", {edit("two", "one"), edit("one", "1")})),
        "multi_edit: edit 2: \"a.txt\": old_string is found 2 times, at lines 1, 2 (add lines around it until "
        "it is unique, or set replace_all; nothing was written, none of the edits was applied)");
    EXPECT_EQ(error_text(multi_edit(bench, "a.txt", {edit("two", "2"), edit("", "1")})).substr(0, 53),
              "multi_edit: edit 2: \"a.txt\": old_string is empty (giv");
    EXPECT_EQ(bench.memory.changes(), 0);
}

// T28
TEST(MultiEdit, AnEditThatChangesNothingIsSkippedAndNamed) {
    ToolBench bench{{"a.txt", "one\r\ntwo\r\n"}};
    bench.read("a.txt");
    EXPECT_EQ(
        multi_edit(bench, "a.txt", {edit("one", "one"), edit("two", "2"), edit("one\n", "one\r\n")}).value(),
        "edited a.txt: 1 edit, 1 place replaced; skipped, since old_string and new_string are the same: edit 1, 3");
    EXPECT_EQ(bench.files.text("a.txt"), "one\r\n2\r\n");
    const int changes = bench.memory.changes();
    for (const std::vector<Json>& edits :
         {std::vector{edit("one", "one")}, std::vector{edit("one", "1"), edit("1", "one")}})
        EXPECT_EQ(error_text(multi_edit(bench, "a.txt", edits)),
                  "multi_edit: \"a.txt\": all the edits together change nothing "
                  "(give the text as it shall be in new_string)");
    EXPECT_EQ(bench.memory.changes(), changes) << "nothing was written";
}

// T29
TEST(MultiEdit, IsOneChangeWithOneDiff) {
    ToolBench bench{{"a.txt", "1\n2\n3\n"}};
    bench.read("a.txt");
    const auto call = bench.prepare(
        "multi_edit", dump_json(Json{{"path", "a.txt"}, {"edits", {edit("1", "one"), edit("3", "three")}}}));
    EXPECT_EQ(call->preview().title, "multi_edit a.txt");
    EXPECT_EQ(call->preview().body, "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-1\n+one\n 2\n-3\n+three\n");
    EXPECT_EQ(std::get<ChangeAccess>(call->access()).path, "/project/a.txt");
    EXPECT_EQ(call->planned_change()->after, hash_of("one\n2\nthree\n"));
    ASSERT_TRUE(call->run(bench.context, {}));
    EXPECT_EQ(bench.files.text("a.txt"), "one\n2\nthree\n");
}

// B01, B03
TEST(MultiEdit, MatchesAsEditFileDoes) {
    ToolBench bench{{"a.txt", "\xEF\xBB\xBFone\r\ntwo\nthree\r\n"}};
    bench.read("a.txt");
    ASSERT_TRUE(multi_edit(bench, "a.txt", {edit("one\ntwo", "one\nand\ntwo"), edit("three\n", "3\n4\n")}));
    EXPECT_EQ(bench.files.text("a.txt"), "\xEF\xBB\xBFone\r\nand\r\ntwo\n3\r\n4\r\n");
}

// G02
TEST(MultiEdit, NeedsAReadOfTheFileAsItIs) {
    ToolBench bench{{"a.txt", "one\n"}};
    EXPECT_EQ(error_text(multi_edit(bench, "a.txt", {edit("one", "1")})),
              "multi_edit: \"a.txt\" was not read yet (read_file it first)");
    bench.read("a.txt");
    bench.files.put("a.txt", "one!\n");
    EXPECT_EQ(error_text(multi_edit(bench, "a.txt", {edit("one", "1")})),
              "multi_edit: \"a.txt\" changed since it was read (read_file it again, then edit)");
    bench.read("a.txt");
    const auto call =
        bench.prepare("multi_edit", dump_json(Json{{"path", "a.txt"}, {"edits", {edit("one", "1")}}}));
    bench.files.put("a.txt", "one?\n");
    EXPECT_EQ(error_code(call->run(bench.context, {})), Errc::conflict);
    EXPECT_EQ(bench.files.text("a.txt"), "one?\n");
}

TEST(MultiEdit, ErrorsNameTheFieldOfTheEdit) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    EXPECT_EQ(bench.error("multi_edit", R"({"path":"a.txt","edits":[]})"),
              "multi_edit: \"edits\" is empty (give at least one edit)");
    EXPECT_EQ(bench.error("multi_edit", R"({"path":"a.txt","edits":[{"old_string":"one","new_string":"1"},7]})"),
              "multi_edit: edit 2: \"old_string\" is missing (required: old_string, new_string; optional: "
              "replace_all)");
    EXPECT_EQ(bench.error("multi_edit", R"({"path":"a.txt","edits":[{"old_string":"one","new_string":[1]}]})"),
              "multi_edit: edit 1: \"new_string\" must be a string, not array (required: old_string, new_string; "
              "optional: replace_all)");
    EXPECT_EQ(error_text(multi_edit(bench, "a.txt", std::vector<Json>(101, edit("one", "1")))),
              "multi_edit: 101 edits; at most 100 in one call (nothing was written; send them in several calls)");
    EXPECT_EQ(bench.files.text("a.txt"), "one\n");
}

// A list may come as its text, as some models send it.
TEST(MultiEdit, UnderstandsAListThatCameAsText) {
    ToolBench bench{{"a.txt", "one\n"}};
    bench.read("a.txt");
    EXPECT_TRUE(
        bench.call("multi_edit", Json{{"path", "a.txt"}, {"edits", dump_json(Json::array({edit("one", "1")}))}}));
    EXPECT_EQ(bench.files.text("a.txt"), "1\n");
    EXPECT_TRUE(bench.call("multi_edit", Json{{"path", "a.txt"}, {"edits", {dump_json(edit("1", "2"))}}}));
    EXPECT_EQ(bench.files.text("a.txt"), "2\n");
}

TEST(MultiEdit, EditsThatFeedEachOtherStayWithinBounds) {
    ToolBench bench{{"a.txt", std::string(10, 'a')}};
    bench.read("a.txt");
    const std::string error =
        error_text(multi_edit(bench, "a.txt", std::vector<Json>(100, edit("a", std::string(10'000, 'a'), true))));
    EXPECT_TRUE(error.starts_with("multi_edit: edit 2: \"a.txt\": the file would become larger than 64 MB"))
        << error;
}

} // namespace
} // namespace thoth
