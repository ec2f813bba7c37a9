#include "text/script.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(Script, TellsTheLanguageOfEachScript) { // L08
    EXPECT_EQ(language_by_script("ช่วยแก้โค้ดนี้"), "Thai");
    EXPECT_EQ(language_by_script("请修复 src/main.c 里的错误"), "Chinese");
    EXPECT_EQ(language_by_script("このファイルを直して"), "Japanese");
    EXPECT_EQ(language_by_script("이 파일을 고쳐 줘"), "Korean");
    EXPECT_EQ(language_by_script("исправь ошибку"), "Russian");
    EXPECT_EQ(language_by_script("أصلح الخطأ"), "Arabic");
    EXPECT_EQ(language_by_script("תקן את הבאג"), "Hebrew");
    EXPECT_EQ(language_by_script("διόρθωσε το σφάλμα"), "Greek");
    EXPECT_EQ(language_by_script("इस फ़ाइल को ठीक करो"), "Hindi");
}

TEST(Script, LatinAndFewerThanThreeLettersTellNothing) { // L08
    for (const char* text :
         {"", "fix the bug", "Größe ändern", "α β", "да", "修正", "かな", "123 ₽ ₿ ……", "\xff\xfe\xe3\x81"})
        EXPECT_EQ(language_by_script(text), "") << text;
    EXPECT_EQ(language_by_script("α β γ"), "Greek");
    EXPECT_EQ(language_by_script("αβ да"), "") << "three letters of one script";
}

TEST(Script, OneKanaDecidesForJapanese) { // L08
    EXPECT_EQ(language_by_script("設定変更の件"), "Japanese");
    EXPECT_EQ(language_by_script("設定変更"), "Chinese");
    EXPECT_EQ(language_by_script("設定ー変更"), "Chinese") << "the long mark is no letter";
}

TEST(Script, TheScriptWithMostLettersWins) {
    EXPECT_EQ(language_by_script("напиши тест: «שלום»"), "Russian");
}

} // namespace thoth
