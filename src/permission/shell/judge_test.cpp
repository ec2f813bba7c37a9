#include "fakes/shell_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

TEST(ShellLines, F01B19EveryProgramHasItsOwnKeyHoweverItIsJoinedOrHidden) {
    for (const char* line : {"ls && zz",
                             "ls; zz",
                             "ls || zz",
                             "ls | zz",
                             "ls & zz",
                             "ls |& zz",
                             "ls\nzz",
                             "{ ls; zz; }",
                             "(ls; zz)",
                             "if ls; then zz; fi",
                             "! ls; zz",
                             "ls $(zz)",
                             "A=1 ls; B=$(zz)",
                             "ls; env A=1 zz",
                             "ls; sh -c zz",
                             "ls | xargs zz",
                             "ls; timeout 5 nice zz",
                             "while ls; do zz; done",
                             "case x in a) ls;; *) zz;; esac",
                             "ls; eval zz",
                             "ls; trap zz EXIT"})
        EXPECT_EQ(keys_of(line), "shell:ls shell:zz") << line;
    EXPECT_EQ(keys_of("ls; sudo zz"), "shell:ls shell:sudo shell:zz !");
}

TEST(ShellLines, B22NewlinesCommentsAndBodiesHideNothing) {
    for (const char* line :
         {"ls a\nzz", "ls a #\nzz", "ls <<E\nbody\nE\nzz", "ls # \\\nzz", "ls \\\n a\n\n\nzz", "# a\nls; zz # b"})
        EXPECT_EQ(keys_of(line), "shell:ls shell:zz") << line;
    EXPECT_EQ(keys_of("ls a\r\nzz"), "shell:? !");
}

TEST(ShellLines, B28ABodyIsDataAndTheKeysAreProgramsOnly) {
    EXPECT_EQ(keys_of("git commit -m \"$(cat <<'EOF'\nfix: a\nrm -rf x\n3) note\nEOF\n)\""), "shell:cat shell:git");
    EXPECT_EQ(keys_of("cat > a.txt <<'EOF'\nrm -rf /\n$(zz)\nEOF"), "shell:cat write:./");
}

TEST(ShellLines, B26AnotherSpellingIsTheSameProgram) {
    for (const char* line : {"git push", "git -C sub push", "cd x && git push", "A=1 git push", "/usr/bin/git push",
                             "command git push", "env git push", "\\git push"})
        EXPECT_EQ(keys_of(line), "shell:git !") << line;
    for (const char* line : {"CI=1 make", "command make", "nohup make"})
        EXPECT_EQ(keys_of(line), "shell:make") << line;
}

TEST(ShellDirectory, IsFollowedInAChainOfAnd) {
    EXPECT_EQ(keys_of("cd sub && ./x"), "shell:./sub/x");
    EXPECT_EQ(keys_of("cd sub && cd .. && ./x"), "shell:./x");
    EXPECT_EQ(keys_of("cd /opt && ./x"), "shell:/opt/x");
    EXPECT_EQ(keys_of("cd && ./x"), "shell:~/x");
    EXPECT_EQ(keys_of("cd ~/q && ./x"), "shell:~/q/x");
    EXPECT_EQ(keys_of("(cd sub && ./x) && ./y"), "shell:./sub/x shell:./y");
    EXPECT_EQ(keys_of("(cd sub); ./y"), "shell:./y");
    EXPECT_EQ(keys_of("cd sub | true; ./y"), "shell:./y");
    EXPECT_EQ(keys_of("bash -c 'cd sub && ./x'; ./y"), "shell:./sub/x shell:./y");
    EXPECT_EQ(keys_of("echo $(cd sub && ./x) && ./y"), "shell:./sub/x shell:./y");
    EXPECT_EQ(keys_of("cd sub && make > out"), "shell:make write:./");
    EXPECT_EQ(keys_of("cd ../.. && make > out"), "shell:make write:/home");
}

