"""`thoth grep` and `thoth glob`: what they print, their exit codes, and that git's rules hold."""

import os
import signal
import subprocess
import time

from harness import Project

FILES = {".gitignore": "build/\n*.log\n", "a/.gitignore": "*.tmp\n!keep.log\n", "a/keep.log": "MARK kept\n",
         "a/1.tmp": "MARK\n", "b/1.tmp": "one\nMARK two\nthree\n", "build/x": "MARK\n", "c.log": "MARK\n",
         ".github/ci": "Mark\n"}


def test_git_and_the_commands_know_the_same_files():
    with Project(FILES) as project:
        project.git("init", "-q")
        listed = project.git("ls-files", "-co", "--exclude-standard").splitlines()
        found = project.run("glob", "*").expect(0).out.splitlines()
        assert sorted(found) == sorted(listed), (found, listed)
        below = project.run("glob", "*", cwd=project.path / "a").expect(0).out.splitlines()
        assert sorted(below) == sorted(name[2:] for name in listed if name.startswith("a/")), below


def test_lines_files_words_and_context():
    with Project(FILES) as project:
        project.run("grep", "-e", "MARK").expect(0, out="a/keep.log:1:MARK kept\nb/1.tmp:2:MARK two\n")
        project.run("grep", "-il", "mark").expect(0, out=".github/ci\na/keep.log\nb/1.tmp\n")
        project.run("grep", "-C1", "-g", "*.tmp", "-e", "MARK").expect(
            0, out="b/1.tmp-1-one\nb/1.tmp:2:MARK two\nb/1.tmp-3-three\n")
        project.run("grep", "-w", "-e", "two", "b").expect(0, out="b/1.tmp:2:MARK two\n")
        project.run("grep", "MARK", "build").expect(0, out="build/x:1:MARK\n")  # named, though ignored
        project.run("grep", "-F", "M.RK").expect(1, out="")
        project.write("-odd", "--version\n")
        project.run("grep", "-e", "--version").expect(0, out="-odd:1:--version\n")


def test_trouble_is_exit_code_2_with_the_reason():
    with Project(FILES) as project:
        project.run("grep", "foo(").expect(2, "position 5", "missing closing parenthesis", out="")
        project.run("grep", "x", "absent").expect(2, "absent", out="")
        project.run("grep", "--nonsense", "x").expect(2, "unknown flag --nonsense", out="")
        project.run("grep").expect(2, "there is no pattern", out="")
        project.run("glob").expect(2, "there is no pattern", out="")
        project.write("long", "a" * 5000 + "b\naa\n")
        project.run("grep", "(a+)+$", "long").expect(2, "too many steps", "long:1", out="long:2:aa\n")


def test_a_reader_that_has_enough_ends_it():
    with Project({f"d{number}/f": "MARK\n" * 2000 for number in range(50)}) as project:
        process = project.start("grep", "MARK")
        assert process.stdout.readline() == b"d0/f:1:MARK\n"
        process.stdout.close()
        assert process.wait(10) == 0, process.stderr.read()


def test_ctrl_c_ends_it_at_once():
    with Project({"0/first": "X\n", "a": "a" * 3_000_000}) as project:
        process = project.start("grep", "[a-z]*[XY]")
        assert process.stdout.readline() == b"0/first:1:X\n"  # it is under way
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert time.monotonic() - start < 1


def test_a_tree_of_links_and_many_entries_ends():
    """A loop of links and a link to the root; nothing comes twice, and pipes are passed over."""
    with Project({"a/x.x": "MARK\n"}) as project:
        os.symlink("..", project.path / "a/loop")
        os.symlink("/", project.path / "c")
        os.mkfifo(project.path / ".thothignore")
        os.mkfifo(project.path / "pipe")
        start = time.monotonic()
        project.run("glob", "**/*.x").expect(0, out="a/x.x\n")
        project.run("grep", "MARK").expect(0, out="a/x.x:1:MARK\n")
        project.run("grep", "MARK", "pipe").expect(2, "pipe")
        assert time.monotonic() - start < 5


def test_a_file_that_is_cut_meanwhile_is_a_short_read():
    with Project({"a": "MARK\n" * 400_000}) as project:
        process = subprocess.Popen(["sh", "-c", "while :; do : > a; yes MARK | head -n 400000 > a; done"], cwd=project.path,
                                   start_new_session=True)
        try:
            for _ in range(10):
                result = project.run("grep", "MARK")
                assert result.code in (0, 1), result
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
