"""The terminal interface inside tmux: a second opinion, by a terminal that wraps rows anew."""

import contextlib
import os
import shlex
import shutil
import subprocess
import threading
import time

from case_tui import streamed
from harness import PROGRAM, SANITIZED, SLACK, Project, Skip, alone, wait_until
from model_server import ModelServer, call, calls, says


class Tmux:
    """A tmux server of its own with one pane, in which a shell runs `line`."""

    def __init__(self, project, line, columns=80, rows=24):
        if not shutil.which("tmux"):
            raise Skip("tmux is not installed")
        self.socket, self.env = str(project.base / "tmux"), {**project.env, "PATH": os.environ["PATH"]}
        environment = " ".join(f"{name}={shlex.quote(value)}" for name, value in project.env.items() if name != "TERM")
        self.call("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "-c", str(project.path),
                  f"exec env {environment} /bin/sh -c {shlex.quote(line)}")

    def call(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], env=self.env, check=True, capture_output=True,
                              text=True, timeout=20).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(subprocess.CalledProcessError):
            self.call("kill-server")

    @property
    def lines(self):
        """All of them, those that were scrolled off, too; rows that were wrapped are one."""
        return self.call("capture-pane", "-p", "-J", "-S", "-").splitlines()

    def see(self, text):
        wait_until(lambda: any(text in line for line in self.lines), f"{text!r} in tmux: {self.lines[-30:]}")

    def keys(self, *keys):
        self.call("send-keys", *keys)


def test_a_whole_session_in_tmux():
    edit = call("write_file", path="a.txt", content="one\n")
    with ModelServer(calls(edit, text="I write it."), says("All is well.")) as server, Project(server=server) as project:
        with Tmux(project, f"{PROGRAM}; echo it-ended-with-$?; stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo; sleep 60") as tmux:
            tmux.see("│ >")
            tmux.keys("write it", "Enter")
            tmux.see("y yes, once")
            tmux.keys("y")
            tmux.see("All is well.")
            tmux.keys("C-d")
            tmux.see("it-ended-with-0")
            tmux.see("icanon")
            tmux.see("echo")
        assert project.read("a.txt") == "one\n"


@alone
def test_the_size_changes_in_tmux_and_nothing_is_lost_or_doubled():
    """While an answer streams, with a pause in it. tmux tells of a size by a clock that a sanitizer does not keep up with."""
    if SANITIZED:
        raise Skip("too slow with a sanitizer")
    text = "".join(f"- entry {n:02d} of a list with words enough to be wrapped when it is narrow\n" for n in range(60))
    ready = threading.Event()
    with ModelServer(streamed(text, piece=60, pause=0.01, hold_at=1200, ready=ready)) as server, \
            Project(server=server) as project:
        with Tmux(project, f"{PROGRAM} go") as tmux:
            tmux.see("entry 14")
            time.sleep(0.2 * SLACK)
            for columns, rows in ((46, 20), (100, 30), (60, 15), (120, 40), (80, 24)):
                tmux.call("resize-window", "-x", str(columns), "-y", str(rows))
                time.sleep(0.03)
            ready.set()
            tmux.see("entry 59")
            counts = [sum(f"entry {n:02d} of a list" in line for line in tmux.lines) for n in range(60)]
            assert counts == [1] * 60, [(n, count) for n, count in enumerate(counts) if count != 1]
