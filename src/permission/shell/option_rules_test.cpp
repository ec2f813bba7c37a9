#include "permission/shell/option_rules.h"

#include "fakes/shell_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

namespace {
// Lines of one program that are offered an always, and lines that are asked about every time.
void expect_offered(std::string_view program, std::initializer_list<const char*> lines, bool offered) {
    for (const char* line : lines)
        EXPECT_EQ(keys_of(line), fmt::format("shell:{}{}", program, offered ? "" : " !")) << line;
}
} // namespace

TEST(ShellOptions, ThatRunAProgramAskEveryTimeInEveryForm) {
    expect_offered("rg", {"rg a", "rg -n a b", "rg -e z", "rg -ez", "rg --pre-glob a b", "rg -- --pre", "rg -tz a"},
                   true);
    expect_offered("rg",
                   {"rg --pre a b", "rg --pre=a b", "rg --hostname-bin a", "rg -z a", "rg -nz a",
                    "rg --search-zip a", "rg $a", "rg *"},
                   false);
    expect_offered(
        "tar",
        {"tar xf a", "tar -xf a", "tar czf a ./*", "tar --checkpoint=1 -xf a", "tar -C F -xf a", "tar -xfIP"},
        true);
    expect_offered("tar",
                   {"tar --checkpoint-action=a",
                    "tar --checkpoint-a a",
                    "tar --to-command=a",
                    "tar --to-c a",
                    "tar -I a xf b",
                    "tar -Ia",
                    "tar -xIa",
                    "tar xIf a b",
                    "tar --use-compress-program=a",
                    "tar --use a",
                    "tar --rsh-command a",
                    "tar -F a",
                    "tar xF a",
                    "tar --info-script=a",
                    "tar --new-volume-script=a",
                    "tar -P",
                    "tar xPf a",
                    "tar --absolute-names",
                    "tar --abs",
                    "tar xf a *",
                    "tar xf $a",
                    "tar xf a -*"},
                   false);
    expect_offered("bsdtar", {"bsdtar --use-compress-program a"}, false);
    expect_offered("gtar", {"gtar -I a"}, false);
    expect_offered("sort", {"sort a", "sort --check a", "sort -c a"}, true);
    expect_offered("sort", {"sort --compress-program=a", "sort --comp a", "sort --compress-program a"}, false);
    expect_offered("split", {"split a"}, true);
    expect_offered("split", {"split --filter=a b", "split --fil a"}, false);
    expect_offered("zip", {"zip a b", "zip -T a"}, true);
    expect_offered("zip", {"zip -TT a b", "zip -rTT a", "zip --unzip-command a"}, false);
    expect_offered("kubectl",
                   {"kubectl get a", "kubectl describe a", "kubectl logs a", "kubectl version", "kubectl explain a",
                    "kubectl top a", "kubectl api-resources", "kubectl cluster-info"},
                   true);
    expect_offered("kubectl",
                   {"kubectl", "kubectl apply -f a", "kubectl exec a", "kubectl -n a get b",
                    "kubectl get --kubeconfig a", "kubectl get --kubeconfig=a", "kubectl $a"},
                   false);
    for (const char* name : {"docker", "podman", "nerdctl"}) {
        for (const char* command : {"ps", "images", "logs a", "inspect a", "version", "info", "stats", "top a",
                                    "port a", "diff a", "history a"})
            EXPECT_EQ(keys_of(fmt::format("{} {}", name, command)), fmt::format("shell:{}", name)) << command;
        for (const char* command : {"run a", "exec a", "build .", "-H a ps", "cp a b", "$a", ""})
            EXPECT_EQ(keys_of(fmt::format("{} {}", name, command)), fmt::format("shell:{} !", name)) << command;
    }
}

TEST(ShellOptions, WordsThatCouldBecomeOneAskEveryTime) {
    for (const char* program : {"find .", "fd", "rg", "tar tf", "sed p", "git log"}) {
        const std::string name = std::string(program).substr(0, std::string(program).find(' '));
        for (const char* word : {"$a", "\"$a\"", "*", "?", "[a]", "{a,b}", "$(true)", "a$b", "./$a", "-*"})
            EXPECT_EQ(keys_of(fmt::format("{} {}", program, word)), fmt::format("shell:{} !", name))
                << program << ' ' << word;
        for (const char* word : {"./*", "\"a$b\"", "src/*.c", "a{b,c}", "'*'", "'$a'"})
            EXPECT_EQ(keys_of(fmt::format("{} {}", program, word)), fmt::format("shell:{}", name))
                << program << ' ' << word;
    }
    expect_offered("git",
                   {"git add -- *.c \"$a\" $b", "git commit -m \"$a\"", "git commit -am \"$a\"",
                    "git commit --message \"$a\"", "git tag a -m \"$b\""},
                   true);
    expect_offered("git", {"git log -m \"$a\"", "git commit -m $a", "git commit -F \"$a\"", "git commit \"$a\""},
                   false);
}

