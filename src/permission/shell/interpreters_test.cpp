#include "fakes/shell_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

TEST(ShellScripts, LiteralOnesAreParsed) {
    for (const char* line : {"bash -c make",         "sh -c 'make'",
                             "dash -c make",         "ash -c make",
                             "bash -lc make",        "bash -euo pipefail -c make",
                             "bash -e -c make",      "bash -c -e make",
                             "bash -c -- make",      "bash --norc --noprofile --login -c make",
                             "bash +e -c make",      "bash -c 'make' a b",
                             "/bin/sh -c make",      "busybox sh -c make",
                             "timeout 5 sh -c make", "eval make",
                             "eval 'make' a",        "eval \"make\"",
                             "trap make EXIT",       "trap -- make INT",
                             "bash <<< make",        "bash <<'E'\nmake\nE",
                             "bash <<E\nmake\nE",    "bash -c 'bash -c \"make\"'",
                             "command eval make",    "builtin eval make"})
        EXPECT_EQ(keys_of(line), "shell:make") << line;
    for (const char* line : {"trap - EXIT", "trap '' INT", "trap -p", "trap -l", "trap", "eval"})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
}

TEST(ShellScripts, OthersAskEveryTime) {
    for (const char* line :
         {"bash -c \"$x\"", "bash -c", "bash -i a", "bash -s", "bash -O extglob -c a", "bash -kc a", "bash -Hc a",
          "bash --rcfile a", "bash -o history -c a", "bash", "a=1 bash", "bash < /dev/stdin", "bash <<< $x",
          "bash <<E\n$x\nE", "bash \"$x\"", "bash /dev/stdin", "bash 3< a"})
        EXPECT_EQ(keys_of(line), "shell:bash !") << line;
    EXPECT_EQ(keys_of("a | sh"), "shell:a shell:sh !");
    for (const char* line :
         {"eval $x", "eval \"a $x\"", "trap \"$x\" EXIT", "source a", ". a", "source $x", "source -",
          "source /dev/stdin", "source <(true)", "trap ./a EXIT", "cd a; bash b.sh", "cd a; source ./b"})
        EXPECT_EQ(keys_of(line), "shell:? !") << line;
    EXPECT_EQ(keys_of("bash -c 'a \"'"), "shell:? !");
}

TEST(ShellScripts, FilesArePinned) {
    for (const char* line : {"bash a.sh", "sh ./a.sh b", "bash -e -- a.sh", "bash - a.sh", "bash < a.sh",
                             "source ./a.sh", ". ./a.sh", "./a.sh", "timeout 5 bash a.sh"})
        EXPECT_EQ(keys_of(line), "shell:./a.sh") << line;
    EXPECT_EQ(keys_of("bash ~/a.sh"), "shell:~/a.sh");
    EXPECT_EQ(keys_of("bash < /tmp/a.sh"), "read:/tmp shell:/tmp/a.sh");
}

TEST(ShellScripts, ForShMustBePosix) {
    for (const char* script : {"[[ a || id ]]", "a <(b)", "((1))", "a <<< b", "a &> b", "a |& b", "a $'\\''"})
        for (const char* shell : {"sh", "dash", "ash"})
            EXPECT_EQ(keys_of(fmt::format("{} <<'E'\n{}\nE", shell, script)), fmt::format("shell:{} !", shell))
                << script;
    EXPECT_EQ(keys_of("sh -c 'chdir a && ./b'"), "shell:? shell:chdir !");
    EXPECT_EQ(keys_of("sh -c 'export A=$b'"), "shell:builtin !");
    for (const char* name : {"builtin", "source", "declare", "typeset", "dirs", "pushd", "popd", "disown"})
        EXPECT_TRUE(keys_of(fmt::format("sh -c '{} ./a'", name)).ends_with(" !")) << name;
}

TEST(ShellLanguages, HaveTheirOwnKey) {
    for (const char* name :
         {"python",  "python2", "python3", "python3.11", "pypy",    "pypy3",  "node",   "nodejs",
          "deno",    "bun",     "perl",    "ruby",       "php",     "lua",    "luajit", "tclsh",
          "R",       "Rscript", "julia",   "awk",        "gawk",    "mawk",   "nawk",   "tsx",
          "ts-node", "ipython", "irb",     "m4",         "sqlite3", "jshell", "groovy", "elixir"})
        EXPECT_EQ(keys_of(fmt::format("{} a", name)), fmt::format("shell:{}", name));
}

TEST(ShellLanguages, CodeFromAPipeAsksEveryTime) {
    for (const char* line :
         {"a | python3", "a | python3 -", "a | python3 -u", "a | python3 -W ignore", "a | python3 $x",
          "a | python3 <&0", "a | python3 < /dev/stdin", "a | python3 /dev/stdin", "a | (python3)",
          "a | { python3; }", "a | while true; do python3; done", "a | bash -c python3", "bash <<'E'\npython3\nE",
          "a | timeout 5 python3"})
        EXPECT_TRUE(keys_of(line).ends_with("shell:python3 !")) << line << ": " << keys_of(line);
    for (const char* line : {"a | node", "a | perl -w", "a | ruby -", "a | deno run -", "a | php", "a | node -r x"})
        EXPECT_TRUE(keys_of(line).ends_with(" !")) << line;
    for (const char* line :
         {"a | python3 b.py", "a | python3 -c b", "a | python3 -m b", "a | python3 -Bc b", "a | perl -ne b",
          "a | node -p b", "a | node --eval b", "a | php -r b", "a | ruby -e b", "a | awk b",
          "a | python3 <<E\nb\nE", "a | python3 < b", "a | python3 <<< b", "python3", "python3 -", "a | lua -e b"})
        EXPECT_FALSE(keys_of(line).ends_with(" !")) << line;
}

TEST(ShellPackages, HaveAKeyEach) {
    for (const auto& [line, key] : std::initializer_list<std::pair<const char*, const char*>>{
             {"npx a", "shell:npx:a"},
             {"npx -y --yes -q --quiet --no-install -- a@1.2 b", "shell:npx:a@1.2"},
             {"npx @s/a", "shell:npx:@s/a"},
             {"bunx a", "shell:bunx:a"},
             {"uvx a", "shell:uvx:a"},
             {"pnpx a", "shell:pnpx:a"},
             {"npm exec a", "shell:npx:a"},
             {"npm x a", "shell:npx:a"},
             {"pnpm dlx a", "shell:pnpm-dlx:a"},
             {"yarn dlx a", "shell:yarn-dlx:a"},
             {"bun x a", "shell:bunx:a"},
             {"pipx run a", "shell:pipx:a"},
             {"uv tool run a", "shell:uvx:a"},
             {"uv sync", "shell:uv"},
             {"npm run exec", "shell:npm"},
             {"bun test", "shell:bun"},
             {"npx", "shell:npx !"},
             {"npx -p a b", "shell:npx !"},
             {"npx ./a", "shell:npx !"},
             {"npx a/b", "shell:npx !"},
             {"npx https://a.example/b", "shell:npx !"},
             {"npx $a", "shell:npx !"},
             {"xargs npx", "shell:npx !"},
             {"npm --prefix a exec b", "shell:npx !"}})
        EXPECT_EQ(keys_of(line), key) << line;
}

} // namespace thoth
