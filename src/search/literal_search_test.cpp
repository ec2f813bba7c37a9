#include "search/literal_search.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace thoth {
namespace {

// The plain way: which line, so to say, an occurrence is near.
bool occurs(const std::vector<std::string>& literals, std::string_view text, size_t from) {
    return std::ranges::any_of(literals,
                               [&](const auto& l) { return text.find(l, from) != std::string_view::npos; });
}

TEST(LiteralSearch, FindsAnyOfItsLiteralsWhereverTheyLie) {
    const LiteralSearch search({"needle", "pin"}, false);
    for (size_t before = 0; before < 100; ++before)
        for (const size_t behind : {0u, 1u, 40u}) {
            const std::string text = std::string(before, '.') + "pin" + std::string(behind, '.');
            const size_t at = search.find(text, 0);
            EXPECT_TRUE(at >= before && at < before + 3) << before << ' ' << behind;
            EXPECT_EQ(search.find(text, before + 1), std::string::npos) << before;
        }
}

TEST(LiteralSearch, CaseMayNotCount) {
    const LiteralSearch search({"needle"}, true);
    EXPECT_NE(search.find("a NeeDLE b", 0), std::string::npos);
    EXPECT_EQ(LiteralSearch({"needle"}, false).find("a NeeDLE b", 0), std::string::npos);
}

TEST(LiteralSearch, MissesNothingInRandomText) {
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    const auto word = [&](size_t size) {
        std::string text(size, ' ');
        for (char& c : text)
            c = static_cast<char>('a' + random() % 3);
        return text;
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> literals;
        for (size_t i = 0; i < 1 + random() % LiteralSearch::k_most; ++i)
            literals.push_back(word(1 + random() % 9));
        const LiteralSearch search(literals, false);
        const std::string text = word(random() % 300);
        const size_t from = text.empty() ? 0 : random() % text.size();
        EXPECT_EQ(search.find(text, from) != std::string::npos, occurs(literals, text, from))
            << "seed " << seed << " round " << round;
    }
}

} // namespace
} // namespace thoth