TEST(ShellDirectory, IsUnknownWhereTheCdMayNotHaveHappened) {
    for (const char* line : {"cd sub; ./x",
                             "cd sub\n./x",
                             "cd sub || ./x",
                             "true || cd sub && ./x",
                             "! cd sub && ./x",
                             "{ cd sub; } && ./x",
                             "if cd sub; then ./x; fi",
                             "if true; then cd sub; fi; ./x",
                             "for d in a; do ./x; cd sub; done",
                             "while true; do ./x && cd sub; done",
                             "cd - && ./x",
                             "cd -P sub && ./x",
                             "cd \"$d\" && ./x",
                             "cd a b && ./x",
                             "pushd sub && ./x",
                             "popd; ./x",
                             "env -C sub ./x",
                             "env -C sub true; ./x",
                             "eval 'cd sub' && ./x",
                             "trap 'cd sub' DEBUG; ./x",
                             "trap 'cd sub' DEBUG; cd /tmp && ./x",
                             "trap ./x EXIT",
                             "find . -execdir ./x ';'",
                             "builtin cd sub; ./x",
                             "cd ~u && ./x"})
        EXPECT_TRUE(keys_of(line).find("shell:?") != std::string::npos && keys_of(line).ends_with("!"))
            << line << ": " << keys_of(line);
    EXPECT_EQ(keys_of("cd sub; make > out"), "shell:make write:? !");
    EXPECT_EQ(keys_of("cd sub; make < in"), "read:? shell:make !");
    EXPECT_EQ(keys_of("cd sub; make > /tmp/out"), "shell:make write:/tmp");
}

TEST(ShellRedirections, B20EachWriteHasAKeyAndCopiesOfDescriptorsHaveNone) {
    for (const char* line :
         {"a > f", "a >> f", "a >| f", "a &> f", "a &>> f", "a <> f", "a >& f", "a 2> f", "a >&2f", "> f a"})
        EXPECT_EQ(keys_of(line), "shell:a write:./") << line;
    for (const char* line : {"a 2>&1", "a >&2", "a 2>&-", "a > /dev/null", "a &> /dev/null", "a > /dev/stdout",
                             "a 2> /dev/stderr", "a > /dev/fd/1", "a < /dev/stdin", "a < f", "a <<< f",
                             "a <<E\nf\nE", "a > >(true)", "a < <(true)", "a 3>&1 4<&0"})
        EXPECT_EQ(keys_of(line), "shell:a") << line;
    EXPECT_EQ(keys_of("a > /tmp/f"), "shell:a write:/tmp");
    EXPECT_EQ(keys_of("a > ~/f"), "shell:a write:~");
    EXPECT_EQ(keys_of("a > ~/q/f"), "shell:a write:~/q");
    EXPECT_EQ(keys_of("a < /tmp/f"), "read:/tmp shell:a");
    EXPECT_EQ(keys_of("echo x > f"), "write:./");
    EXPECT_EQ(keys_of("while true; do a; done > f"), "shell:a write:./");
}

TEST(ShellRedirections, UnknownTargetsAskEveryTime) {
    for (const char* line :
         {"a > $f", "a > \"$f\"", "a > *", "a > {b,c}", "a > ~u/f", "a >& $f", "a > $'f'", "a > ''"})
        EXPECT_EQ(keys_of(line), "shell:a write:? !") << line;
    EXPECT_EQ(keys_of("a < $f"), "read:? shell:a !");
    EXPECT_EQ(keys_of("a > /dev/tcp/b.example/80"), "shell:a web:b.example !");
    EXPECT_EQ(keys_of("a < /dev/udp/b.example/80"), "shell:a web:b.example !");
}

TEST(ShellRedirections, ProtectedTargetsAskEveryTime) {
    for (const char* file : {".git/config", ".github/workflows/a.yml", "a/.vscode/b", ".thoth/memory.md",
                             "AGENTS.md", "claude.MD", ".envrc", ".mcp.json", ".gitmodules", ".gitattributes",
                             ".bashrc", ".zshrc", ".profile", ".gitconfig", "./a/../.git/b"})
        EXPECT_EQ(keys_of(std::string("a > ") + file), "shell:a write:./ !") << file;
    for (const char* file :
         {"~/.config/x", "/etc/a", "/usr/a", "/var/a", "/root", "/opt/a", "/dev/sda", "/proc/a", "/home/u/.x"})
        EXPECT_TRUE(keys_of(std::string("a > ") + file).ends_with(" !")) << file;
    EXPECT_EQ(keys_of("a > gitignore"), "shell:a write:./");
    EXPECT_EQ(judge_line("a > .git/b").concerns.protected_targets, std::vector<std::string>{"./.git/b"});
}

