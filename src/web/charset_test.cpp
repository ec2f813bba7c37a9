#include "web/charset.h"

#include <gtest/gtest.h>

namespace thoth {

using namespace std::string_view_literals;

TEST(Charset, HonoursWhatTheServerSays) {
    EXPECT_EQ(to_utf8("caf\xe9"sv, "ISO-8859-1"), "café");
    EXPECT_EQ(to_utf8("\x93quoted\x94"sv, "latin1"), "“quoted”"); // as browsers read it
    EXPECT_EQ(to_utf8("\xcf\xf0\xe8\xe2\xe5\xf2"sv, "windows-1251"), "Привет");
    EXPECT_EQ(to_utf8("\x93\xfa\x96\x7b"sv, "Shift_JIS"), "日本");
    EXPECT_EQ(to_utf8("\xc4\xe3\xba\xc3"sv, "gb2312"), "你好");
    EXPECT_EQ(to_utf8("a\0b\0"sv, "utf-16le"), "ab");
}

TEST(Charset, FindsItInTheText) {
    EXPECT_EQ(to_utf8("<meta charset=\"windows-1251\">\xc4\xe0"sv, ""), "<meta charset=\"windows-1251\">Да");
    EXPECT_EQ(to_utf8("<META http-equiv=Content-Type content='text/html; charset=koi8-r'>\xc4\xc1"sv, ""),
              "<META http-equiv=Content-Type content='text/html; charset=koi8-r'>да");
    EXPECT_EQ(to_utf8("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>\xe9</a>"sv, ""),
              "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>");
    EXPECT_EQ(to_utf8("\xff\xfe"
                      "a\0b\0"sv,
                      "utf-8"),
              "ab"); // a mark counts before all
    EXPECT_EQ(to_utf8("\xef\xbb\xbfü", "latin1"), "ü");
}

TEST(Charset, GuessesWithoutOne) {
    EXPECT_EQ(to_utf8("grün", ""), "grün");
    EXPECT_EQ(to_utf8("gr\xfcn"sv, ""), "grün");
}

TEST(Charset, SurvivesWrongAndHostileNames) {
    EXPECT_EQ(to_utf8("gr\xfcn"sv, "utf-8"), "gr\xef\xbf\xbdn");
    for (const char* name : {"../../etc/passwd", "UTF-8//TRANSLIT", "no-such-charset", "", "\x01", "utf-7"})
        EXPECT_EQ(to_utf8("plain", name), "plain") << name;
    EXPECT_EQ(to_utf8("a\0b"sv, "utf-16le"), "a\xef\xbf\xbd"); // it ends inside of a character
    EXPECT_EQ(to_utf8("gr\xfcn"sv, "no-such-charset"), "grün");
    EXPECT_EQ(to_utf8("a\0\0\xd8" // half a pair, and what follows stays in step
                      "b\0c\0"sv,
                      "utf-16le"),
              "a\xef\xbf\xbd"
              "bc");
}

} // namespace thoth
