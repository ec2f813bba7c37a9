#include "permission/grants.h"

#include "fakes/manual_clock.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"

#include <array>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>

namespace thoth {

namespace {
struct Bench {
    TempDirectory dir;
    PosixFileSystem files;
    ManualClock clock;

    Path file() const { return dir / "allow.json"; }
    Result<Grants> load() { return Grants::load(files, file(), "/p"); }
    Grants loaded() {
        auto grants = load();
        EXPECT_TRUE(grants) << describe(grants.error());
        return grants ? std::move(*grants) : Grants::unsaved();
    }
    Result<void> add(Grants& grants, const std::string& key) { return grants.add(std::array{key}, clock); }
};
std::vector<std::string> keys_of(const Grants& grants) {
    std::vector<std::string> keys;
    for (const auto& grant : grants.all())
        keys.push_back(grant.key);
    return keys;
}
using Keys = std::vector<std::string>;
} // namespace

TEST(Grants, AreStoredWithTheTime) {
    Bench bench;
    Grants grants = bench.loaded();
    EXPECT_FALSE(grants.has("edit:./"));
    ASSERT_TRUE(grants.add(std::array<std::string, 3>{"edit:./", "read:/etc", "edit:./"}, bench.clock));
    EXPECT_TRUE(grants.has("edit:./"));
    EXPECT_FALSE(grants.has("edit:"));
    EXPECT_EQ(bench.dir.text("allow.json"), R"({"version":1,"project":"/p","grants":[)"
                                            R"({"key":"edit:./","since":"2026-01-31T12:00:00.000Z"},)"
                                            R"({"key":"read:/etc","since":"2026-01-31T12:00:00.000Z"}]})"
                                            "\n");
    EXPECT_EQ(keys_of(bench.loaded()), (Keys{"edit:./", "read:/etc"}));
}

TEST(Grants, B100TheFileIsOwnerOnly) {
    Bench bench;
    const mode_t before = ::umask(0);
    Grants grants = bench.loaded();
    ASSERT_TRUE(bench.add(grants, "a"));
    ::umask(before);
    EXPECT_EQ(bench.files.status(bench.file())->mode, 0600u);
    EXPECT_EQ(bench.files.status(bench.dir / "allow.json.lock")->mode, 0600u);
    ::chmod(bench.file().c_str(), 0644);
    ASSERT_TRUE(bench.add(grants, "b"));
    EXPECT_EQ(bench.files.status(bench.file())->mode, 0600u);
}

TEST(Grants, WhatAnotherSessionStoredIsKept) {
    Bench bench;
    Grants mine = bench.loaded();
    Grants theirs = bench.loaded();
    ASSERT_TRUE(bench.add(theirs, "read:/etc"));
    ASSERT_TRUE(bench.add(mine, "edit:./"));
    EXPECT_EQ(keys_of(bench.loaded()), (Keys{"read:/etc", "edit:./"}));
    EXPECT_EQ(keys_of(mine), (Keys{"read:/etc", "edit:./"}));
}

TEST(Grants, SessionsThatAddAtOnceLoseNothing) {
    Bench bench;
    std::vector<std::jthread> sessions;
    for (int i = 0; i < 4; ++i)
        sessions.emplace_back([&bench, i] {
            Grants grants = bench.loaded();
            for (int j = 0; j < 3; ++j)
                EXPECT_TRUE(bench.add(grants, std::to_string(i) + "-" + std::to_string(j)));
        });
    sessions.clear();
    EXPECT_EQ(bench.loaded().all().size(), 12u);
}

TEST(Grants, MembersOfALaterProgramSurvive) {
    Bench bench;
    bench.dir.put("allow.json",
                  R"({"version":1,"project":"/p","note":[1],"grants":[{"key":"shell:make","since":"x",)"
                  R"("pin":{"path":"/bin/make","sha256":"00"}}]})");
    Grants grants = bench.loaded();
    ASSERT_TRUE(bench.add(grants, "edit:./"));
    EXPECT_EQ(bench.dir.text("allow.json"),
              R"({"version":1,"project":"/p","note":[1],"grants":[{"key":"shell:make","since":"x",)"
              R"("pin":{"path":"/bin/make","sha256":"00"}},{"key":"edit:./","since":"2026-01-31T12:00:00.000Z"}]})"
              "\n");
}

TEST(Grants, P06TheArrayOfTheOriginalIsRead) {
    Bench bench;
    bench.dir.put("allow.json", R"(["edit:./","shell:git"])");
    Grants grants = bench.loaded();
    EXPECT_EQ(keys_of(grants), (Keys{"edit:./", "shell:git"}));
    EXPECT_EQ(bench.dir.text("allow.json"), R"(["edit:./","shell:git"])");
    ASSERT_TRUE(bench.add(grants, "read:/etc"));
    EXPECT_EQ(keys_of(bench.loaded()), (Keys{"edit:./", "shell:git", "read:/etc"}));
}

TEST(Grants, ADamagedFileIsReportedAndLeftAlone) {
    for (const char* text :
         {"", "{", "5", "[1]", "{}", R"({"version":2,"grants":[]})", R"({"version":1,"grants":{}})",
          R"({"version":1,"grants":[{"since":"x"}]})", R"({"version":1,"grants":["edit:./"]})"}) {
        Bench bench;
        Grants before = bench.loaded();
        bench.dir.put("allow.json", text);
        const auto grants = bench.load();
        ASSERT_FALSE(grants) << text;
        EXPECT_TRUE(grants.error().message.starts_with(bench.file().string())) << grants.error().message;
        EXPECT_NE(grants.error().message.find("nothing was changed"), std::string::npos) << grants.error().message;
        // Damaged after it was loaded: the grant counts for this session, the file stays.
        EXPECT_FALSE(bench.add(before, "edit:./")) << text;
        EXPECT_TRUE(before.has("edit:./"));
        EXPECT_FALSE(before.reset()) << text;
        EXPECT_EQ(bench.dir.text("allow.json"), text);
    }
}

TEST(Grants, ResetEmptiesTheFile) {
    Bench bench;
    Grants grants = bench.loaded();
    ASSERT_TRUE(bench.add(grants, "edit:./"));
    ASSERT_TRUE(grants.reset());
    EXPECT_TRUE(grants.all().empty());
    EXPECT_TRUE(bench.loaded().all().empty());
}

TEST(Grants, UnsavedOnesStayInMemory) {
    Bench bench;
    Grants grants = Grants::unsaved();
    ASSERT_TRUE(bench.add(grants, "edit:./"));
    EXPECT_EQ(grants.all().front(), (Grant{"edit:./", "2026-01-31T12:00:00.000Z"}));
    ASSERT_TRUE(grants.reset());
    EXPECT_FALSE(grants.has("edit:./"));
}

TEST(Grants, APinIsStoredAndReplacedByAnother) {
    Bench bench;
    Grants grants = bench.loaded();
    const std::vector<std::string> keys{"shell:./b.sh"};
    ASSERT_TRUE(grants.add(keys, bench.clock, {{"shell:./b.sh", {"/p/b.sh", "aa"}}}));
    EXPECT_EQ(bench.loaded().find("shell:./b.sh")->pin, (FilePin{"/p/b.sh", "aa"}));
    ASSERT_TRUE(grants.add(keys, bench.clock, {{"shell:./b.sh", {"/p/b.sh", "bb"}}}));
    const Grants again = bench.loaded();
    EXPECT_EQ(again.find("shell:./b.sh")->pin, (FilePin{"/p/b.sh", "bb"}));
    EXPECT_EQ(again.all().size(), 1u);
}

TEST(Grants, APinThatIsNotUnderstoodPinsToNothing) {
    Bench bench;
    bench.dir.put("allow.json", R"({"version":1,"grants":[{"key":"shell:./b.sh","since":"x","pin":7}]})");
    EXPECT_EQ(bench.loaded().find("shell:./b.sh")->pin, (FilePin{"", ""}));
}

TEST(Grants, OneCanBeRemoved) {
    Bench bench;
    Grants grants = bench.loaded();
    ASSERT_TRUE(bench.add(grants, "a"));
    ASSERT_TRUE(bench.add(grants, "b"));
    ASSERT_TRUE(grants.remove("a"));
    EXPECT_EQ(keys_of(bench.loaded()), Keys{"b"});
    const auto unknown = grants.remove("c");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().message, "\"c\" is not granted in this project");
    EXPECT_EQ(unknown.error().hint, "granted are: b");
}

TEST(Grants, KeysOfTheOriginalThatCoverTheSameAreTranslated) {
    Bench bench;
    bench.dir.put("allow.json", R"(["shell:git","web_fetch:a.org","read_file@/etc","move_file","edit_file"])");
    EXPECT_EQ(keys_of(bench.loaded()), (Keys{"shell:git", "web:a.org", "read:/etc", "move:./", "edit_file"}));
}

} // namespace thoth
