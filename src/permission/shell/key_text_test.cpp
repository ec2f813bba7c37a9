#include "permission/shell/key_text.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(KeyText, LabelsSayWhatAnAlwaysMeans) {
    EXPECT_TRUE(key_label("shell:python3").starts_with("near-total"));
    EXPECT_TRUE(key_label("shell:python3.12").starts_with("near-total"));
    for (const char* key : {"shell:make", "shell:cargo", "shell:npm", "shell:git", "shell:ctest",
                            "shell:project-build", "shell:npx:tsc"})
        EXPECT_TRUE(key_label(key).starts_with("runs code of this project")) << key;
    for (const char* key : {"shell:./a.sh", "shell:~/a", "shell:/opt/a"})
        EXPECT_EQ(key_label(key), "until the file changes") << key;
    EXPECT_EQ(key_label("write:./"), "any file of this project");
    for (const char* key : {"shell:ls", "shell:builtin", "web:a.example", "read:/etc", "write:/tmp"})
        EXPECT_EQ(key_label(key), "") << key;
}

TEST(KeyText, SaysKeysInWords) {
    EXPECT_EQ(key_in_words("shell:git"), "the program git");
    EXPECT_EQ(key_in_words("shell:./b.sh"), "the file ./b.sh as a program");
    EXPECT_EQ(key_in_words("shell:npx:@s/a"), "the package @s/a with npx");
    EXPECT_EQ(key_in_words("shell:builtin"), "commands that only the shell itself carries out");
    EXPECT_EQ(key_in_words("shell:?"), "a program that is only known when the line runs");
    EXPECT_EQ(key_in_words("shell:project-build"), "programs that this project builds");
    EXPECT_EQ(key_in_words("write:./"), "write files in this project");
    EXPECT_EQ(key_in_words("write:/tmp"), "write files in /tmp");
    EXPECT_EQ(key_in_words("read:?"), "read files at a place that is only known when the line runs");
    EXPECT_EQ(key_in_words("edit:./"), "edit files in this project");
    EXPECT_EQ(key_in_words("web:a.example"), "talk to a.example");
    EXPECT_EQ(key_in_words("secret:./.env"), "use ./.env, which may hold credentials");
    EXPECT_EQ(key_in_words("other"), "other");
}

} // namespace thoth
