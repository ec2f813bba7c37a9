#include "workspace/checkpoint_store.h"

#include "fakes/manual_clock.h"
#include "fakes/memory_file_system.h"

#include <gtest/gtest.h>

namespace thoth {

namespace {
Checkpoint rich_checkpoint() {
    Checkpoint checkpoint;
    checkpoint.id = "000000000123-0001";
    checkpoint.label = "rename it";
    checkpoint.at = "2026-01-31T12:00:00.000Z";
    checkpoint.session = "20260131T120000Z-00000000";
    const SavedFile left{hash_of("new"), "", 0, 0};
    checkpoint.changes = {{"/p/a.c",
                           SavedFile{hash_of("old"), sha256_hex("old"), 3, 0755},
                           left,
                           {},
                           {hash_of("on the way"), std::nullopt}},
                          {"/p/\xff\\x", std::nullopt, SavedFile{hash_of("x"), "", 0, 0}},
                          {"/p/gone", SavedFile{hash_of("g"), "", 1, 0600}, std::nullopt},
                          {"/p/from", SavedFile{hash_of("m"), "", 1, 0644}, std::nullopt, "/p/d/to"}};
    checkpoint.directories = {"/p/d"};
    checkpoint.commands = {{"make", {"/p/a.c"}}, {"true", {}}};
    return checkpoint;
}

std::string error_of(std::string_view text) {
    const auto parsed = parse_checkpoint(text, "000000000123-0001");
    return parsed ? "no error" : parsed.error().message;
}

struct StoreBench {
    MemoryFileSystem files;
    ManualClock clock;
    CheckpointStore store = CheckpointStore::open(files, "/state").value();

    std::string add(std::string_view content) {
        Checkpoint checkpoint;
        checkpoint.id = store.new_id(clock).value();
        checkpoint.changes.push_back(
            {"/p/a", SavedFile{hash_of(content), store.objects().put(content).value(), content.size(), 0644}, {}});
        EXPECT_TRUE(store.save(checkpoint));
        return checkpoint.id;
    }
};
} // namespace

TEST(Checkpoint, ComesBackAsItWasWritten) {
    const Checkpoint checkpoint = rich_checkpoint();
    EXPECT_EQ(parse_checkpoint(checkpoint_text(checkpoint), checkpoint.id), checkpoint);
    Checkpoint undone = checkpoint;
    undone.undone_at = "2026-01-31T13:00:00.000Z";
    undone.undone_from = 1;
    undone.commands.front().behind = 2;
    EXPECT_EQ(parse_checkpoint(checkpoint_text(undone), undone.id), undone);
}

TEST(Checkpoint, EveryBeginningOfAFileIsDamaged) {
    const std::string text = checkpoint_text(rich_checkpoint());
    for (size_t length = 0; length + 1 < text.size(); ++length)
        ASSERT_EQ(error_of(text.substr(0, length)), "the checkpoint 000000000123-0001 is damaged") << length;
}

TEST(Checkpoint, NamesNothingButAbsolutePlainPaths) {
    const std::string text = checkpoint_text(rich_checkpoint());
    for (const char* path : {"a.c", "/p/../a.c", "/", "", "/p/a\\u0000c"}) {
        std::string changed = text;
        changed.replace(changed.find("/p/a.c"), 6, path);
        EXPECT_EQ(error_of(changed), "the checkpoint 000000000123-0001 is damaged") << path;
    }
}

TEST(Checkpoint, NumbersThatCannotBeAreDamage) {
    const std::string text = checkpoint_text(rich_checkpoint());
    for (const auto& [old_text, new_text] : {std::pair{"\"version\":1", "\"version\":0"},
                                             {"\"version\":1", "\"version\":-1"},
                                             {"\"size\":3", "\"size\":-1"},
                                             {"\"size\":3", "\"size\":1e3"},
                                             {"\"mode\":493", "\"mode\":\"493\""}}) {
        std::string changed = text;
        changed.replace(changed.find(old_text), std::string_view(old_text).size(), new_text);
        EXPECT_EQ(error_of(changed), "the checkpoint 000000000123-0001 is damaged") << new_text;
    }
}

TEST(Checkpoint, OneOfALaterVersionIsNotTouched) {
    EXPECT_EQ(error_of(R"({"version":2,"changes":[]})"),
              "the checkpoint 000000000123-0001 is of a later version of thoth");
}

TEST(CheckpointStore, KeepsTwentyAndOnlyTheContentsThatTheyNeed) { // U03
    StoreBench bench;
    std::vector<std::string> ids;
    for (int i = 0; i < 25; ++i) {
        EXPECT_TRUE(bench.store.prune(1));
        ids.insert(ids.begin(), bench.add("content " + std::to_string(i)));
    }
    ids.resize(20);
    EXPECT_EQ(bench.store.ids(), ids);
    EXPECT_EQ(bench.store.objects().names()->size(), 20u);
    EXPECT_EQ(bench.store.objects().get(sha256_hex("content 5")), "content 5");
}

TEST(CheckpointStore, NoContentGoesWhileACheckpointCannotBeRead) {
    StoreBench bench;
    for (int i = 0; i < 20; ++i)
        bench.add("content " + std::to_string(i));
    bench.files.put("/state/undo/" + bench.store.ids()->front() + ".json", "{", 0600);
    EXPECT_TRUE(bench.store.prune(1));
    EXPECT_EQ(bench.store.ids()->size(), 19u);
    EXPECT_EQ(bench.store.objects().names()->size(), 20u);
}

TEST(CheckpointStore, NamesSortByTimeAlsoWhenTheClockIsPutBack) { // U01
    StoreBench bench;
    const std::string first = bench.add("1");
    const std::string second = bench.add("2");
    EXPECT_EQ(first.substr(0, 13) + "0002", second);
    bench.clock.advance(-std::chrono::hours(1));
    const std::string third = bench.add("3");
    EXPECT_EQ(bench.store.ids(), (std::vector{third, second, first}));
}

TEST(ObjectStore, DamagedContentIsNotHandedOut) {
    StoreBench bench;
    const std::string name = bench.store.objects().put("precious").value();
    const Path file = Path("/state/undo/objects") / name;
    const std::string packed = bench.files.text(file).value();
    for (size_t i = 0; i < packed.size(); ++i) {
        std::string changed = packed;
        changed[i] = static_cast<char>(changed[i] ^ 0x10);
        bench.files.put(file, changed, 0600);
        const auto got = bench.store.objects().get(name);
        if (!got) continue;
        ASSERT_EQ(*got, "precious") << i; // a byte of the frame that says nothing
    }
    bench.files.put(file, packed.substr(0, packed.size() - 1), 0600);
    EXPECT_EQ(bench.store.objects().get(name).error().code, Errc::protocol);
    EXPECT_EQ(bench.store.objects().get("../../etc/passwd").error().code, Errc::protocol);
}

} // namespace thoth