TEST(ShellSed, TakesOnlyScriptsThatPrintDeleteAndSubstitute) {
    for (const char* script :
         {"p",       "d",      "q",        "=",      "5p",         "$p",     "/a/p",           "1,5p",
          "1,$p",    "1,+3p",  "/a/,/b/p", "5!p",    "/a\\/b/d",   "s/a/b/", "s/a/b/g",        "s/a/b/2pgiI",
          "s|a|b|",  "s#a#b#", "s,a,b,",   "s:a:b:", "s/a\\/b/c/", "1p;2p",  "s/a/b/; s/c/d/", "s/;/w x/",
          " 1,5 p ", "$!d"})
        EXPECT_TRUE(shell::is_plain_sed_script(script)) << script;
    for (const char* script :
         {"w a", "1w a",   "s/a/b/w c", "s/a/b/e", "s/a/b/m", "e",         "1e id",  "r a",
          "R a", "W a",    "a b",       "i b",     "c b",     "{p}",       "y/a/b/", "s/a/b",
          "s/a", "sxaxbx", "p;",        ";p",      "p\nw a",  "s/a\nb/c/", "/a/Ip",  "1~2p",
          "q5",  "b",      ":a",        "n",       "p w a",   "",          "#n",     "s/a/b/;w c"})
        EXPECT_FALSE(shell::is_plain_sed_script(script)) << script;
    expect_offered("sed",
                   {"sed p a", "sed -n 1p a", "sed -E -r -s -u -z p a", "sed -nE p", "sed -En p", "sed -nr p",
                    "sed -rn p", "sed --quiet --silent --regexp-extended p", "sed -e p -e d a", "sed -ep a",
                    "sed -n -- p a"},
                   true);
    expect_offered("sed",
                   {"sed -i p a", "sed -i.b p a", "sed -ni p a", "sed p a -i", "sed --in-place p a", "sed -f a",
                    "sed --file=a", "sed \"$a\"", "sed", "sed -e", "sed -e w\\ a b", "sed -s --follow-symlinks p",
                    "sed --expression=p a", "sed p -e 'w a' b", "sed -e'w a' b"},
                   false);
}

TEST(ShellCurl, KnowsItsHarmlessOptions) {
    for (const char* options :
         {"", "-s", "-sSLfIivkg46#", "-s -S -L -f -I -i -v -k -g -4 -6 -#", "-o /dev/null", "-o/dev/null",
          "-sSo /dev/null", "-H 'A: b'", "-HA", "-A x -m 5 -w x", "-m5",
          "--silent --show-error --location --fail --head --include --verbose --insecure --globoff --ipv4 --ipv6 "
          "--http1.1 --http2 --compressed",
          "--header a --user-agent b --max-time 1 --connect-timeout 1 --retry 1 --retry-delay 1 --write-out c"})
        EXPECT_EQ(keys_of(fmt::format("curl {} https://a.example/b", options)), "shell:curl web:a.example")
            << options;
    for (const char* options : {"-o f",
                                "-O",
                                "-d x",
                                "-F x",
                                "-T f",
                                "-K f",
                                "-X POST",
                                "-u a",
                                "-x p",
                                "-sd x",
                                "-H @f",
                                "-w @f",
                                "-w '%output{f}'",
                                "--header @f",
                                "--data x",
                                "--output f",
                                "--config f",
                                "--unix-socket f",
                                "--si",
                                "-",
                                "--",
                                "-b x",
                                "-c f",
                                "-e x",
                                "-r 1",
                                "-y 1",
                                "-z x",
                                "-n",
                                "-J",
                                "\"$x\"",
                                "$x",
                                "*"})
        EXPECT_EQ(keys_of(fmt::format("curl https://a.example/b {}", options)), "shell:curl web:a.example !")
            << options;
    EXPECT_EQ(keys_of("curl -s"), "shell:curl !");
}

TEST(ShellCurl, ReadsTheHostOfAnAddress) {
    for (const char* url : {"http://a.example", "https://A.EXAMPLE./b?c#d", "https://a.example:8443/b", "a.example",
                            "a.example/b", "a.example:80"})
        EXPECT_EQ(keys_of(fmt::format("curl '{}'", url)), "shell:curl web:a.example") << url;
    for (const char* url : {"ftp://a.example", "file://a.example/b", "https://u@a.example", "https://u:p@a.example",
                            "https://b@c@a.example/", "https://a.example/{b,c}", "https://a.example/[1-3]",
                            "https://a.example\\@b.example", "https://a.example:x/", "https://a.example/ b"})
        EXPECT_EQ(keys_of(fmt::format("curl '{}'", url)), "shell:curl web:a.example !") << url;
    EXPECT_EQ(keys_of("curl ftp.b.example"), "shell:curl web:ftp.b.example !");
    EXPECT_EQ(keys_of("curl 'file:///etc/passwd'"), "shell:curl !");
    EXPECT_EQ(keys_of("curl https://a.example https://b.example"), "shell:curl web:a.example web:b.example");
    EXPECT_EQ(keys_of("curl http://127.0.0.1:8000/"), "shell:curl web:127.0.0.1");
}

TEST(ShellWget, MustWriteToStandardOutput) {
    for (const char* line : {"wget -qO- https://a.example", "wget -O- a.example", "wget -O - -q a.example",
                             "wget --quiet -nv -S -c -O - a.example", "wget -qO - a.example"})
        EXPECT_EQ(keys_of(line), "shell:wget web:a.example") << line;
    for (const char* line :
         {"wget a.example", "wget -O f a.example", "wget -O- -i f a.example", "wget -O- --post-file=x a.example",
          "wget -O- -e x=y a.example", "wget -O- a.example $x", "wget -O- ftp://a.example"})
        EXPECT_TRUE(keys_of(line).ends_with("shell:wget web:a.example !")) << line << keys_of(line);
}

} // namespace thoth
