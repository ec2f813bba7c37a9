#include "fakes/shell_line.h"

#include <gtest/gtest.h>

namespace thoth {

TEST(ShellWords, QuotesNeverHideAName) {
    for (const char* line : {"git", "'git'", "\"git\"", "g\"i\"t", "\\git", "g\\it", "gi't'", "''git"})
        EXPECT_EQ(keys_of(line), "shell:git") << line;
}

TEST(ShellWords, ANameThatIsNotLiteralIsUnknown) {
    for (const char* line : {"$a", "\"$a\"", "$(b)c", "./*.sh", "./x.s?", "[a]", "{a,b}", "{a..b}", "$'a'", "a$b",
                             "~u/a", "''", "a\xC3\xA4"})
        EXPECT_TRUE(keys_of(line).ends_with("shell:? !") || keys_of(line) == "shell:? shell:b !")
            << line << keys_of(line);
}

TEST(ShellWords, FindsSubstitutionsWhereverTheyStand) {
    for (const char* line : {"a $(zz)",
                             "a `zz`",
                             "a \"$(zz)\"",
                             "a \"`zz`\"",
                             "a <(zz)",
                             "a b$(zz)c",
                             "x=$(zz) a",
                             "a 2>&1 $(zz)",
                             "a ${x:-$(zz)}",
                             "a \"${x:-$(zz)}\"",
                             "a ${x:-`zz`}",
                             "a ${x:-${y:-$(zz)}}",
                             "a \"${x:-\"$(zz)\"}\"",
                             "a \"${x:-'$(zz)'}\"",
                             "a ${x%%$(zz)}",
                             "a ${x/$(zz)/b}",
                             "a ${x^^$(zz)}",
                             "a ${x:-<(zz)}",
                             "a `echo \\`zz\\``",
                             "a \"$(echo \"$(zz)\")\"",
                             "a <<< $(zz)",
                             "a <<E\n${x:-$(zz)}\nE",
                             "for x in $(zz); do a; done",
                             "case $(zz) in *) a;; esac",
                             "case x in $(zz)) a;; esac",
                             "[[ -n $(zz) ]] && a",
                             "a $(case b in c) d=')';; esac; zz)"})
        EXPECT_EQ(keys_of(line), "shell:a shell:zz") << line;
}

TEST(ShellWords, WhatIsQuotedDoesNotRun) {
    for (const char* line : {"a '$(zz)'", "a \\$\\(zz\\)", "a \"\\$(zz)\"", "a \"\\`zz\\`\"", "a ${x:-'$(zz)'}",
                             "a ${x:-\\$b}", "a '`zz`'", "a $'$(zz)'", "a # $(zz)", "a 'b; zz'", "a \"b; zz\""})
        EXPECT_EQ(keys_of(line), "shell:a") << line;
}

TEST(ShellWords, ExpansionsThatRunOrHideCodeAskEveryTime) {
    for (const char* line : {"echo ${x@P}",
                             "echo ${x@Q}",
                             "echo ${!x}",
                             "echo ${!x*}",
                             "echo ${x=y}",
                             "echo ${x:=y}",
                             "echo ${x:y}",
                             "echo ${x:1:y}",
                             "echo ${x: -1}",
                             "echo ${x[0]}",
                             "echo ${#x[@]}",
                             "echo $((x))",
                             "echo $((1 + a[0]))",
                             "echo $(($x))",
                             "echo $((16#ff))",
                             "((x))",
                             "for ((i = 0; ; )); do echo; done",
                             "echo <<E\n${x@P}\nE",
                             "cat >/dev/null <<E\n$((x))\nE",
                             "[[ x -eq 1 ]]",
                             "[[ 1 -lt $x ]]",
                             "[[ -v x ]]",
                             "[[ -R x ]]",
                             "a[0]=1",
                             "a=(1)",
                             "a+=(1)",
                             "[ -v x ]",
                             "test -R x"})
        EXPECT_TRUE(keys_of(line).ends_with(" !")) << line;
}

TEST(ShellWords, HarmlessExpansionsDoNot) {
    for (const char* line :
         {"echo $x ${x} $1 ${10} $@ $# $? $$", "echo ${x:-y} ${x-y} ${x:+y} ${x:?y}", "echo ${x:0:7} ${x:3}",
          "echo ${#x}", "echo ${x#y} ${x##y} ${x%y} ${x%%y} ${x/y/z} ${x//y} ${x^} ${x,,}",
          "echo $((1 + 2 * (3 - 4)))", "echo $(($# - 1))", "((1))", "for ((;;)); do break; done", "[[ 1 -eq 2 ]]",
          "[[ -3 -lt +4 ]]", "[[ $a == b ]]", "[[ a =~ (b|c) ]]"})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
}

TEST(ShellWords, RefusesOperandsThatCouldEndInTwoPlaces) {
    for (const char* line : {"a \"${x:-'}'}\"", "a \"${x:-'}\"", "a \"${x:-$'b'}\"", "a <<E\n${x:-\"b\"}\nE",
                             "a $((id) | (b))", "a $((\"1\"))", "a ${ b; }"})
        EXPECT_EQ(keys_of(line), "shell:? !") << line;
}

TEST(ShellWords, AnsiQuotesAreDecodedForTheTables) {
    EXPECT_EQ(keys_of("cat $'\\x2eenv'"), "secret:./.env shell:cat !");
    EXPECT_EQ(keys_of("cat $'.\\u0065nv'"), "secret:./.env shell:cat !");
    EXPECT_EQ(keys_of("cat $'.en\\166'"), "secret:./.env shell:cat !");
    EXPECT_EQ(keys_of("tar xf a.tar $'--checkpoint-action=exec=b'"), "shell:tar !");
    EXPECT_EQ(keys_of("a $'b\\0c'"), "shell:? !"); // bash drops what follows
    EXPECT_EQ(keys_of("a $'\\'$(zz)'"), "shell:a");
}

} // namespace thoth
