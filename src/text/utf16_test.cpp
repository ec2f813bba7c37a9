#include "text/utf16.h"

#include <gtest/gtest.h>

namespace thoth {
namespace {

std::string bytes_of(std::u16string_view text, ByteOrder order) {
    std::string out;
    for (const char16_t unit : text) {
        const char high = static_cast<char>(unit >> 8);
        const char low = static_cast<char>(unit & 0xFF);
        out += order == ByteOrder::big ? high : low;
        out += order == ByteOrder::big ? low : high;
    }
    return out;
}

std::string decoded(std::string_view bytes, ByteOrder order) {
    Utf16Decoder decoder(order);
    const std::string text = decoder.feed(bytes);
    return text + decoder.finish();
}

TEST(Utf16, DecodesBothByteOrders) {
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big})
        EXPECT_EQ(decoded(bytes_of(u"a\u00e9\u2603\U0001F600\n", order), order), "a\u00e9\u2603\U0001F600\n");
    EXPECT_EQ(decoded(bytes_of(u"\uFEFFx", ByteOrder::big), ByteOrder::big), "\uFEFFx");
}

TEST(Utf16, WhatIsDamagedBecomesReplacementCharacters) {
    constexpr ByteOrder k_order = ByteOrder::little;
    const auto text = [](std::u16string units) { return decoded(bytes_of(units, k_order), k_order); };
    EXPECT_EQ(text({u'a', 0xD83D, u'b'}), "a\uFFFDb");              // a high one alone
    EXPECT_EQ(text({u'a', 0xDE00, u'b'}), "a\uFFFDb");              // a low one alone
    EXPECT_EQ(text({0xD83D, 0xD83D, 0xDE00}), "\uFFFD\U0001F600");  // only the second has a partner
    EXPECT_EQ(text({u'a', 0xD83D}), "a\uFFFD");                     // the end of the file
    EXPECT_EQ(decoded(std::string("a\0b", 3), k_order), "a\uFFFD"); // half a unit
}

TEST(Utf16, SplitAtEveryByteGivesTheSameAsTheWhole) {
    const std::u16string units = {0xFEFF, u'a', 0xD83D, 0xDE00, 0xDE00, 0xD83D, u'\n', 0x2603, 0xD83D};
    for (const ByteOrder order : {ByteOrder::little, ByteOrder::big}) {
        const std::string bytes = bytes_of(units, order) + "x";
        const std::string whole = decoded(bytes, order);
        for (size_t first = 0; first <= bytes.size(); ++first) {
            for (size_t second = first; second <= bytes.size(); ++second) {
                Utf16Decoder decoder(order);
                std::string text = decoder.feed(bytes.substr(0, first));
                text += decoder.feed(bytes.substr(first, second - first));
                text += decoder.feed(bytes.substr(second));
                EXPECT_EQ(text + decoder.finish(), whole) << first << ' ' << second;
            }
        }
    }
}

TEST(Utf16, IsKnownByItsMarkOrByZeroBytes) {
    EXPECT_EQ(utf16_byte_order("\xFF\xFE"), ByteOrder::little);
    EXPECT_EQ(utf16_byte_order("\xFE\xFF"), ByteOrder::big);
    EXPECT_EQ(utf16_byte_order(bytes_of(u"hello", ByteOrder::little)), ByteOrder::little);
    EXPECT_EQ(utf16_byte_order(bytes_of(u"hello", ByteOrder::big)), ByteOrder::big);
    EXPECT_EQ(utf16_byte_order("hello world"), std::nullopt);
    EXPECT_EQ(utf16_byte_order(std::string(100, '\0')), std::nullopt);
    EXPECT_EQ(utf16_byte_order(std::string("ab\0cdefghij", 11)), std::nullopt);
    EXPECT_EQ(utf16_byte_order(""), std::nullopt);
}

} // namespace
} // namespace thoth
