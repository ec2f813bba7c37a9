#include "search/grep.h"

#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <chrono>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace thoth {
namespace {
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

// One project on disk, names shown relative to it.
struct Project : TempDirectory {
    GrepQuery query(std::string pattern, const Path& start = "") const {
        GrepQuery query;
        query.ignore = &ignore;
        query.pattern = std::move(pattern);
        query.start = start.empty() ? path() : path() / start;
        query.show = [this](const Path& file) { return file.lexically_relative(path()).string(); };
        return query;
    }
    GrepOutcome grep(const GrepQuery& query) const {
        const auto outcome = thoth::grep(PosixFileSystem(), query, {});
        EXPECT_TRUE(outcome) << describe(outcome.error());
        return outcome.value_or(GrepOutcome{});
    }
    std::string text(const GrepQuery& query) const { return grep(query).text; }

    PosixFileSystem files;
    FakeEnvironment environment{{{"HOME", "/nonexistent"}}};
    IgnoreSources ignore{files, environment};
};

std::string numbered(int count) {
    std::string text;
    for (int i = 1; i <= count; ++i)
        text += "line " + std::to_string(i) + "\n";
    return text;
}

TEST(Grep, PlainFormatInOrderOfPaths) { // T38
    Project project;
    project.put("b.c", "int two;\r\nlast int");
    project.put("a/x.c", "none\nint one;\n");
    EXPECT_EQ(project.text(project.query("int")), "a/x.c:2: int one;\nb.c:1: int two;\nb.c:2: last int\n");
    EXPECT_EQ(project.text(project.query("int;$|two;$", "b.c")), "b.c:1: int two;\n");
}

TEST(Grep, ContextBlocksAreMergedOrSeparated) { // T38
    Project project;
    project.put("a", numbered(12));
    project.put("b", "line 3\n");
    GrepQuery query = project.query("line (3|5|9|12)$");
    query.context = 1;
    EXPECT_EQ(project.text(query), "a-2- line 2\n"
                                   "a:3: line 3\n"
                                   "a-4- line 4\n"
                                   "a:5: line 5\n"
                                   "a-6- line 6\n"
                                   "--\n"
                                   "a-8- line 8\n"
                                   "a:9: line 9\n"
                                   "a-10- line 10\n"
                                   "a-11- line 11\n"
                                   "a:12: line 12\n"
                                   "--\n"
                                   "b:1: line 3\n");
}

TEST(Grep, StopsAtTheCapInsideAFile) { // T36, T38
    Project project;
    project.put("a", numbered(300));
    GrepQuery query = project.query("line");
    const GrepOutcome plain = project.grep(query);
    EXPECT_EQ(plain.matches, 100u);
    EXPECT_TRUE(plain.more);
    EXPECT_TRUE(plain.text.ends_with("a:100: line 100\n"));
    query.pattern = "line (1|3)$";
    query.max_matches = 1;
    query.context = 1;
    EXPECT_EQ(project.text(query), "a:1: line 1\na-2- line 2\n");
}

TEST(Grep, StopsAtTheOutputLimitBetweenLines) {
    Project project;
    project.put("a", numbered(9));
    GrepQuery query = project.query("line");
    query.max_output_chars = 25; // two lines of twelve
    const GrepOutcome outcome = project.grep(query);
    EXPECT_EQ(outcome.text, "a:1: line 1\na:2: line 2\n");
    EXPECT_EQ(outcome.matches, 2u);
    EXPECT_TRUE(outcome.more);
}

TEST(Grep, ALongLineIsShownAroundTheMatch) { // B47
    Project project;
    project.put("long", "first\n" + std::string(299'999, 'x') + "NEEDLE" + std::string(99'995, 'y') + "\nlast\n");
    const GrepOutcome outcome = project.grep(project.query("NEEDLE"));
    EXPECT_EQ(outcome.text, "long:2: …" + std::string(62, 'x') + "NEEDLE" + std::string(182, 'y') +
                                "… [column 300000 of 400000]\n");
    EXPECT_EQ(project.text(project.query("last")), "long:3: last\n");
    GrepQuery context = project.query("last");
    context.context = 1;
    EXPECT_EQ(project.text(context), "long-2- " + std::string(250, 'x') + "…\nlong:3: last\n");
}

TEST(Grep, AMatchNearTheStartOfALongLineKeepsTheStart) { // T36
    Project project;
    project.put("a", "äb NEEDLE " + std::string(400, 'y'));
    EXPECT_EQ(project.text(project.query("NEEDLE")),
              "a:1: äb NEEDLE " + std::string(240, 'y') + "… [column 4 of 410]\n");
}

TEST(Grep, FindsAMatchWhereverItLiesInALongLine) {
    Project project;
    for (const size_t at : {49'151u, 65'536u, 81'920u, 1'048'575u}) {
        project.put("a", std::string(at, 'x') + "NEEDLE" + std::string(70'000, 'x'));
        EXPECT_THAT(project.text(project.query("xNEEDLEx")), HasSubstr("[column " + std::to_string(at) + " of"))
            << at;
    }
    project.put("a", std::string(60'000, 'x') + "END");
    EXPECT_EQ(project.grep(project.query("END$")).matches, 1u);
    EXPECT_EQ(project.grep(project.query("x$|^END|^x+$")).matches, 0u);
}

TEST(Grep, OutputIsValidUtf8AndBytesThatAreNotDoNotHideAMatch) {
    Project project;
    project.put("a", "\xFF\xFF caf\xC3 NEEDLE\n");
    EXPECT_EQ(project.text(project.query("NEEDLE")), "a:1: \uFFFD\uFFFD caf\uFFFD NEEDLE\n");
}

TEST(Grep, GlobChoosesByRelativePathOrName) { // T35
    Project project;
    for (const char* name : {"src/a.cc", "src/b.h", "lib/a.cc"})
        project.put(name, "x\n");
    const auto names = [&](std::string glob) {
        GrepQuery query = project.query("x");
        query.glob = std::move(glob);
        return project.text(query);
    };
    EXPECT_EQ(names("a.*"), "lib/a.cc:1: x\nsrc/a.cc:1: x\n");
    EXPECT_EQ(names("src/*.h"), "src/b.h:1: x\n");
}

TEST(Grep, CountsWhatAWalkLeavesOutButSearchesWhatIsNamed) { // T37, B42
    Project project;
    project.put("text", "MARK\n");
    project.put("binary", std::string("MARK\0", 5));
    project.put("key.pem", "MARK\n");
    project.put("build/x", "MARK\n");
    project.put(".gitignore", "build/\n*.gen\n");
    project.put("a.gen", "MARK\n");
    const std::string start = "MARK\n" + std::string(10'000, 'x');                   // no zeros there
    std::filesystem::resize_file(project.put("large", start), 64 * 1024 * 1024 + 1); // sparse
    ::mkfifo((project / "fifo").c_str(), 0600);
    const GrepOutcome walked = project.grep(project.query("MARK"));
    EXPECT_EQ(walked.text, "text:1: MARK\n");
    EXPECT_EQ(walked.files_searched, 2u);
    EXPECT_EQ(walked.files_skipped_binary, 1u);
    EXPECT_EQ(walked.files_skipped_secret, 1u);
    EXPECT_EQ(walked.files_skipped_large, 1u);
    EXPECT_EQ(walked.files_ignored, 1u);
    EXPECT_EQ(walked.directories_ignored, 1u);
    EXPECT_EQ(project.text(project.query("MARK", "key.pem")), "key.pem:1: MARK\n");
    EXPECT_EQ(project.text(project.query("MARK", "build")), "build/x:1: MARK\n");
    EXPECT_EQ(project.text(project.query("MARK", "a.gen")), "a.gen:1: MARK\n");
    EXPECT_EQ(project.text(project.query("MARK", "binary")), "binary:1: MARK \n"); // not raw
    const auto fifo = grep(PosixFileSystem(), project.query("MARK", "fifo"), {});
    ASSERT_FALSE(fifo);
    EXPECT_EQ(fifo.error().code, Errc::unsupported); // B51
}

TEST(Grep, AProjectMayLieBelowADirectoryWithASecretName) { // B15
    Project project;
    project.put(".docker/p/a.c", "MARK\n");
    project.put(".docker/p/.env", "MARK\n");
    const GrepOutcome found = project.grep(project.query("MARK", ".docker/p"));
    EXPECT_EQ(found.text, ".docker/p/a.c:1: MARK\n");
    EXPECT_EQ(found.files_skipped_secret, 1u);
}

TEST(Grep, ALargeFileIsSearchedWhenItIsNamed) { // T37
    Project project;
    std::string text;
    for (int i = 0; i < 1'000; ++i) // enough that the zeros behind it do not make it a binary file
        text += "MARK " + std::to_string(i) + "\n";
    std::filesystem::resize_file(project.put("large", text), 64 * 1024 * 1024 + 1); // sparse
    const GrepOutcome named = project.grep(project.query("MARK", "large"));
    EXPECT_EQ(named.matches, 100u); // and it stops there, long before the end
    EXPECT_EQ(project.grep(project.query("MARK")).files_skipped_large, 1u);
}

TEST(Grep, ALineThatNeedsTooManyStepsIsPassedOverAndCounted) { // B48
    Project project;
    const std::string endless = std::string(5'000, 'a') + "b\n";
    project.put("a", "aa\n" + endless + "aa\n");
    project.put("b", endless + "aa\nx\n" + endless + "y");
    GrepQuery query = project.query("(a+)+$");
    const GrepOutcome outcome = project.grep(query);
    EXPECT_EQ(outcome.text, "a:1: aa\na:3: aa\nb:2: aa\n");
    EXPECT_EQ(outcome.given_up.lines, 3u);
    EXPECT_EQ(outcome.given_up.first, "a:2");
    EXPECT_EQ(outcome.files_searched, 2u);
    EXPECT_FALSE(outcome.gave_up || outcome.more);
    query.context = 1;
    EXPECT_THAT(project.text(query), HasSubstr("b:2: aa\nb-3- x\n"));
    EXPECT_FALSE(grep(PosixFileSystem(), project.query("foo("), {}));
}

TEST(Grep, AVeryLongLineThatNeedsTooManyStepsIsPassedOverAsAWhole) { // B48
    Project project;
    std::string line;
    while (line.size() < 3'000'000)
        line += std::string(5'000, 'a') + "b";
    project.put("a", line + "\naa\n");
    const GrepOutcome outcome = project.grep(project.query("(a+)+$"));
    EXPECT_EQ(outcome.text, "a:2: aa\n");
    EXPECT_EQ(outcome.given_up.lines, 1u);
    EXPECT_EQ(outcome.given_up.first, "a:1");
}

TEST(Grep, EndsAfterManyLinesThatNeedTooManySteps) { // B48
    Project project;
    std::string text = "aa\n";
    for (int i = 0; i < 1000; ++i)
        text += std::string(100, 'a') + "b\n";
    project.put("a", text);
    project.put("b", "aa\n");
    const GrepOutcome outcome = project.grep(project.query("(a+)+$"));
    EXPECT_EQ(outcome.text, "a:1: aa\n");
    EXPECT_EQ(outcome.given_up.lines, k_most_given_up);
    EXPECT_TRUE(outcome.gave_up);
}

TEST(Grep, StopsWithinFiftyMilliseconds) {
    Project project;
    project.put("a", std::string(3'000'000, 'a'));
    std::stop_source stop;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(10ms);
        stop.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    const auto outcome = grep(PosixFileSystem(), project.query("[a-z]*[XY]"), stop.get_token());
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, Errc::cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10ms + 100ms); // the machine may be busy
}

TEST(Grep, StopsAmongLinesAndInALineThatNobodyJudgesAnyMore) {
    Project project;
    std::string slow;
    for (int i = 0; i < 90; ++i)
        slow += std::string(5'000, 'a') + "b\n";
    project.put("slow", slow);
    project.put("long", "MARK");
    std::filesystem::resize_file(project / "long", 8'000'000'000);
    for (const char* pattern : {"(a+)+$", "MARK"}) {
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(30ms);
            stop.request_stop();
        });
        const auto start = std::chrono::steady_clock::now();
        const auto outcome =
            grep(PosixFileSystem(), project.query(pattern, *pattern == 'M' ? "long" : "slow"), stop.get_token());
        ASSERT_FALSE(outcome) << pattern;
        EXPECT_EQ(outcome.error().code, Errc::cancelled);
        EXPECT_LT(std::chrono::steady_clock::now() - start, 30ms + 200ms) << pattern; // the machine may be busy
    }
}

TEST(Grep, AnswersAreTheSameOnAnyNumberOfThreads) {
    Project project;
    for (int i = 0; i < 100; ++i)
        project.put(std::to_string(i % 17) + "/" + std::to_string(i), numbered(i % 40));
    GrepQuery query = project.query("line (7|13)$");
    query.context = 1;
    query.max_matches = 60;
    query.threads = 1;
    const std::string expected = project.text(query);
    for (const unsigned threads : {2u, 8u}) {
        query.threads = threads;
        EXPECT_EQ(project.text(query), expected) << threads;
    }
}

TEST(Grep, NamesOfFilesAlone) { // T35
    Project project;
    for (const char* name : {"a", "b", "c"})
        project.put(name, "x\nx\n");
    project.put("d", "y\n");
    GrepQuery query = project.query("x");
    query.files_only = true;
    EXPECT_EQ(project.text(query), "a\nb\nc\n");
    query.max_matches = 2;
    EXPECT_EQ(project.text(query), "a\nb\n");
    EXPECT_TRUE(project.grep(query).more);
}

TEST(Grep, CompactLinesAreWholeAndAsTheyAre) {
    Project project;
    project.put("a", "\xFF" + std::string(400, 'x') + "\nno\n");
    project.put("b", "one\r\ntwo\r\n");
    GrepQuery query = project.query("e$|o$");
    query.compact = true;
    EXPECT_EQ(project.text(query), "a:2:no\nb:1:one\r\nb:2:two\r\n");
    query.pattern = "x";
    query.context = 1;
    EXPECT_EQ(project.text(query), "a:1:\xFF" + std::string(400, 'x') + "\na-2-no\n");
    std::string written;
    query.write = [&](std::string_view text) {
        written += text;
        return true;
    };
    EXPECT_EQ(project.text(query), "");
    EXPECT_EQ(written, "a:1:\xFF" + std::string(400, 'x') + "\na-2-no\n");
}

TEST(Grep, ManyMatchesInAFileLargerThanABufferKeepTheirNumbers) {
    Project project;
    const std::string text = numbered(60'000);
    project.put("a", text);
    project.put("b", "line 1\n");
    GrepQuery query = project.query("line");
    query.compact = true;
    query.max_matches = SIZE_MAX;
    query.max_output_chars = SIZE_MAX;
    std::string expected;
    for (int i = 1; i <= 60'000; ++i)
        expected += "a:" + std::to_string(i) + ":line " + std::to_string(i) + "\n";
    EXPECT_TRUE(project.text(query) == expected + "b:1:line 1\n");
    query = project.query("line (50000|59999)$");
    query.context = 2;
    EXPECT_EQ(project.text(query),
              "a-49998- line 49998\na-49999- line 49999\na:50000: line 50000\na-50001- line 50001\n"
              "a-50002- line 50002\n--\na-59997- line 59997\na-59998- line 59998\n"
              "a:59999: line 59999\na-60000- line 60000\n");
}

TEST(Grep, ALineLongerThanABufferIsSeenInPieces) { // B47
    Project project;
    project.put("a",
                "before\n" + std::string(3'000'000, 'x') + "NEEDLE" + std::string(2'000'000, 'y') + "\nbehind\n");
    GrepQuery query = project.query("NEEDLE|behind");
    query.context = 1;
    EXPECT_EQ(project.text(query), "a-1- before\na:2: …" + std::string(62, 'x') + "NEEDLE" + std::string(182, 'y') +
                                       "… [column 3000001 of 5000006]\na:3: behind\n");
    EXPECT_EQ(project.grep(project.query("nothing")).files_searched, 1u);
}

TEST(Grep, ReadsUtf16) { // F14
    Project project;
    std::string text = "\xFF\xFE";
    for (const char c : std::string("one\ntwo\n"))
        text += std::string{c, '\0'};
    project.put("a", text);
    EXPECT_EQ(project.text(project.query("two$")), "a:2: two\n");
}

TEST(Grep, AFileThatCannotBeReadHidesNoOther) {
    const GrepOutcome walked = Project().grep(Project().query("^Name:\\s+no such program$", "/proc/self"));
    EXPECT_GT(walked.unreadable, 0u); // `mem`, for one: EIO; some say EINVAL
    EXPECT_GT(walked.files_searched, 10u);
    const auto named = grep(PosixFileSystem(), Project().query("x", "/proc/self/mem"), {});
    ASSERT_FALSE(named);
    EXPECT_THAT(named.error().message, HasSubstr("/proc/"));
}

TEST(Grep, ReadsFilesWithoutASize) {
    GrepQuery query;
    query.pattern = "VmSize";
    query.start = "/proc/self/status";
    query.show = [](const Path&) { return "status"; };
    const auto outcome = grep(PosixFileSystem(), query, {});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->matches, 1u);
}

} // namespace
} // namespace thoth
