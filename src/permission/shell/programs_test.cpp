#include "fakes/shell_line.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace thoth {

TEST(ShellPrograms, OfTheSystemGoByTheirName) {
    for (const char* directory :
         {"/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin", "/usr//bin/../bin"})
        EXPECT_EQ(keys_of(fmt::format("{}/git status", directory)), "shell:git");
    EXPECT_EQ(keys_of("./git status"), "shell:./git");
    EXPECT_EQ(keys_of("/tmp/git status"), "shell:/tmp/git");
    EXPECT_EQ(keys_of("~/bin/git status"), "shell:~/bin/git");
    EXPECT_EQ(keys_of("~\"/bin/git\" status"), "shell:? !"); // quoted: a directory whose name is a tilde
    EXPECT_EQ(keys_of("/usr/bin/sub/git"), "shell:/usr/bin/sub/git");
    EXPECT_EQ(keys_of("/usr/bin/echo"), "shell:echo");
    EXPECT_EQ(keys_of("/bin/rm x"), "shell:rm !");
    EXPECT_EQ(keys_of("/dev/fd/3"), "shell:? !");
    EXPECT_EQ(keys_of("/proc/self/exe"), "shell:? !");
}

TEST(ShellPrograms, SomeAreNeverStored) {
    for (const char* name :
         {"rm",      "rmdir",     "unlink",      "shred",     "dd",        "truncate",  "cp",         "mv",
          "ln",      "install",   "rsync",       "patch",     "sponge",    "chmod",     "chown",      "chgrp",
          "chattr",  "setfacl",   "mount",       "umount",    "mkfs",      "mkfs.ext4", "at",         "batch",
          "crontab", "systemctl", "systemd-run", "launchctl", "tmux",      "screen",    "nsenter",    "chroot",
          "unshare", "bwrap",     "dbus-send",   "gdbus",     "busctl",    "osascript", "open",       "xdg-open",
          "ssh",     "scp",       "sftp",        "ftp",       "telnet",    "nc",        "ncat",       "netcat",
          "socat",   "nslookup",  "dig",         "host",      "ping",      "ping6",     "traceroute", "whois",
          "openssl", "kill",      "pkill",       "killall",   "parallel",  "strace",    "ltrace",     "valgrind",
          "gdb",     "lldb",      "perf",        "rr",        "hyperfine", "watch",     "script",     "flock",
          "entr",    "vi",        "vim",         "nvim",      "view",      "emacs",     "nano",       "ed",
          "ex",      "less",      "more",        "most",      "man",       "info",      "su",         "pkexec",
          "runuser", "zsh",       "ksh",         "fish",      "csh",       "tcsh",      "pwsh",       "powershell",
          "cmd"})
        for (const char* form : {"{} a", "timeout 5 {} a", "/usr/bin/{} a", "A=1 {} a"}) {
            std::string line = form;
            line.replace(line.find("{}"), 2, name);
            EXPECT_EQ(keys_of(line), fmt::format("shell:{} !", name)) << line;
        }
}

TEST(ShellPrograms, KillOfJobsOfTheLineIsNeutral) {
    for (const char* line :
         {"kill $!", "kill \"$!\"", "kill %1", "kill -9 %1 %2", "kill -TERM $!", "kill %%", "kill %+ %-"})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
    for (const char* line : {"kill 1", "kill -9 -1", "kill $x", "kill $!$x", "kill -s TERM $!", "kill %x", "kill",
                             "kill -l", "/bin/kill $!", "env kill $!"})
        EXPECT_EQ(keys_of(line), "shell:kill !") << line;
}

