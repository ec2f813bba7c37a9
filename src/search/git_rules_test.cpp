#include "fakes/fake_environment.h"
#include "fakes/temp_directory.h"
#include "os/posix_file_system.h"
#include "search/find_files.h"
#include "search/ignore_sources.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

// Rules and trees that nobody would think of, and git as the judge of them. A failure names its seed.

namespace thoth {
namespace {
using Names = std::set<std::string>;

int cases() { // many by hand: THOTH_IGNORE_CASES=10000
    const char* asked = std::getenv("THOTH_IGNORE_CASES");
    return asked ? std::max(1, std::atoi(asked)) : 20;
}

// Small alphabets, so that rules and names have something to do with each other.
class RandomTree {
public:
    explicit RandomTree(unsigned seed) : m_random(seed) {}

    Names files() {
        Names names;
        for (int i = 0; i < 14; ++i) {
            std::string path;
            for (int depth = below(4); depth > 0; --depth)
                path += one_of(k_directories) + "/";
            names.insert(path + one_of(k_files));
        }
        return names;
    }
    std::string rules() {
        std::string text = below(20) == 0 ? "\xEF\xBB\xBF" : "";
        for (int count = 1 + below(5); count > 0; --count)
            text += line() + (below(12) == 0 ? "\r\n" : "\n");
        if (below(8) == 0) text.pop_back();
        return text;
    }
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    std::string directory() { return one_of(k_directories); }

private:
    static constexpr std::array k_directories{"a", "b", "ab", "a.b", "A", "d e", "[a]", ".h"};
    static constexpr std::array k_files{"x", "f.c", "ax", "b.c", "abc", "A.C",  "#x", "!y", "x ",
                                        "*", "a-b", "é",  ".c",  "f.",  "a\\b", "]",  "f",  "x\ty"};
    static constexpr std::array k_parts{
        "*", "*",   "?", "**",  "[ab]", "[!a]", "[^b]", "[a-c]",       "a",           "b",       "x",
        "f", "c",   ".", ".c",  "\\*",  "\\a",  "[]-]", "[[:alpha:]]", "[[:upper:]]", "[[:x:]]", "[a",
        "é", "\\#", " ", "\\ ", "!",    "#",    "\\",   "A",           "[A-B]",       "\xFF"};
    static constexpr std::array k_whole{"*.c", "a",  "b",   "ab",   "a.b",  "f.c",  "x",
                                        "*",   "**", "d e", "\\!y", "\\#x", "x\\ ", "\\[a\\]"};

    template <class Table>
    std::string one_of(const Table& table) {
        return table[m_random() % table.size()];
    }
    std::string component() {
        if (below(2) == 0) return one_of(k_whole);
        std::string text;
        for (int count = 1 + below(3); count > 0; --count)
            text += one_of(k_parts);
        return text;
    }
    std::string line() {
        static constexpr std::array k_oddities{"",     "#a", "/",   "!",      "  ", "**/", "/**",
                                               "a//b", "!/", "./a", "a/../b", "\\", "/*/"};
        if (below(12) == 0) return one_of(k_oddities);
        std::string text = below(4) == 0 ? "!" : "";
        if (below(4) == 0) text += "/";
        for (int count = below(3); count > 0; --count)
            text += component() + "/";
        text += component();
        if (below(4) == 0) text += "/";
        if (below(10) == 0) text += "  ";
        return text;
    }