constexpr const char* k_steering[] = {"PATH",
                                      "IFS",
                                      "ENV",
                                      "BASH_ENV",
                                      "SHELLOPTS",
                                      "BASHOPTS",
                                      "PS4",
                                      "PROMPT_COMMAND",
                                      "CDPATH",
                                      "GLOBIGNORE",
                                      "HOME",
                                      "SHELL",
                                      "EDITOR",
                                      "VISUAL",
                                      "PAGER",
                                      "MANPAGER",
                                      "BROWSER",
                                      "LESSOPEN",
                                      "LESSCLOSE",
                                      "PYTHONPATH",
                                      "PYTHONHOME",
                                      "PYTHONSTARTUP",
                                      "PERL5LIB",
                                      "PERL5OPT",
                                      "RUBYLIB",
                                      "RUBYOPT",
                                      "NODE_OPTIONS",
                                      "NODE_PATH",
                                      "JAVA_TOOL_OPTIONS",
                                      "_JAVA_OPTIONS",
                                      "JDK_JAVA_OPTIONS",
                                      "CLASSPATH",
                                      "GOFLAGS",
                                      "RUSTFLAGS",
                                      "RUSTC",
                                      "RUSTC_WRAPPER",
                                      "CC",
                                      "CXX",
                                      "LD",
                                      "MAKEFLAGS",
                                      "RIPGREP_CONFIG_PATH",
                                      "GCONV_PATH",
                                      "LOCPATH",
                                      "SSH_ASKPASS",
                                      "SUDO_ASKPASS",
                                      "DOCKER_HOST",
                                      "DOCKER_CONFIG",
                                      "KUBECONFIG",
                                      "XDG_CONFIG_HOME",
                                      "TAR_OPTIONS",
                                      "CURL_HOME",
                                      "WGETRC",
                                      "OPENSSL_CONF",
                                      "GCC_EXEC_PREFIX",
                                      "COMPILER_PATH",
                                      "LUA_INIT",
                                      "DOTNET_STARTUP_HOOKS",
                                      "RANDOM",
                                      "SRANDOM",
                                      "SECONDS",
                                      "HISTCMD",
                                      "OPTIND",
                                      "HTTP_PROXY",
                                      "https_proxy",
                                      "ALL_PROXY",
                                      "LD_PRELOAD",
                                      "DYLD_X",
                                      "GIT_SSH",
                                      "BASH_FUNC_x",
                                      "THOTH_HOME",
                                      "npm_config_x",
                                      "NPM_CONFIG_X",
                                      "CARGO_A_RUNNER",
                                      "CARGO_BUILD_RUSTC_WRAPPER",
                                      "CARGO_TARGET_X_LINKER",
                                      "POSIXLY_CORRECT",
                                      "BASH_COMPAT",
                                      "LC_ALL"};

TEST(ShellAssignments, B26HarmlessOnesAreDroppedAndSteeringOnesAskEveryTime) {
    for (const char* line :
         {"A=1 make", "A=1; make", "export A=1; make", "declare -x A=1; make", "readonly A; make", "env A=1 make",
          "A=$b make", "PAGER=cat make", "GIT_PAGER= make", "MANPAGER=cat make", "GIT_TERMINAL_PROMPT=0 make",
          "SECONDS=0; make", "OPTIND=1; make", "LC_ALL=C make", "LANG=de_DE.UTF-8 make",
          "for x in 1; do make; done", "read -r x; make"})
        EXPECT_EQ(keys_of(line), "shell:make") << line;
    for (const char* name : k_steering)
        EXPECT_EQ(keys_of(fmt::format("{}=x make", name)), "shell:make !") << name;
    for (const char* line :
         {"export CC=x; make", "CC+=x make", "CC=x; make", "env CC=x make", "for CC in x; do make; done",
          "select CC in x; do make; done", "unset CC; make", "typeset CC=$y; make", "local CC=x; make",
          "readonly CC; make", "declare -x CC=x; make", "read CC; make", "read -ra CC; make", "getopts a CC; make"})
        EXPECT_EQ(keys_of(line), "shell:make !") << line;
    EXPECT_EQ(keys_of("CARGO_TERM_COLOR=never cargo test"), "shell:cargo");
    EXPECT_EQ(keys_of("IFS=, read -r a"), "shell:builtin");
    EXPECT_EQ(keys_of("IFS=, make"), "shell:make !");
    EXPECT_EQ(keys_of("PYTHONPATH=src:lib pytest"), "shell:pytest");
    EXPECT_EQ(keys_of("PYTHONPATH=src: pytest"), "shell:pytest !");
    EXPECT_EQ(keys_of("PYTHONPATH=.. python3 a.py"), "shell:python3 !");
    EXPECT_EQ(keys_of("cd sub; PYTHONPATH=src pytest"), "shell:pytest !");
}

