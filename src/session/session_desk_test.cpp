#include "session/session_desk.h"

#include "fakes/manual_clock.h"
#include "fakes/session_text.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
struct Bench {
    TempDirectory dir;
    PosixFileSystem files;
    ManualClock clock;
    Path own = dir / "projects/p";
    SessionDesk desk{files, clock, dir.path(), own, "/home/u/p"};

    void session(const std::string& project, const std::string& digits, const std::string& prompt) {
        SessionText text;
        text.add(SessionMeta{"", "/home/u/" + project, "m", ""});
        if (!prompt.empty()) text.add(UserRecord(prompt)).add(said("yes"));
        dir.put(Path("projects") / project / "sessions" / ("20260131T120000Z-" + digits + ".jsonl"), text.text());
    }
    std::string list(std::string_view words = {}, std::string_view without = {}) {
        const auto text = desk.list(words, without);
        return text ? *text : describe(text.error());
    }
    std::string choose(std::string_view word) {
        const auto file = desk.choose(word);
        return file ? file->id.substr(17) : describe(file.error());
    }
};
} // namespace

TEST(SessionDesk, ListsThisProjectFirstAndMarksTheOthers) {
    Bench bench;
    bench.session("other dir", "00000003", "elsewhere");
    bench.session("p", "00000001", "fix the parser");
    bench.session("p", "00000002", "write a lexer");
    bench.session("p", "00000009", "");
    EXPECT_EQ(bench.list(), "  [1]  00000002  just now, 1 prompt, 1 kB  write a lexer\n"
                            "  [2]  00000001  just now, 1 prompt, 1 kB  fix the parser\n"
                            "  [3]  00000003  just now, 1 prompt, 1 kB  elsewhere\n"
                            "       in /home/u/other dir");
    EXPECT_EQ(bench.choose("2"), "00000001");
    EXPECT_EQ(bench.choose("00000002"), "00000002");
    EXPECT_EQ(bench.choose("3"),
              "session 00000003 belongs to another project, /home/u/other dir (cd '/home/u/other "
              "dir' && thoth -r 00000003)");
}

TEST(SessionDesk, WordsNarrowTheListDownInAnyCase) {
    Bench bench;
    bench.session("p", "00000001", "Fix the parser");
    bench.session("p", "00000002", "write a lexer");
    EXPECT_EQ(bench.list("PARSER  fix"), "  [1]  00000001  just now, 1 prompt, 1 kB  Fix the parser");
    EXPECT_EQ(bench.choose("1"), "00000001");
    EXPECT_EQ(bench.list("no such words"), "no session has these words");
    EXPECT_EQ(bench.list("", "20260131T120000Z-00000002"),
              "  [1]  00000001  just now, 1 prompt, 1 kB  Fix the parser");
}

TEST(SessionDesk, SaysWhenThereIsNothingToChoose) {
    Bench bench;
    EXPECT_EQ(bench.list(), "there is no earlier session");
    EXPECT_EQ(bench.choose("7"), "there is no session 7 (thoth sessions list --all shows what there is)");
}

TEST(SessionDesk, ALongListEndsWithHowManyMore) {
    Bench bench;
    for (int i = 0; i < 25; ++i)
        bench.session("p", fmt::format("{:08x}", i), "prompt");
    const std::string list = bench.list();
    EXPECT_TRUE(list.ends_with("\n       and 5 more of this project; type a word of them")) << list;
}

} // namespace thoth
