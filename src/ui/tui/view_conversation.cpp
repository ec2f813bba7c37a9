#include "ui/tui/made_up_screen.h"
#include "ui/tui/start_screen.h"
#include "ui/tui/view_contents.h"

namespace thoth {

namespace {
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view k_answer =
    "## The port is read twice\n"
    "`load_settings` in `src/settings.c:48` takes **the environment first** and the file behind it, so that the "
    "value of the file wins.\n\n"
    "- `read_environment` is called in line 52\n"
    "- `read_file` is called in line 57 and overwrites `port`\n\n"
    "Calling them the other way round is enough:\n\n"
    "```c\nread_file(&settings, path);\nread_environment(&settings);\n```\n\n"
    "Shall I change that?\n";

constexpr std::string_view k_everything =
    "# Release notes\n"
    "Text with **bold**, *slanted*, `code` and a [link](https://example.org/notes).\n"
    "A second line of the same paragraph that is long enough to be wrapped at any width that is looked at here.\n\n"
    "1. first\n2. second\n   - below it, with a text that has to be wrapped where the screen is narrow\n   - and "
    "another\n3. third\n\n"
    "> A quotation that goes on\n> for two lines.\n\n"
    "| file | lines | what changed |\n|------|------:|:------------:|\n"
    "| `src/parse.c` | 120 | the second pass is gone |\n| `src/main.c` | 8 | flags |\n\n"
    "```c\nfor (size_t i = 0; i < count; ++i)\n    total += sizes[i]; /* a long line of code is broken anywhere "
    "*/\n"
    "```\n\n"
    "***\n"
    "- [x] written\n- [ ] released\n";
} // namespace

StyledLines draw_start(ViewSize size) {
    MadeUpScreen screen(size);
    SessionFacts facts;
    facts.version = "0.1.0";
    facts.model = "qwen3:8b";
    facts.server = "http://localhost:11434";
    facts.directory = "/srv/projects/parser";
    facts.mode = "manual";
    facts.in_use.window = 32'768;
    screen.block(start_screen(facts, size.width));
    screen.status().last = {};
    screen.status().written.reset();
    return screen.rows();
}

StyledLines draw_chat(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Why does PORT=80 have no effect?");
    screen.calls({"1", "grep", {Preview::Kind::none, "grep \"port\" in src", ""}});
    screen.call_ends("1",
                     "src/settings.c:52: read_environment(&settings);\nsrc/settings.c:57: read_file(&settings, "
                     "path);\n");
    screen.answers(k_answer);
    screen.ends();
    return screen.rows();
}

StyledLines draw_markdown(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Show me everything.");
    screen.answers(k_everything);
    screen.ends();
    return screen.rows();
}

StyledLines draw_stream(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("What does the parser do with tabs?");
    screen.passes(seconds(4));
    screen.writes(
        "A tab is one character for it. The column of an error counts it **as one column**, whatever the "
        "editor shows:\n\n- in `next_token` the column grows by one\n- in `report` it is printed as it **i");
    return screen.rows();
}

StyledLines draw_reasoning(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("Is the cache worth it?");
    screen.thinks("The cache is asked for every file.");
    screen.passes(milliseconds(3'200));
    screen.answers("I look at the figures first.\n");
    screen.calls({"1", "shell", {Preview::Kind::command, "shell", "wc -l cache.log"}});
    screen.call_ends("1", "1284 cache.log\n");
    screen.thinks("1284 lines, and the log has one line for each file that was asked for. "
                  "Of these how many were found? The third column says it. I could count them with a command. "
                  "If most of them were not found then the cache costs more than it brings, "
                  "and it would be better to");
    screen.passes(seconds(12));
    return screen.rows();
}

StyledLines draw_wide(ViewSize size) {
    MadeUpScreen screen(size);
    screen.user_says("你好，请翻译这个文件。 \U0001F469\u200D\U0001F4BB e\u0301t\u00E9");
    screen.calls({"1", "read_file", {Preview::Kind::none, "read_file docs/说明.md\x1b[2J\u202E", ""}});
    screen.call_ends("1", "一个很长的行，必须在两列宽的字符之间换行，而不是在字符的中间换行，无论终端有多宽。\n"
                          "\x1b]0;title\x07\x1b[31mred\x1b[0m\ttab \u202Ereversed\u202C\n");
    screen.answers(
        "**表格** 也是这样：\n\n| 名字 | 数 |\n|---|--:|\n| 苹果 | 3 |\n| \U0001F1E9\U0001F1EA | 12 |\n\n"
        "\x1b[2J\x1b]52;c;eA==\x07Nothing of this reaches the terminal.\n");
    screen.status().model = "模型\x1b[7m";
    screen.ends();
    screen.type("回答\u0301");
    return screen.rows();
}

} // namespace thoth
