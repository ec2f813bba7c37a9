#include "text/diff.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <random>

namespace thoth {

namespace {

std::string diff_of(std::string_view before, std::string_view after, int context = 3) {
    return unified_diff(before, after, {"a/x", "b/x"}, context);
}

std::string numbered_lines(int first, int last, std::string_view text = "line") {
    std::string out;
    for (int i = first; i <= last; ++i)
        out += fmt::format("{} {}\n", text, i);
    return out;
}

int changed_lines(const std::vector<DiffHunk>& hunks) {
    int count = 0;
    for (const DiffHunk& hunk : hunks)
        count += hunk.old_count + hunk.new_count;
    return count;
}

// Few different lines, so that much is ambiguous; all endings and some bytes that are no text.
std::string random_text(std::mt19937& random) {
    constexpr std::array<std::string_view, 9> k_lines = {"a\n", "b\n",    "c\n",         "\n",    "a\r\n",
                                                         "\r",  "\xFF\n", "+@@ -1 +1\n", "-- x\n"};
    std::string text;
    for (size_t count = random() % 14; count > 0; --count)
        text += k_lines[random() % k_lines.size()];
    if (random() % 4 == 0) text += "last";
    return text;
}

std::string mutated(std::string text, std::mt19937& random) {
    for (size_t edits = random() % 4; edits > 0; --edits) {
        const size_t at = random() % (text.size() + 1);
        if (random() % 2 == 0)
            text.insert(at, random_text(random).substr(0, 6));
        else
            text.erase(at, random() % 7);
    }
    return text;
}

// The length of a longest common subsequence of lines by the plain quadratic method.
int fewest_changes(std::string_view before, std::string_view after) {
    const auto split = [](std::string_view text) {
        std::vector<std::string_view> lines;
        while (!text.empty()) {
            const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
            lines.push_back(text.substr(0, length));
            text.remove_prefix(length);
        }
        return lines;
    };
    const auto old_lines = split(before);
    const auto new_lines = split(after);
    std::vector<std::vector<int>> cost(old_lines.size() + 1, std::vector<int>(new_lines.size() + 1));
    for (size_t i = 0; i <= old_lines.size(); ++i) {
        for (size_t j = 0; j <= new_lines.size(); ++j) {
            if (i == 0 || j == 0)
                cost[i][j] = static_cast<int>(i + j);
            else if (old_lines[i - 1] == new_lines[j - 1])
                cost[i][j] = cost[i - 1][j - 1];
            else
                cost[i][j] = 1 + std::min(cost[i - 1][j], cost[i][j - 1]);
        }
    }
    return cost.back().back();
}

} // namespace

TEST(Diff, EqualTextsHaveNone) {
    EXPECT_EQ(diff_lines("a\nb\n", "a\nb\n"), std::vector<DiffHunk>{});
    EXPECT_EQ(diff_of("", ""), "");
}

TEST(Diff, ReportsRunsOfChangedLines) {
    EXPECT_EQ(diff_lines("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n"), (std::vector<DiffHunk>{{1, 1, 1, 1}, {4, 0, 4, 1}}));
    EXPECT_EQ(diff_lines("", "a\nb"), (std::vector<DiffHunk>{{0, 0, 0, 2}}));
    EXPECT_EQ(diff_lines("a\n", ""), (std::vector<DiffHunk>{{0, 1, 0, 0}}));
}

TEST(Diff, LineEndingsCount) {
    EXPECT_EQ(diff_lines("a\nb\n", "a\r\nb\n"), (std::vector<DiffHunk>{{0, 1, 0, 1}}));
    EXPECT_EQ(diff_lines("a\nb\n", "a\nb"), (std::vector<DiffHunk>{{1, 1, 1, 1}}));
}

TEST(Diff, AmbiguousRunsStandAsFarDownAsPossible) {
    EXPECT_EQ(diff_lines("{\n}\nx\n", "{\n}\n{\n}\nx\n"), (std::vector<DiffHunk>{{2, 0, 2, 2}}));
    EXPECT_EQ(diff_lines("a\na\na\nb\n", "a\na\nb\n"), (std::vector<DiffHunk>{{2, 1, 2, 0}}));
}

TEST(Diff, IsWrittenAsGitDoes) {
    EXPECT_EQ(diff_of("one\ntwo\nthree\nfour\nfive\nsix\n", "one\ntwo\nthree\nfour\nFIVE\nsix\n", 1),
              "--- a/x\n+++ b/x\n@@ -4,3 +4,3 @@\n four\n-five\n+FIVE\n six\n");
    EXPECT_EQ(diff_of("", "new\n"), "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+new\n");
    EXPECT_EQ(diff_of("old", "new\n"), "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n");
    EXPECT_EQ(diff_of("a\nb", "A\nb"),
              "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
    EXPECT_EQ(diff_of("a\nb\n", "a\nx\nb\n", 0), "--- a/x\n+++ b/x\n@@ -1,0 +2 @@\n+x\n");
}

TEST(Diff, ContextThatTouchesIsJoined) {
    const std::string before = numbered_lines(1, 20);
    std::string near = before;
    near.replace(near.find("line 5\n"), 7, "five\n");
    near.replace(near.find("line 12\n"), 8, "twelve\n");
    EXPECT_EQ(diff_of(before, near, 3).find("@@ -2,14 +2,14 @@"), 16U);
    const std::string apart = diff_of(before, near, 2);
    EXPECT_NE(apart.find("@@ -3,5 +3,5 @@"), std::string::npos) << apart;
    EXPECT_NE(apart.find("@@ -10,5 +10,5 @@"), std::string::npos) << apart;
}

TEST(Diff, NamesCannotBreakTheHeader) {
    EXPECT_EQ(unified_diff("", "a\n", {"/dev/null", "b/my file"}, 3).substr(0, 29),
              "--- /dev/null\n+++ b/my file\t\n");
    EXPECT_EQ(unified_diff("", "a\n", {"a/x\n+++ \"\x01\\", "b/y"}, 3).substr(0, 32),
              "--- \"a/x\\n+++ \\\"\\001\\\\\"\n+++ b/y\n");
}

TEST(Diff, AppliedToBeforeItGivesAfter) {
    std::mt19937 random(3); // NOLINT: the same texts every time
    for (int round = 0; round < 700; ++round) {
        const std::string before = random_text(random);
        const std::string after = round % 2 == 0 ? random_text(random) : mutated(before, random);
        const std::string diff = diff_of(before, after, round % 5);
        std::string applied;
        ASSERT_TRUE(apply_unified_diff(before, diff, applied)) << diff;
        ASSERT_EQ(applied, after) << diff;
        ASSERT_EQ(changed_lines(diff_lines(before, after)), fewest_changes(before, after)) << diff;
    }
}

TEST(Diff, DoesNotApplyWhereItDoesNotFit) {
    const std::string diff = diff_of("a\nb\nc\n", "a\nB\nc\n");
    std::string after = "untouched";
    for (const std::string_view before : {"", "a\nb\n", "a\nx\nc\n", "0\na\nb\nc\n", "a\nb\nc"})
        EXPECT_FALSE(apply_unified_diff(before, diff, after)) << before;
    for (size_t length = 1; length + 1 < diff.size(); ++length)
        EXPECT_FALSE(apply_unified_diff("a\nb\nc\n", diff.substr(0, length), after)) << length;
    for (const std::string_view broken :
         {"--- a\n+++ b\n@@ -1,9999999999 +1 @@\n", "--- a\n+++ b\n@@ -0 +0 @@\n a\n", "--- a\n+++ b\n@@ -1 +1\n",
          "--- a\n+++ b\n@@ -3 +3 @@\n c\n@@ -1 +1 @@\n a\n", "--- a\n+++ b\n@@ -1 +1 @@\n*a\n"})
        EXPECT_FALSE(apply_unified_diff("a\nb\nc\n", broken, after)) << broken;
    EXPECT_EQ(after, "untouched");
}

TEST(Diff, FewChangesInALongTextAreFoundOneByOne) {
    std::string before;
    for (int i = 0; i < 4'000; ++i)
        before += fmt::format("{}\n", i % 100);
    std::string after = before;
    for (const size_t at : {size_t{10}, before.size() / 4, before.size() / 2, before.size() - 100})
        after.insert(after.find('\n', at) + 1, "new\n");
    EXPECT_EQ(diff_lines(before, after).size(), 4U);
}

TEST(Diff, AnotherTextAltogetherIsOneHunk) {
    const std::string before = numbered_lines(1, 4'000, "old");
    const std::string after = numbered_lines(1, 4'000, "new");
    EXPECT_EQ(diff_lines(before, after), (std::vector<DiffHunk>{{0, 4'000, 0, 4'000}}));
}

namespace {

// What git prints after its "index" line, without the headings behind the ranges; nothing if
// there is no git.
class Git {
public:
    Git() : m_folder(testing::TempDir() + fmt::format("thoth_diff_{}", std::random_device()())) {
        std::filesystem::create_directory(m_folder);
    }
    ~Git() {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    Git(const Git&) = delete;
    Git& operator=(const Git&) = delete;

    std::optional<std::string> diff(std::string_view before, std::string_view after, int context) const {
        std::ofstream(m_folder + "/before", std::ios::binary) << before;
        std::ofstream(m_folder + "/after", std::ios::binary) << after;
        const std::string command =
            fmt::format("cd '{}' && GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
                        "git diff --no-index --text --no-color -U{} before after 2>/dev/null",
                        m_folder, context);
        std::FILE* pipe = ::popen(command.c_str(), "r");
        if (pipe == nullptr) return std::nullopt;
        std::string out;
        std::array<char, 4096> buffer{};
        while (const size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
            out.append(buffer.data(), count);
        const int status = ::pclose(pipe);
        if (status != 0 && status != 256) return std::nullopt; // exit code 1: they differ
        return without_extras(out);
    }

private:
    static std::string without_extras(std::string_view printed) {
        std::string out;
        bool in_body = false;
        while (!printed.empty()) {
            const std::string_view line = printed.substr(0, std::min(printed.find('\n'), printed.size() - 1) + 1);
            printed.remove_prefix(line.size());
            in_body = in_body || line.starts_with("---");
            if (!in_body) continue;
            if (line.starts_with("@@"))
                out += fmt::format("{}\n", line.substr(0, line.find(" @@") + 3));
            else
                out += line;
        }
        return out;
    }

    std::string m_folder;
};

} // namespace

TEST(Diff, MatchesGit) {
    const std::string code =
        "int f() {\n    return 1;\n}\n\nint g() {\n    return 2;\n}\n\nint h() {\n    return 3;\n}\n";
    std::string changed = code;
    changed.replace(changed.find("return 2"), 8, "return g2");
    std::string dropped = code;
    dropped.erase(dropped.find("int h"), 8);
    const std::pair<std::string, std::string> pairs[] = {
        {code, changed},
        {code, dropped},
        {code, code + "\nint i() {\n    return 4;\n}\n"},
        {code, code.substr(0, code.size() - 1)},
        {"", code},
        {code, ""},
        {numbered_lines(1, 40), numbered_lines(1, 9) + "x\n" + numbered_lines(12, 30) + "y"},
        {numbered_lines(1, 9) + "same\nsame\nsame\n", numbered_lines(2, 9) + "same\nsame\nsame\nsame\nsame\n"},
        {"a\r\nb\r\n\xFF\n", "a\r\nb\n\xFF\n\xFE"},
    };
    const Git git;
    for (const auto& [before, after] : pairs) {
        const int context = before.size() % 2 == 0 ? 3 : 1;
        const auto expected = git.diff(before, after, context);
        if (!expected) GTEST_SKIP() << "git could not be run";
        EXPECT_EQ(unified_diff(before, after, {"a/before", "b/after"}, context), *expected);
    }
}

TEST(Diff, FarFromTheEndsOfALargeTextIsWhatItIsInASmallOne) {
    const auto numbered = [](int count, int from) {
        std::string text;
        for (int i = from; i < from + count; ++i)
            text += "line " + std::to_string(i) + "\n";
        return text;
    };
    const std::string front = numbered(20'000, 0);
    const std::string back = numbered(20'000, 30'000);
    EXPECT_EQ(unified_diff(front + "one\ntwo\n" + back, front + "one\n2\n" + back, {"a", "b"}, 2),
              "--- a\n+++ b\n@@ -20000,5 +20000,5 @@\n line 19999\n one\n-two\n+2\n line 30000\n line 30001\n");
    // A run that can stand at many places stands as far down as it can, however far that is.
    std::string same;
    for (int i = 0; i < 1'000; ++i)
        same += "same\n";
    EXPECT_EQ(unified_diff(front + same + back, front + "same\n" + same + back, {"a", "b"}, 1),
              "--- a\n+++ b\n@@ -21000,2 +21000,3 @@\n same\n+same\n line 30000\n");
}

} // namespace thoth
