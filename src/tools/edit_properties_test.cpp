// What holds for every file and every edit, tried on random ones with a fixed seed.
#include "fakes/tool_bench.h"

#include <random>

namespace thoth {
namespace {

// Files as they are found: every kind of line end, encodings, marks, lengths.
class RandomFiles {
public:
    explicit RandomFiles(unsigned seed) : m_random(seed) {}

    size_t below(size_t end) { return m_random() % end; }
    std::string file() {
        static constexpr std::string_view k_words[] = {"if (x)",
                                                       "\treturn ",
                                                       "a",
                                                       "b",
                                                       "{",
                                                       "}",
                                                       " ",
                                                       "☃",
                                                       "é",
                                                       "\xE9",
                                                       "\xFF\xFE",
                                                       "\xE2\x98",
                                                       "\r",
                                                       std::string_view("\0", 1),
                                                       "\xEF\xBB\xBF",
                                                       "a long word to make lines longer"};
        static constexpr std::string_view k_ends[] = {"\n", "\r\n", "\r"};
        const size_t kind = below(4); // one kind of line end, or all mixed
        std::string bytes = below(4) == 0 ? "\xEF\xBB\xBF" : "";
        for (size_t words = below(below(8) == 0 ? 400 : 40); words > 0; --words)
            bytes += below(3) == 0 ? k_ends[kind < 3 ? kind : below(3)] : k_words[below(std::size(k_words))];
        return bytes;
    }
    // Arguments are JSON, so both texts are valid UTF-8; the old one is often cut from the file.
    Json edit(const std::string& file) {
        std::string old_text = "not there";
        if (!file.empty() && below(8) != 0) old_text = file.substr(below(file.size()), 1 + below(12));
        if (!fits_json_string(old_text)) old_text = "a";
        std::string new_text = this->file().substr(0, below(30));
        if (!fits_json_string(new_text)) new_text = "new\n☃";
        if (below(10) == 0) new_text = old_text;
        return Json{{"old_string", old_text}, {"new_string", new_text}, {"replace_all", below(3) == 0}};
    }

private:
    std::mt19937 m_random;
};

// A project with the file, which was read.
struct Given {
    explicit Given(const std::string& bytes) : bench{{"f", bytes}} { bench.read("f"); }
    std::string text() const { return bench.files.text("f"); }
    Result<std::string> edit(Json arguments) {
        arguments["path"] = "f";
        return bench.call("edit_file", arguments);
    }
    Result<std::string> multi_edit(const std::vector<Json>& edits) {
        return bench.call("multi_edit", Json{{"path", "f"}, {"edits", edits}});
    }
    ToolBench bench;
};

std::string without_cr_before_lf(std::string_view text) {
    std::string out;
    for (size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
    return out;
}

// Every run of bytes around the places where `old_text` is must stand in `after`, in this order.
// Places are looked for with the plainest possible means, in the file without its mark.
bool outside_is_kept(const std::string& before, const std::string& after, const std::string& old_text) {
    const std::string wanted = without_cr_before_lf(old_text);
    const size_t mark = before.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    size_t kept_from = 0;
    size_t in_after = 0;
    for (size_t at = mark; at < before.size();) {
        size_t end = at;
        size_t matched = 0;
        while (matched < wanted.size() && end < before.size()) {
            const bool crlf = before.compare(end, 2, "\r\n") == 0;
            if (before[crlf ? end + 1 : end] != wanted[matched]) break;
            end += crlf ? 2 : 1;
            ++matched;
        }
        const bool inside_crlf = at > 0 && before.compare(at - 1, 2, "\r\n") == 0;
        if (matched < wanted.size() || inside_crlf) {
            ++at;
            continue;
        }
        const std::string run = before.substr(kept_from, at - kept_from);
        const size_t found = after.find(run, in_after);
        if (found == std::string::npos || (kept_from == 0 && found != 0)) return false;
        in_after = found + run.size();
        kept_from = at = end;
    }
    return after.size() - in_after >= before.size() - kept_from && after.ends_with(before.substr(kept_from));
}

// B01, B03, B10
TEST(EditProperties, BytesOutsideTheMatchedTextNeverChange) {
    RandomFiles random(20260412);
    int applied = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string before = random.file();
        const Json edit = random.edit(before);
        Given given(before);
        const auto result = given.edit(edit);
        if (!result) {
            ASSERT_EQ(given.text(), before) << dump_json(edit);
            continue;
        }
        ++applied;
        ASSERT_TRUE(outside_is_kept(before, given.text(), string_at(edit, "old_string"))) << dump_json(edit);
    }
    EXPECT_GT(applied, 60);
    EXPECT_LT(applied, 270); // invalid ones were tried, too
}

// T27, B12
TEST(EditProperties, SeveralEditsAreTheSameAsOneByOneOrNothing) {
    RandomFiles random(7);
    int all = 0;
    int none = 0;
    for (int round = 0; round < 150; ++round) {
        const std::string before = random.file();
        std::vector<Json> edits;
        for (size_t i = 1 + random.below(4); i > 0; --i)
            edits.push_back(random.edit(before));
        Given one_by_one(before);
        bool possible = true;
        for (const Json& edit : edits)
            possible = possible && (edit["old_string"] == edit["new_string"] || one_by_one.edit(edit));
        Given together(before);
        const auto result = together.multi_edit(edits);
        if (result) {
            ASSERT_TRUE(possible) << dump_json(Json(edits));
            ASSERT_EQ(together.text(), one_by_one.text()) << dump_json(Json(edits));
            ++all;
        } else {
            // Edits that undo each other are possible one by one, and nothing to do together.
            ASSERT_TRUE(!possible || one_by_one.text() == before) << describe(result.error());
            ASSERT_EQ(together.text(), before);
            ++none;
        }
    }
    EXPECT_GT(all, 20);
    EXPECT_GT(none, 20);
}

} // namespace
} // namespace thoth
