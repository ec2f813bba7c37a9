#include "permission/shell/parser.h"

#include "fakes/shell_line.h"
#include "permission/shell/characters.h"

#include <gtest/gtest.h>

namespace thoth::shell {

namespace {
bool parses(std::string_view line) {
    Budget budget;
    return parse_script(line, 1, budget).has_value();
}

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}
} // namespace

TEST(ShellParser, TakesTheFormsThatPeopleWrite) {
    for (const char* line : {"a",
                             "a b\tc",
                             "a; b",
                             "a;",
                             "a &",
                             "a & b",
                             "a && b || c",
                             "a &&\n\nb",
                             "a |\nb",
                             "a |& b",
                             "! a",
                             "time a",
                             "time -p a",
                             "(a; b)",
                             "{ a; b; }",
                             "{ a\n}",
                             "if a; then b; elif c; then d; else e; fi",
                             "while a; do b; done",
                             "until a\ndo\nb\ndone",
                             "for x in a b; do c; done",
                             "for x\ndo c; done",
                             "for ((i = 0; i < 3; i++)); do a; done",
                             "select x in a; do b; done",
                             "case a in b) c;; (d|e) f;& *) ;; esac",
                             "case a in b) c; esac",
                             "[[ a && ! b ]]",
                             "[[ (a || b) && -f c ]]",
                             "[[ a =~ ^(b|c)+$ ]]",
                             "((1 + 2))",
                             "a > b 2>&1 < c >> d >| e <> f &> g 3>&-",
                             "a <<< b",
                             "a <<E\nb\nE",
                             "a <<-'E'\n\tb\n\tE\nc",
                             "x=1 y=$(a) b",
                             "a=(1 $(b))",
                             "a 'b' \"c\" \\d $'e'",
                             "$a ${b} ${c:-d} $(e) `f` $((1)) <(g) >(h)",
                             "a * ? [b] {c,d} ~ ~e",
                             "a # b",
                             "a \\\n b",
                             "a $ b",
                             "a{b",
                             "a }"})
        EXPECT_TRUE(parses(line)) << line;
}

TEST(ShellParser, RejectsWhatIsOutsideTheGrammar) {
    for (const char* line : {"f() { a; }",
                             "f () (a)",
                             "function f { a; }",
                             "coproc a",
                             "a $\"b\"",
                             "a $[1]",
                             "exec {fd}> a",
                             "a 'b",
                             "a \"b",
                             "a `b",
                             "a $(b",
                             "a ${b",
                             "a $((1",
                             "a \\",
                             "(a",
                             "{ a",
                             "{ a }",
                             "if a; then b",
                             "while a; do b",
                             "for x in a; b",
                             "case a in b) c",
                             "[[ a",
                             "((1",
                             "a <<E\nb",
                             "a <<E",
                             "a )",
                             "}",
                             "fi",
                             "done",
                             "esac",
                             "then a",
                             "in a",
                             "]] a",
                             "a &&",
                             "|| a",
                             "a |",
                             "| a",
                             ";",
                             "a ;; b",
                             "a & ; b",
                             "( )",
                             "{ }",
                             "$()",
                             "!",
                             "! ! a",
                             "time",
                             "a > ",
                             "a >\nb",
                             "a 2>3>b",
                             "a !(b)",
                             "a=(1 2",
                             "echo a=(1)",
                             "a[ #]=1; b",
                             "a << $b\nc\n$b",
                             "a <<''\nb\n",
                             ""})
        EXPECT_FALSE(parses(line)) << line;
}

TEST(ShellParser, CountsEveryCommandUpToFifty) {
    EXPECT_TRUE(parses(repeated("a;", 50)));
    EXPECT_FALSE(parses(repeated("a;", 51)));
    EXPECT_TRUE(parses("{ " + repeated("a;", 49) + "}"));
    EXPECT_FALSE(parses("{ " + repeated("a;", 50) + "}"));
    EXPECT_FALSE(parses(repeated("a $(b);", 26)));
    EXPECT_EQ(keys_of("bash -c '" + repeated("true;", 49) + "'"), "shell:builtin");
    EXPECT_EQ(keys_of("bash -c '" + repeated("true;", 50) + "'"), "shell:? !");
}

TEST(ShellParser, GoesEightScriptsDeep) {
    EXPECT_TRUE(parses("a" + repeated(" $(a", 7) + repeated(")", 7)));
    EXPECT_FALSE(parses("a" + repeated(" $(a", 8) + repeated(")", 8)));
    EXPECT_TRUE(parses("a `a \\`b\\``"));
    EXPECT_EQ(keys_of(repeated("eval ", 8) + "a"), "shell:? !");
    EXPECT_EQ(keys_of(repeated("eval ", 7) + "a"), "shell:a");
}