TEST(ShellPrograms, TeeWritesItsOperands) {
    EXPECT_EQ(keys_of("a | tee b c"), "shell:a shell:tee write:./");
    EXPECT_EQ(keys_of("a | tee -a b"), "shell:a shell:tee write:./");
    EXPECT_EQ(keys_of("a | tee /tmp/b"), "shell:a shell:tee write:/tmp");
    EXPECT_EQ(keys_of("a | tee"), "shell:a shell:tee");
    EXPECT_EQ(keys_of("a | tee .git/hooks/x"), "shell:a shell:tee write:./ !");
    for (const char* line : {"tee $a", "tee -i a", "tee --append a", "tee *"})
        EXPECT_EQ(keys_of(line), "shell:tee !") << line;
    EXPECT_EQ(keys_of("xargs tee"), "shell:tee !");
}

TEST(ShellBuiltins, NeutralOnesHaveNoKey) {
    for (const char* line : {":",
                             "true",
                             "false",
                             "pwd",
                             "echo a",
                             "exit 1",
                             "return",
                             "break",
                             "continue",
                             "shift",
                             "wait",
                             "umask 022",
                             "ulimit -n",
                             "getopts ab x",
                             "type a",
                             "jobs",
                             "fg",
                             "bg",
                             "disown",
                             "times",
                             "cd a",
                             "pushd a",
                             "popd",
                             "dirs",
                             "test a",
                             "[ a ]",
                             "set -e",
                             "printf a",
                             "read x",
                             "unset x",
                             "export x",
                             "declare x",
                             "typeset x",
                             "local x",
                             "readonly x",
                             "command echo",
                             "builtin echo",
                             "command -v make",
                             "command -V make",
                             "x=1",
                             "wait $!",
                             "wait %1",
                             "printf -- -v",
                             "printf '%s' -v",
                             "set -euo pipefail",
                             "set +x",
                             "set -- a b",
                             "set -o",
                             "read -rp 'a b' -t 5 x y",
                             "read -a x",
                             "jobs -l"})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
    EXPECT_EQ(keys_of("/usr/bin/printf a"), "shell:printf");
    EXPECT_EQ(keys_of("timeout 5 echo a"), "shell:echo");
    EXPECT_EQ(keys_of("exec echo a"), "shell:echo");
    EXPECT_EQ(keys_of("xargs echo a"), "shell:echo");
}

TEST(ShellBuiltins, FormsThatRunCodeAskEveryTime) {
    for (const char* line : {"printf -v x a",
                             "printf -vx a",
                             "printf $a",
                             "printf \"$a\"",
                             "printf *",
                             "declare -i x=a",
                             "declare -n x=a",
                             "declare -a x",
                             "declare -A x",
                             "export -f x",
                             "export 'a[0]=1'",
                             "export \"$x\"",
                             "export $x",
                             "declare x$y=1",
                             "\\export a=$x",
                             "command export a=$x",
                             "read 'a[0]'",
                             "read $x",
                             "read -a 'a[0]'",
                             "read -t $x y",
                             "unset 'a[0]'",
                             "unset $x",
                             "getopts a 'b[0]'",
                             "set -k",
                             "set -H",
                             "set -o keyword",
                             "set -o history",
                             "set +o histexpand",
                             "set -o posix",
                             "set a",
                             "set $x",
                             "jobs -x a",
                             "jobs -lx a",
                             "jobs $x",
                             "wait -p x",
                             "wait -np x",
                             "wait $x",
                             "wait \"$x\"",
                             "[ -v a ]",
                             "[ -R a ]",
                             "test -v a",
                             "[ $x ]",
                             "[ \"$x\" \"$y\" ]",
                             "[ \"$x\" 'a[0]' ]",
                             "[ -f $x ]",
                             "[ -n a -a \"$x\" 'a[0]' ]",
                             "[ * ]"})
        EXPECT_EQ(keys_of(line), "shell:builtin !") << line;
    for (const char* line : {"[ \"$x\" = a ]", "[ -f \"$x\" ]", "[ -n \"$x\" -a \"$y\" != z ]", "[ $? -eq 0 ]",
                             "[ $# -gt 1 ]", "[ ! -e \"$x\" ]", "test -z \"$x\""})
        EXPECT_EQ(keys_of(line), "shell:builtin") << line;
}

