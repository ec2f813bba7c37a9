#include "web/readable_text.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ReadableText, KeepsWhatIsSeen) {
    const std::string text = "plain\n\tüñ €“” 日本 Привет नमस्ते 👩\u200d👩 \U0001F600 ✓\n";
    EXPECT_EQ(readable_text(text), text);
}

TEST(ReadableText, DropsWhatIsNot) {
    EXPECT_EQ(readable_text("a\x1b[31mb\x07\x7f"
                            "c"),
              "a[31mbc");
    EXPECT_EQ(readable_text("a\u200bb\u202ec\u2066d\ufeffe\u00adf\u0085g"), "abcdefg");
    // Words in invisible letters.
    EXPECT_EQ(readable_text("x\U000E0069\U000E0067y"), "xy");
}

TEST(ReadableText, EndsLinesAtLf) {
    EXPECT_EQ(readable_text("a\r\nb\rc\n"), "a\nb\nc\n");
}

} // namespace thoth
