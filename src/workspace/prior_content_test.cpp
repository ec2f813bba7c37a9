#include "workspace/prior_content.h"

#include "base/hash.h"

#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>

namespace thoth {

namespace {
// Large ones are packed on a thread of their own.
std::string content_of(size_t bytes) {
    std::string text;
    for (int i = 0; text.size() < bytes; ++i)
        text += "line " + std::to_string(i) + "\n";
    return text;
}

std::string round_trip(Result<PackedContent> packed) {
    if (!packed) return describe(packed.error());
    return unpacked_content(packed->name, packed->frame.text()).value_or("(damaged)");
}
} // namespace

TEST(PriorContent, IsPackedUnderTheHashOfItsBytesWhateverItsSize) {
    for (const size_t size : {size_t{0}, size_t{10}, size_t{3'000'000}}) {
        const std::string text = content_of(size);
        PriorContent content(text);
        EXPECT_EQ(content.bytes(), text);
        EXPECT_EQ(content.hash(), hash_of(text));
        auto packed = content.packed();
        ASSERT_TRUE(packed) << size;
        EXPECT_EQ(packed->name, sha256_hex(text));
        EXPECT_EQ(round_trip(std::move(packed)), text);
    }
}

TEST(PriorContent, CanBeAskedForAgain) {
    PriorContent content(content_of(1'000'000));
    EXPECT_EQ(round_trip(content.packed()), content.bytes());
    EXPECT_EQ(round_trip(content.packed()), content.bytes());
}

// Where an edit cannot be applied nobody asks for it.
TEST(PriorContent, MayGoOrBeMovedWhileItIsPacked) {
    const std::string text = content_of(3'000'000);
    std::optional<PriorContent> content(std::in_place, text);
    content.emplace(text);
    PriorContent moved(std::move(*content));
    content.reset();
    EXPECT_EQ(round_trip(moved.packed()), text);
}

} // namespace thoth