TEST(ShellBuiltins, OthersAskEveryTime) {
    for (const char* name : {"alias", "unalias", "bind", "caller", "compgen", "complete", "compopt", "enable", "fc",
                             "hash", "history", "let", "mapfile", "readarray", "shopt", "suspend", "logout"})
        EXPECT_EQ(keys_of(fmt::format("{} a", name)), "shell:builtin !") << name;
}

constexpr const char* k_transparent[] = {"timeout 5 make",
                                         "timeout -k 5 -s TERM 5 make",
                                         "timeout -k5 -sTERM 5 make",
                                         "timeout -vk5 5 make",
                                         "timeout --kill-after=5 --signal TERM 5 make",
                                         "timeout -v --verbose --foreground --preserve-status 5 make",
                                         "timeout -- 5 make",
                                         "nice make",
                                         "nice -n 5 make",
                                         "nice -n5 make",
                                         "nice -5 make",
                                         "nice --adjustment=5 make",
                                         "ionice -c 2 -n 1 make",
                                         "ionice -c2 -t make",
                                         "ionice --class 2 --classdata=1 make",
                                         "nohup make",
                                         "setsid make",
                                         "setsid -wcf --wait --ctty --fork make",
                                         "stdbuf -i0 -oL -e L make",
                                         "stdbuf --output=L make",
                                         "/usr/bin/time make",
                                         "/usr/bin/time -v -p -f %e make",
                                         "\\time --format=%e make",
                                         "time make",
                                         "chrt -f 5 make",
                                         "taskset -c 0 make",
                                         "taskset 1 make",
                                         "busybox make",
                                         "toybox make",
                                         "builtin command make",
                                         "command make",
                                         "command -p -- make",
                                         "exec make",
                                         "exec -a x -cl make",
                                         "env make",
                                         "env A=1 B=2 make",
                                         "env -i make",
                                         "env - make",
                                         "env -0v make",
                                         "env -u A -- make",
                                         "env -uA make",
                                         "timeout 5 env nice make",
                                         "! make",
                                         "xargs make",
                                         "xargs -0 -r -t -x -p make",
                                         "xargs -n 1 -P2 -L1 -s 9 -d , -a f -E e make",
                                         "xargs --null --no-run-if-empty --max-args=1 --max-procs 2 make",
                                         "xargs -I R make",
                                         "xargs -IR make",
                                         "xargs -i make",
                                         "xargs -iR make",
                                         "xargs --replace make",
                                         "xargs --replace=R make",
                                         "xargs --max-lines make",
                                         "xargs --max-lines=1 make"};

TEST(ShellWrappers, AreTransparent) {
    for (const char* line : k_transparent)
        EXPECT_EQ(keys_of(line), "shell:make") << line;
    for (const char* line : {"timeout", "timeout 5", "nice", "env", "exec", "command", "nohup"})
        EXPECT_EQ(keys_of(line),
                  fmt::format("shell:{}", std::string_view(line).substr(0, std::string_view(line).find(' '))))
            << line;
    EXPECT_EQ(keys_of("ls | xargs"), "shell:ls");
}

TEST(ShellWrappers, WhatIsUnclearBehindThemIsUnknown) {
    for (const char* line :
         {"timeout --x 5 make", "timeout $t make",     "timeout -k",      "timeout 5 $p",   "nice -x make",
          "ionice --x make",    "setsid -x make",      "stdbuf -x make",  "chrt -x 5 make", "taskset -x 1 make",
          "busybox --list",     "exec -x make",        "env -S 'a b'",    "env -Sa",        "env --split-string=a",
          "env --chdir=a make", "env $x make",         "env A=$x make",   "env -P /x make", "xargs -x1 make",
          "xargs -l make",      "xargs --x make",      "xargs $x make",   "xargs -I{} {}",  "xargs -I{} a{}",
          "xargs -I '' make",   "find . -exec {} ';'", "find . -exec",    "fd a -x",        "fd -xmake",
          "fd --exec=make",     "fd -Hx make",         "timeout 5 [ a ]", "command -x make"})
        EXPECT_TRUE(keys_of(line).find("shell:?") != std::string::npos && keys_of(line).ends_with(" !"))
            << line << ": " << keys_of(line);
}