TEST(ShellParser, IsBoundedHoweverDeepThingsAreNested) {
    EXPECT_EQ(keys_of("a " + std::string(9'998, 'b')), "shell:a");
    EXPECT_EQ(keys_of("a " + std::string(9'999, 'b')), "shell:? !");
    for (const char* opener :
         {"(", "{ ", "$(", "`", "\"$(", "${x:-", "\"${x:-", "$((", "[[ (", "<(", "a=(", "case x in ("})
        EXPECT_EQ(keys_of(repeated(opener, 2'000).substr(0, 10'000)), "shell:? !") << opener;
    EXPECT_EQ(keys_of(repeated("nice ", 1'900) + "a"), "shell:? !");
}

TEST(ShellParser, ReadsBodiesOfHereDocumentsAsBashDoes) {
    EXPECT_EQ(keys_of("a <<E\n$(b)\nE\nc"), "shell:a shell:b shell:c");
    EXPECT_EQ(keys_of("a <<'E'\n$(b)\nE\nc"), "shell:a shell:c");
    EXPECT_EQ(keys_of("a <<\\E\n$(b)\nE"), "shell:a");
    EXPECT_EQ(keys_of("a <<E\n\\$(b)\nE"), "shell:a");
    EXPECT_EQ(keys_of("a <<E | b\n\"$(c)\"\nE"), "shell:a shell:b shell:c");
    EXPECT_EQ(keys_of("a <<A <<'B'\n$(b)\nA\n$(c)\nB"), "shell:a shell:b");
    EXPECT_EQ(keys_of("a <<-E\n\t$(b)\n\tE\nc"), "shell:a shell:b shell:c");
}

TEST(ShellParser, TakesNoBodyWhoseEndCouldBeReadInTwoWays) {
    for (const char* line : {"a <<E\nb\\\nE\nc\nE", "a <<E\n\\\nE\nb\nE", "a $(b <<E\nEx; c)\nE\n)", "a <<E\nE \nE",
                             "a $(b <<E\nc\nE)", "a <<E 'b\nc'\nE", "a <<E $(b\n)\nE", "a $(b <<E)\nc\nE"})
        EXPECT_FALSE(parses(line)) << line;
}

TEST(ShellParser, SeesThroughContinuedLines) {
    EXPECT_EQ(keys_of("a \\\n# b\nc"), "shell:a shell:c");
    EXPECT_EQ(keys_of("a\\\nb; c"), "shell:ab shell:c");
    EXPECT_EQ(keys_of("a $\\\n(b)"), "shell:a shell:b");
    EXPECT_EQ(keys_of("a \"$\\\n(b)\""), "shell:a shell:b");
    EXPECT_EQ(keys_of("a &\\\n& b"), "shell:a shell:b");
    EXPECT_EQ(keys_of("# a \\\nb"), "shell:b");
    EXPECT_EQ(keys_of("i\\\nf a; then b; fi"), "shell:a shell:b");
}

TEST(ShellParser, RefusesWhatAPersonDoesNotSee) {
    for (const char* hidden :
         {"\r", "\x01", "\x1b[0m", "\x7f", "\xC2\x85", "\xC2\xAD", "\xE2\x80\x8B", "\xE2\x80\xAE", "\xE2\x81\xA0",
          "\xEF\xBB\xBF", "\xF3\xA0\x80\x81", "\xFF", "\xE3\x85\xA4"})
        EXPECT_FALSE(is_plainly_visible(std::string("a ") + hidden)) << hidden;
    EXPECT_TRUE(is_plainly_visible("a\tb\nc äöü 日本"));
    EXPECT_EQ(keys_of(std::string_view("a\0b", 3)), "shell:? !");
}

TEST(ShellParser, KnowsWhatOtherShellsReadDifferently) {
    const auto bash_only = [](std::string_view line) {
        Budget budget;
        return parse_script(line, 1, budget)->bash_only;
    };
    for (const char* line :
         {"a <(b)", "[[ a ]]", "((1))", "a <<< b", "a &> b", "a |& b", "a $'b'", "a >& b", "a+=b", "a=(b)",
          "a {b,c}", "select x in a; do b; done", "time a", "a \"$(b <<< c)\"", "a `b |& c`"})
        EXPECT_TRUE(bash_only(line)) << line;
    for (const char* line :
         {"a; b && c", "a 2>&1", "a $(b) `c` ${d:-e} $((1))", "case a in b) c;; esac", "a <<E\nb\nE"})
        EXPECT_FALSE(bash_only(line)) << line;
}

} // namespace thoth::shell