TEST(ShellPins, NameTheFileAndWhetherItRunsFirst) {
    const auto pins = [](std::string_view line) {
        std::string text;
        for (const PinnedProgram& pin : judge_line(line).pinned)
            text += pin.key + (pin.runs_first ? " first;" : " later;");
        return text;
    };
    EXPECT_EQ(judge_line("cd sub && ../b.sh").pinned,
              (std::vector<PinnedProgram>{{"shell:./b.sh", "../b.sh", "/home/u/p/sub", "/home/u/p/b.sh", true}}));
    EXPECT_EQ(pins("echo x && ./b.sh && ./c.sh"), "shell:./b.sh first;shell:./c.sh later;");
    EXPECT_EQ(pins("make; ./b.sh"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh $(make)"), "shell:./b.sh later;");
    EXPECT_EQ(pins("echo x > b.sh; ./b.sh"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh > b.sh"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh 2>&1 | cat"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh | read x"), "shell:./b.sh first;");
    EXPECT_EQ(pins("for i in 1 2; do ./b.sh; done"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh & make"), "shell:./b.sh later;");
    EXPECT_EQ(pins("./b.sh &"), "shell:./b.sh first;");
    EXPECT_EQ(pins("timeout 5 bash b.sh"), "shell:./b.sh first;");
    EXPECT_EQ(pins("trap make DEBUG; . ./b.sh"), "shell:./b.sh later;");
}

TEST(ShellConcerns, AreWhatIsAskedAboutEvenInASandbox) {
    const ShellConcerns concerns =
        judge_line("cat .env /etc/passwd ../x > /tmp/y; git reset --hard; curl https://b.example").concerns;
    EXPECT_EQ(concerns.secrets, std::vector<std::string>{"./.env"});
    EXPECT_EQ(concerns.outside, (std::vector<std::string>{"/tmp/y", "/etc/passwd", "~/x"}));
    EXPECT_TRUE(concerns.destructive_git);
    EXPECT_EQ(concerns.hosts, std::vector<std::string>{"b.example"});
    EXPECT_FALSE(concerns.network); // but for the host
    EXPECT_TRUE(judge_line("ssh x").concerns.network);
    EXPECT_EQ(judge_line("make && cat a > b").concerns, ShellConcerns());
    EXPECT_EQ(
        judge_line("git blame --contents=/etc/shadow a; cat sub/../../x; ls /dev/zero sub/..").concerns.outside,
        (std::vector<std::string>{"/etc/shadow", "~/x"}));
}

TEST(ShellCommands, AreFoundBehindWrappersAndDequoted) {
    using Words = std::vector<std::optional<std::string>>;
    const auto found = judge_line("A=1 timeout 5 g\"i\"t push $x; bash -c 'rm y'").commands;
    std::vector<Words> words;
    for (const SimpleCommand& command : found)
        words.push_back(command.words);
    EXPECT_EQ(words, (std::vector<Words>{{"timeout", "5", "git", "push", std::nullopt},
                                         {"git", "push", std::nullopt},
                                         {"bash", "-c", "rm y"},
                                         {"rm", "y"}}));
    // What each needs, and why it is asked about every time, is its own.
    EXPECT_EQ(found[0].keys, std::vector<std::string>());
    EXPECT_EQ(found[1].keys, std::vector<std::string>{"shell:git"});
    EXPECT_FALSE(found[1].reasons.empty());
    EXPECT_EQ(found[3].keys, std::vector<std::string>{"shell:rm"});
    EXPECT_EQ(found[3].reasons.size(), 1u);
    EXPECT_FALSE(judge_line("a 'b").parsed);
    EXPECT_TRUE(judge_line("a b").parsed);
}

TEST(ShellCommands, WriteTargetsAreTheFilesOfRedirectionsAndTee) {
    EXPECT_EQ(judge_line("cd sub && a > b 2>/dev/null | tee ../c /tmp/d").write_targets,
              (std::vector<std::string>{"/home/u/p/sub/b", "/home/u/p/c", "/tmp/d"}));
}

} // namespace thoth
