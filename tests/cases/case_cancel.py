"""Ctrl+C ends what is going on at once, whatever that is: no process stays behind, the terminal is
as it was, the connection is closed, and the session goes on."""

import signal
import time
import uuid

from harness import SLACK, Project, alone, processes_with, wait_until
from model_server import ModelServer, call, calls, chunk, says, then_waits
from terminal import Terminal

LIMIT = 0.2 if SLACK == 1 else 1.0  # seconds; the longer one is for CI


def interrupted(terminal, sign="(stopped)"):
    """Presses Ctrl+C; milliseconds until the prompt is back."""
    start = time.monotonic()
    terminal.interrupt()
    terminal.wait_for(sign)
    terminal.wait_for("> ")
    took = time.monotonic() - start
    assert took < LIMIT, f"took {1000 * took:.0f} ms"
    return f"{1000 * took:.0f} ms"


def goes_on(terminal, project, server, settings):
    """After an interrupt the same session takes the next prompt, and so does the next thoth."""
    terminal.enter("and now?")
    terminal.wait_for("Still here.")
    terminal.wait_for("> ")
    assert terminal.settings() == settings, "the terminal was left changed"
    terminal.enter("/quit")
    assert terminal.finish() == 0
    project.run("-c", "-p", "go on").expect(0, out="And later.\n")


@alone
def test_while_a_reply_streams():
    with ModelServer(then_waits(chunk({"content": "Once upon"})), says("Still here."), says("And later.")) as server:
        with Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            settings = terminal.settings()
            terminal.enter("tell a story")
            terminal.wait_for("Once upon")
            took = interrupted(terminal)
            assert server.left.wait(2), "the connection stayed open"
            goes_on(terminal, project, server, settings)
            said = [m["content"] for m in server.chats[1].messages if m["role"] == "assistant"]
            assert len(said) == 1 and said[0].startswith("Once upon"), said
            return took


@alone
def test_before_the_first_byte():
    with ModelServer(then_waits(), says("Still here."), says("And later.")) as server:
        with Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            settings = terminal.settings()
            terminal.enter("tell a story")
            server.wait_for_chats(1)
            took = interrupted(terminal)
            assert server.left.wait(2), "the connection stayed open"
            goes_on(terminal, project, server, settings)
            return took


def stubborn(marker):
    """A line whose processes ignore what can be ignored; the marker is in their command lines."""
    return f"trap '' INT TERM HUP; (sh -c 'trap \"\" INT TERM; sleep 1000; : {marker}') & sleep 1000; : {marker}"


@alone
def test_while_a_command_runs():
    marker = "marker-" + uuid.uuid4().hex
    run = calls(call("shell", command=stubborn(marker)))
    with ModelServer(run, says("Still here."), says("And later.")) as server:
        with Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            settings = terminal.settings()
            terminal.enter("sleep")
            terminal.wait_for("Run this command?")
            terminal.enter("y")
            wait_until(lambda: len(processes_with(marker)) >= 2, "the command started")
            took = interrupted(terminal)
            wait_until(lambda: not processes_with(marker), "the processes of the command ended", 2)
            goes_on(terminal, project, server, settings)
            (result,) = [m["content"] for m in server.chats[1].messages if m["role"] == "tool"]
            assert "cancelled by user" in result, result
            return took


@alone
def test_while_a_question_is_open():
    run = calls(call("shell", command="touch ran"), call("shell", command="touch ran-too"))
    with ModelServer(run, says("Still here."), says("And later.")) as server:
        with Project(server=server) as project, Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            settings = terminal.settings()
            terminal.enter("run it")
            terminal.wait_for("and stop: ")
            took = interrupted(terminal)
            goes_on(terminal, project, server, settings)
            assert project.tree() == {}
            results = [m["content"] for m in server.chats[1].messages if m["role"] == "tool"]
            assert len(results) == 2, results
            return took


@alone
def test_in_one_shot_mode_with_a_command_running():
    marker = "marker-" + uuid.uuid4().hex
    run = calls(call("shell", command=stubborn(marker)))
    with ModelServer(run, says("And later.")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "sleep", "--mode", "auto") as terminal:
            wait_until(lambda: len(processes_with(marker)) >= 2, "the command started")
            start = time.monotonic()
            terminal.interrupt()
            assert terminal.finish() == 130, terminal.screen
            took = time.monotonic() - start
        assert took < LIMIT, f"took {1000 * took:.0f} ms"
        wait_until(lambda: not processes_with(marker), "the processes of the command ended", 2)
        project.run("-c", "-p", "go on").expect(0, out="And later.\n")
        return f"{1000 * took:.0f} ms"


def test_twice_at_the_prompt_quits():
    with ModelServer() as server, Project(server=server) as project, Terminal(project, "--plain") as terminal:
        terminal.wait_for("> ")
        terminal.interrupt()
        terminal.wait_for("(Ctrl+C again quits)")
        terminal.wait_for("> ")
        terminal.interrupt()
        assert terminal.finish() == 128 + signal.SIGINT
