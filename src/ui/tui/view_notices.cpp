#include "ui/tui/context_block.h"
#include "ui/tui/help_block.h"
#include "ui/tui/made_up_screen.h"
#include "ui/tui/notice_block.h"
#include "ui/tui/status_line.h"
#include "ui/tui/view_contents.h"

#include <utility>

namespace thoth {

namespace {
using std::chrono::milliseconds;
using std::chrono::seconds;
} // namespace

StyledLines draw_notices(ViewSize size) {
    MadeUpScreen screen(size);
    const int width = size.width;
    screen.block(notice_block({Notice::Level::info, "THOTH.md and src/AGENTS.md are told to the model"}, width));
    screen.block(notice_block(
        {Notice::Level::warning, "the window of 32768 tokens is what the server said; less was asked for"}, width));
    screen.user_says("Change the greeting.");
    screen.calls({"1", "edit_file", {Preview::Kind::diff, "edit_file hello.c", "@@ -1 +1 @@\n-Hi\n+Hello\n"}});
    screen.call_ends("1", "edited hello.c");
    screen.block(check_asked_block({"make"}, width));
    screen.block(retry_block({"the server is overloaded (529)", 2, 5, milliseconds(4000), false}, width));
    screen.answers("The greeting is changed.\n");
    Evidence evidence;
    evidence.files = {{"hello.c", ObservedFile::How::changed, {}, {}}};
    evidence.checks = {{{"make", {CommandEnd::How::exited, 2}, true, false}, true}};
    evidence.code = Evidence::Code::checked;
    screen.ends(evidence);
    screen.block(tasks_block(
        {{4711, "npm start", "/tmp/thoth-4711.log", {"node"}, {3000}, "2026-01-31T12:00:00Z", false}}, width));
    screen.block(
        notice_block({Notice::Level::error, "http://localhost:11434 does not answer: connection refused"}, width));
    screen.status().tasks = 1;
    screen.status().cost = 0.0123;
    return screen.rows();
}

StyledLines draw_waiting(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Explain src/report.c.");
    screen.waits(WaitingForModel::For::answer, seconds(46));
    screen.passes(seconds(50));
    return screen.rows();
}

StyledLines draw_stopping(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Run it.");
    screen.calls({"1", "shell", {Preview::Kind::command, "shell", "sleep 600"}});
    screen.stops();
    screen.passes(seconds(3));
    return screen.rows();
}

StyledLines draw_compaction(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Go on with the next file.");
    screen.block(
        notice_block({Notice::Level::info, "the conversation was shortened from about 29.8k to 6.1k tokens; "
                                           "what was left out is in a summary"},
                     size.width));
    screen.answers("Next is `src/report.c`.\n");
    screen.ends();
    screen.block(prompt_block("/context", size.width));
    screen.block(context_block({{{"system prompt", 1'310},
                                 {"tools", 2'214},
                                 {"summary", 1'102},
                                 {"prompts", 240},
                                 {"results of read_file", 1'280}},
                                32'768,
                                true},
                               size.width));
    screen.status().last.input = 6'146;
    screen.status().last.output = 12;
    return screen.rows();
}

StyledLines draw_help(ViewSize size) {
    MadeUpScreen screen(size);
    screen.block(prompt_block("/help", size.width));
    screen.block(help_block(size.width));
    return screen.rows();
}

StyledLines draw_status(ViewSize size) {
    MadeUpScreen screen(size);
    StatusFacts& facts = screen.status();
    facts.tasks = 2;
    facts.cost = 0.0123;
    facts.editor_file = "settings.c: 3 lines selected";
    StyledLines rows;
    for (int width = size.width; width >= 10; width -= 6)
        rows.push_back(status_line(facts, width));
    screen.block(std::move(rows));
    return screen.rows();
}

} // namespace thoth