TEST(ShellWrappers, WhatXargsAddsIsNotTakenForArguments) {
    for (const char* line : {"xargs env", "xargs nice", "xargs timeout 5", "xargs xargs", "xargs busybox",
                             "xargs env A=1", "xargs command"})
        EXPECT_EQ(keys_of(line), "shell:? !") << line;
    for (const char* program : {"tar", "sed p", "git status", "rg", "fd", "find ."}) {
        const std::string name = std::string(program).substr(0, std::string(program).find(' '));
        EXPECT_EQ(keys_of(fmt::format("xargs {}", program)), fmt::format("shell:{} !", name));
        EXPECT_EQ(keys_of(fmt::format("xargs -I@ {} @", program)), fmt::format("shell:{} !", name));
        EXPECT_EQ(keys_of(fmt::format("xargs -I@ {} ./@", program)), fmt::format("shell:{}", name));
    }
    EXPECT_EQ(keys_of("xargs git add --"), "shell:git");
    EXPECT_EQ(keys_of("xargs find . --"), "shell:find !");
    EXPECT_EQ(keys_of("xargs curl https://a.example"), "shell:curl web:a.example !");
    EXPECT_EQ(keys_of("xargs sh -c 'make'"), "shell:make");
    EXPECT_EQ(keys_of("xargs -I{} sh -c 'make {}'"), "shell:make !");
    EXPECT_EQ(keys_of("xargs sh -c"), "shell:sh !");
    EXPECT_EQ(keys_of("xargs bash a.sh"), "shell:bash !");
    EXPECT_EQ(keys_of("xargs sudo"), "shell:sudo !");
}

TEST(ShellWrappers, B24FindAndFdRunAndDelete) {
    EXPECT_EQ(keys_of("find . -exec rm {} +"), "shell:find shell:rm !");
    EXPECT_EQ(keys_of("find . -exec wc {} + -exec ls {} \\;"), "shell:find shell:ls shell:wc");
    EXPECT_EQ(keys_of("find . -ok wc {} \\; -okdir ls {} \\; -execdir stat {} \\;"),
              "shell:find shell:ls shell:stat shell:wc");
    EXPECT_EQ(keys_of("find . -exec sh -c 'wc {}' \\;"), "shell:find shell:wc !");
    EXPECT_EQ(keys_of("find . -exec sh a.sh {} \\;"), "shell:find shell:sh !");
    for (const char* action : {"-delete", "-fprint a", "-fprint0 a", "-fprintf a b", "-fls a"})
        EXPECT_EQ(keys_of(fmt::format("find . {}", action)), "shell:find !") << action;
    EXPECT_EQ(keys_of("find . -name *.c"), "shell:find !");
    EXPECT_EQ(keys_of("find $x"), "shell:find !");
    for (const char* option : {"-x", "-X", "--exec", "--exec-batch"})
        EXPECT_EQ(keys_of(fmt::format("fd -e c {} wc -l", option)), "shell:fd shell:wc") << option;
    EXPECT_EQ(keys_of("fdfind a"), "shell:fdfind");
}

TEST(ShellWrappers, SudoAsksEveryTimeAndShowsWhatItRuns) {
    EXPECT_EQ(keys_of("sudo make"), "shell:make shell:sudo !");
    EXPECT_EQ(keys_of("sudo -n -u root -g g -h h -p p -C 3 -r r -t t -T 5 -U u -D d -R r A=1 make"),
              "shell:make shell:sudo !");
    EXPECT_EQ(keys_of("doas -- make"), "shell:doas shell:make !");
    EXPECT_EQ(keys_of("sudo"), "shell:sudo !");
}

} // namespace thoth
