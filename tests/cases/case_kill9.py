"""kill -9 at many moments of one session: the next thoth goes on with a request that a strict server
takes, every call has its result, and no file is half written or left over."""

import os
import random
import signal
import time

from harness import Project, end, finish
from model_server import ModelServer, call, calls, says, then_waits, chunk
from terminal import Terminal

OLD = "".join(f"line {number}\n" for number in range(2000))
NEW = OLD.replace("line 1000\n", "the line in the middle\n")
WRITTEN = "new\n" * 5000
KILLS = int(os.environ.get("THOTH_KILLS") or 12)  # at random moments; 500 by hand


def script():
    """Reads, edits, runs a command, writes a file, moves and deletes."""
    return [calls(call("read_file", path="a.txt", offset=990, limit=20), text="I look."),
            calls(call("edit_file", path="a.txt", old_string="line 1000\n", new_string="the line in the middle\n")),
            calls(call("shell", command="echo begun > ran.txt; sleep 0.02; echo ended >> ran.txt"),
                  call("read_file", path="a.txt", offset=1000, limit=1)),
            calls(call("write_file", path="sub/new.txt", content=WRITTEN)),
            says("All is done.")]


def check_what_is_left(project):
    """Goes on, and looks at everything that the killed program left; the results the model is told."""
    with ModelServer(says("I went on.")) as server:  # one that no request of the killed program can reach
        project.use(server)
        project.run("-c", "-p", "go on").expect(0, out="I went on.\n")
    tree = {name: data for name, (_, data) in project.tree().items()}
    assert tree.pop("a.txt").decode() in (OLD, NEW), "a.txt is half written"
    assert tree.pop("ran.txt", b"begun\n") in (b"", b"begun\n", b"begun\nended\n")
    assert tree.pop("sub/new.txt", WRITTEN.encode()).decode() == WRITTEN, "sub/new.txt is half written"
    assert not tree, f"left over: {sorted(tree)}"
    return [m["content"] for m in server.chats[0].messages if m["role"] == "tool"]


def kill(process):
    os.kill(process.pid, signal.SIGKILL)
    end(process)


def start(project):
    return project.start("-p", "do all of it", "--mode", "auto")


def killed_after_request(number, delay):
    with ModelServer(*script()) as server, Project({"a.txt": OLD}, server) as project:
        process = start(project)
        server.wait_for_chats(number)
        time.sleep(delay)
        kill(process)
        check_what_is_left(project)


def test_after_each_request():
    delays = (0, 0.0005, 0.001, 0.002, 0.004, 0.008)
    for number in range(1, 6):
        for delay in delays:
            killed_after_request(number, delay)
    return f"{5 * len(delays)} kills"


def test_at_random_moments():
    seed = random.randrange(1_000_000)
    chance = random.Random(seed)
    with ModelServer(*script()) as server, Project({"a.txt": OLD}, server) as project:
        whole = finish(start(project)).expect(0).seconds
    for count in range(KILLS):
        with ModelServer(*script()) as server, Project({"a.txt": OLD}, server) as project:
            process = start(project)
            server.wait_for_chats(1)  # before that there is no session to go on with
            time.sleep(chance.uniform(0, whole))
            kill(process)
            try:
                check_what_is_left(project)
            except AssertionError as error:
                raise AssertionError(f"kill {count} with seed {seed}: {error}") from error
    return f"{KILLS} kills, seed {seed}"


def test_while_a_reply_streams():
    with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project({"a.txt": OLD}, server) as project:
        process = start(project)
        server.wait_for_chats(1)
        kill(process)
        check_what_is_left(project)


def killed_on_a_terminal(replies, sign, answer=None):
    with ModelServer(*replies) as server, Project({"a.txt": OLD}, server) as project:
        with Terminal(project, "-p", "do it") as terminal:
            terminal.wait_for(sign)
            if answer:
                terminal.enter(answer)
                while not (project.path / "ran.txt").exists():
                    time.sleep(0.002)
            os.kill(terminal.pid, signal.SIGKILL)
            assert terminal.finish() == 128 + signal.SIGKILL
        return check_what_is_left(project)[-1]


def test_while_a_question_is_open():
    assert "not started" in killed_on_a_terminal([script()[0], script()[1]], "Write a.txt?")


def test_while_a_command_runs():
    command = calls(call("shell", command="echo begun > ran.txt; sleep 0.3"))
    assert "may have run" in killed_on_a_terminal([command], "Run this command?", "y")


def test_a_second_kill_while_going_on():
    with ModelServer(*script()) as server, Project({"a.txt": OLD}, server) as project:
        process = start(project)
        server.wait_for_chats(3)
        kill(process)
        server.script = [then_waits()]
        process = project.start("-c", "-p", "go on")
        server.wait_for_chats(4)
        kill(process)
        check_what_is_left(project)