    std::mt19937 m_random;
};

// What git says of each file; nothing where there is no git.
std::optional<Names> not_ignored_by_git(const TempDirectory& place, const Names& files) {
    std::string list;
    for (const std::string& file : files)
        list += file + '\0';
    place.put("list", list);
    const std::string command = fmt::format("cd '{0}/p' && HOME='{0}/home' XDG_CONFIG_HOME= GIT_CONFIG_NOSYSTEM=1 "
                                            "git check-ignore --no-index -z --stdin < ../list 2>../errors",
                                            place.path().string());
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    Names rest = files;
    std::string name;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
        if (c != 0) {
            name += static_cast<char>(c);
            continue;
        }
        rest.erase(name);
        name.clear();
    }
    const int status = ::pclose(pipe);
    if (status != 0 && status != 256) return std::nullopt; // exit code 1: none is ignored
    return rest;
}

void put_rules(RandomTree& tree, const TempDirectory& place, Names& files) {
    place.put("p/.git/HEAD", "ref: refs/heads/main\n");
    std::filesystem::create_directories(place / "p/.git/objects");
    std::filesystem::create_directories(place / "p/.git/refs");
    place.put("p/.git/config", fmt::format("[core]\n\tbare = false\n\tignoreCase = {}\n", tree.below(6) == 0));
    if (tree.below(3) == 0) place.put("p/.git/info/exclude", tree.rules());
    if (tree.below(3) == 0) place.put("home/.config/git/ignore", tree.rules());
    std::set<std::string> directories{""};
    for (const std::string& file : files)
        for (size_t at = file.find('/'); at != std::string::npos; at = file.find('/', at + 1))
            directories.insert(file.substr(0, at + 1));
    for (const std::string& directory : directories) {
        if (directory.empty() ? tree.below(6) == 0 : tree.below(4) != 0) continue;
        files.insert(directory + ".gitignore");
        place.put("p/" + directory + ".gitignore", tree.rules());
    }
}

Names found(const TempDirectory& place, const std::string& below) {
    const PosixFileSystem files;
    const FakeEnvironment environment{{{"HOME", (place / "home").string()}}};
    const IgnoreSources ignore(files, environment);
    Path start = place / "p";
    if (!below.empty()) start /= below.substr(0, below.size() - 1);
    FindQuery query{start, "*", &ignore};
    query.threads = 1;
    const FindOutcome outcome = find_files(query, {});
    if (outcome.rules_set_aside) return {}; // all of it is ignored
    Names names;
    for (const std::string& name : outcome.files)
        names.insert(below + name);
    return names;
}

std::string all_rules(const TempDirectory& place, const Names& files) {
    std::string text;
    for (const std::string& name : files)
        if (name.ends_with(".gitignore"))
            text += fmt::format("{}: {}\n", name, testing::PrintToString(place.text("p/" + name)));
    for (const char* name : {"p/.git/config", "p/.git/info/exclude", "home/.config/git/ignore"})
        text += fmt::format("{}: {}\n", name, testing::PrintToString(place.text(name)));
    return text;
}

// The search may begin in any directory that is not ignored itself.
void compare_below(const TempDirectory& place, const Names& expected) {
    std::set<std::string> directories{""};
    for (const std::string& file : expected)
        directories.insert(file.substr(0, file.rfind('/') + 1));
    for (const std::string& directory : directories) {
        Names part;
        for (const std::string& file : expected)
            if (file.starts_with(directory)) part.insert(file);
        EXPECT_EQ(found(place, directory), part) << "from '" << directory << "'";
    }
}

TEST(GitRules, RandomRulesIgnoreWhatGitIgnores) { // B43
    const unsigned first = std::random_device()();
    for (int i = 0; i < cases() && !testing::Test::HasFailure(); ++i) {
        const unsigned seed = first + static_cast<unsigned>(i);
        RandomTree tree(seed);
        const TempDirectory place;
        Names files = tree.files();
        std::erase_if(files, [&](const std::string& file) { // a name is a directory or a file
            return std::ranges::any_of(files,
                                       [&](const std::string& other) { return other.starts_with(file + "/"); });
        });
        for (const std::string& file : files)
            place.put("p/" + file, "");
        put_rules(tree, place, files);
        const auto expected = not_ignored_by_git(place, files);
        if (!expected && i == 0) GTEST_SKIP() << "no git: " << place.text("errors");
        ASSERT_TRUE(expected) << "seed " << seed << ": " << place.text("errors");
        SCOPED_TRACE(fmt::format("seed {}\n{}", seed, all_rules(place, files)));
        compare_below(place, *expected);
    }
}

} // namespace
} // namespace thoth
