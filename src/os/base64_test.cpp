#include "os/base64.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Base64, KnownTexts) {
    const std::pair<std::string, std::string> pairs[] = {
        {"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
        {"foo", "Zm9v"}, {"\xff\xfe", "//4="}, {std::string("\0\0\0", 3), "AAAA"}};
    for (const auto& [bytes, text] : pairs) {
        EXPECT_EQ(encode_base64(bytes), text);
        EXPECT_EQ(decode_base64(text), bytes);
    }
}

TEST(Base64, RefusesWhatIsNotExact) {
    for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm 9", "====", "Z===", "Zg==Zg==", "Zm9\n"})
        EXPECT_EQ(decode_base64(text), std::nullopt) << text;
}

} // namespace thoth
