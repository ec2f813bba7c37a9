"""The terminal interface: a whole session on a terminal, with an emulator as the judge of what is seen."""

import json
import os
import signal
import termios
import threading
import time

from harness import PROGRAM, Project, wait_until
from model_server import ModelServer, call, calls, chunk, says, then_waits, usage_chunk
from tui import Tui

RESETS = b"\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[0m"


def streamed(text, piece=5, pause=0.0, ready=None, hold_at=0):
    """The text in pieces; behind the one that begins at `hold_at` it waits for `ready`."""
    def reply(exchange):
        exchange.head()
        for at in range(0, len(text), piece):
            exchange.send(chunk({"content": text[at:at + piece]}))
            if ready and at == hold_at:
                ready.wait(20)
            if pause:
                time.sleep(pause)
        exchange.send(chunk({}, "stop") + usage_chunk() + "data: [DONE]\n\n")
    return reply


def last_user_text(chat):
    return chat.messages[-1]["content"]


def test_a_session_from_the_first_screen_to_the_restored_terminal():
    """Start, streaming with Markdown, a diff with its question, a command, the end."""
    edit = call("edit_file", path="a.txt", old_string="two", new_string="2")
    with ModelServer(calls(call("read_file", path="a.txt")), calls(edit, text="I **mend** it."),
                     calls(call("shell", command="echo from-the-command")),
                     says("# Done\n\nAll is `well`.\n")) as server, \
            Project({"a.txt": "one\ntwo\n"}, server=server) as project:
        with Tui(project) as tui:
            before = tui.settings()
            tui.see("shift+tab")
            tui.see("scripted")
            assert tui.settings() != before
            tui.type("mend it\r")
            tui.see("> mend it")
            tui.see("I mend it.")
            tui.see("- two")
            tui.see("+ 2")
            tui.see("waiting for your answer")
            tui.see("y yes, once")
            tui.type("y")
            tui.see("$ echo from-the-command")
            tui.see("y yes, once")
            tui.type("y")
            tui.see("└ from-the-command")
            tui.see("All is well.")
            tui.see_not("esc stops")
            tui.type("/quit\r")
            assert tui.finish() == 0
            assert "Done" in tui.text and "│ >" not in tui.text, tui.text
            assert RESETS in tui.raw[-200:], tui.raw[-200:]
            assert tui.settings() == before
        assert project.read("a.txt") == "one\n2\n"


def test_a_denied_edit_is_not_drawn_as_one_that_happened():
    edit = call("edit_file", path="a.txt", old_string="two", new_string="2")
    with ModelServer(calls(call("read_file", path="a.txt")), calls(edit), says("I see.")) as server, \
            Project({"a.txt": "one\ntwo\n"}, server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("y yes, once")
            tui.type("s")
            tui.see("○ edit_file a.txt")
            tui.see("did not happen")
            tui.see("I see.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert project.read("a.txt") == "one\ntwo\n"


def test_what_was_typed_before_a_question_came_is_no_answer_to_it():
    ready = threading.Event()

    def asks(exchange):
        ready.wait(20)
        calls(call("shell", command="touch ran"))(exchange)
    with ModelServer(asks, says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("esc stops")
            tui.type("yyyy")
            tui.see("│ > yyyy")
            ready.set()
            tui.see("y yes, once")
            tui.type("y")  # still typing
            tui.rest(0.3)
            assert "y yes, once" in tui.text, tui.text
            assert not (project.path / "ran").exists()
            time.sleep(0.8)
            tui.type("s")
            tui.see("Fine.")
            tui.see("│ > yyyy")  # what was begun is there again
            tui.type("\x03\x04")
            assert tui.finish() == 0


def test_a_message_begun_while_a_question_stands_is_no_answer_to_it():
    with ModelServer(calls(call("shell", command="touch ran")), says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("y yes, once")
            for character in "can you":  # the a and the y are answers, but not in a word
                tui.type(character)
                time.sleep(0.05)
            tui.rest(0.3)
            assert "y yes, once" in tui.text and not (project.path / "ran").exists(), tui.text
            time.sleep(0.8)
            tui.type("s")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0


def test_a_paste_is_no_answer_to_a_question():
    with ModelServer(calls(call("shell", command="touch ran")), says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("y yes, once")
            tui.type("\x1b[200~y\n\x1b[201~")
            tui.type("y\ny\n" * 3)
            tui.rest(0.3)
            assert "y yes, once" in tui.text and not (project.path / "ran").exists(), tui.text
            tui.type("s")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0


def test_a_choice_takes_a_row_a_number_and_an_answer_of_ones_own():
    ask = calls(call("ask_user", question="Which way?", options=["left", "right"]))
    with ModelServer(ask, says("One."), ask, says("Two."), ask, says("Three.")) as server, Project(server=server) as project:
        with Tui(project) as tui:
            for keys, answer, said in ((["\x1b[B", "\r"], "right", "One."), (["1"], "left", "Two."),
                                       (["\x1b[A", "\r", "home", "\r"], "home", "Three.")):
                tui.see("│ >")
                tui.type("go")
                tui.type("\r")
                tui.see("an answer of your own")
                for key in keys:
                    tui.type(key)
                    tui.rest(0.08)
                tui.see(said)
                results = [m["content"] for m in server.chats[-1].messages if m["role"] == "tool"]
                assert answer in results[-1], results
            tui.type("\x04")
            assert tui.finish() == 0


def test_the_terminal_is_as_before_after_every_end():
    """Signals of all kinds, a fault, an abort: what was on is off, and the settings are the old ones (B75)."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE,
                   signal.SIGILL, signal.SIGQUIT, signal.SIGUSR1, signal.SIGXCPU):
        with ModelServer(then_waits(chunk({"content": "Half an"}))) as server, Project(server=server) as project:
            with Tui(project, "go") as tui:
                tui.see("Half an")
                raw = tui.settings()
                tui.send_signal(number)
                assert tui.finish() == 128 + number
                after = tui.settings()
                assert raw[3] & termios.ICANON == 0
                assert after[3] & termios.ICANON and after[3] & termios.ECHO and after[1] & termios.OPOST, number
                assert RESETS in tui.raw[-300:], (number, tui.raw[-300:])
                assert b"\x1b[<u" in tui.raw[-300:], number


def test_what_a_killed_one_left_behind_is_put_right():
    with ModelServer() as server, Project(server=server) as project:
        with Tui(project, "-c", f"stty raw -echo -isig; exec {PROGRAM}", program="/bin/sh") as tui:
            tui.see("│ >")
            tui.type("\x04")
            assert tui.finish() == 0
            after = tui.settings()
            assert after[3] & termios.ICANON and after[3] & termios.ECHO and after[3] & termios.ISIG
            assert after[0] & termios.ICRNL and after[1] & termios.OPOST


def test_a_lost_terminal_ends_the_session_soon_and_it_is_saved():
    with ModelServer(says("Here."), then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
        with Tui(project, "first") as tui:
            tui.see("Here.")
            tui.type("second\r")
            tui.see("Half")
            os.close(tui.fd)
            start = time.monotonic()
            while os.waitpid(tui.pid, os.WNOHANG)[0] == 0:
                assert time.monotonic() - start < 2, "still running 2 s after its terminal went away"
                time.sleep(0.01)
            tui._code = 0
            tui.fd = os.open("/dev/null", os.O_RDONLY)
        assert "second" in json.dumps(project.records())


def test_a_signal_ends_the_session_while_an_editor_is_open():
    """The editor may be a window elsewhere that does not notice that the terminal went away."""
    with ModelServer() as server, Project(server=server) as project:
        with Tui(project, env={"VISUAL": "echo opened; sleep 30 #"}) as tui:
            tui.see("│ >")
            tui.type("a message\x07")
            tui.see("opened")
            tui.send_signal(signal.SIGINT)
            tui.rest()
            tui.send_signal(signal.SIGHUP)
            assert tui.finish(2) == 128 + signal.SIGHUP
            assert tui.settings()[3] & termios.ICANON


def test_ctrl_z_gives_the_shell_its_terminal_and_fg_goes_on():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "--norc", "-i", program="/bin/bash", env={"PS1": "shell$ "}) as tui:
            tui.see("shell$")
            before = tui.settings()
            tui.type(f"{PROGRAM}\n")
            tui.see("│ >")
            tui.type("half a message")
            tui.see("half a message")
            tui.type("\x1a")
            tui.see("Stopped")
            tui.rest()
            assert tui.settings()[3] & termios.ECHO == before[3] & termios.ECHO
            tui.type("echo in-the-$((40+2))\n")
            tui.see("in-the-42")
            tui.type("fg\n")
            tui.see("│ > half a message")
            tui.type("\r")
            tui.see("Fine.")
            tui.type("\x04")
            tui.rest(0.3)
            tui.type("exit\n")
            assert tui.finish() == 0
        assert last_user_text(server.chats[0]) == "half a message"


def test_escape_stops_the_call_and_none_of_those_behind_it_starts():
    wanted = [call("shell", command=f"touch ran{n}; sleep {30 + n}") for n in range(5)]
    with ModelServer(calls(*wanted), says("Again.")) as server, Project(server=server) as project:
        with Tui(project, "go", "--mode", "auto") as tui:
            wait_until(lambda: (project.path / "ran0").exists(), "the first call runs")
            tui.see("esc stops")
            start = time.monotonic()
            tui.type("\x1b")
            tui.see("(stopped)")
            took = time.monotonic() - start
            tui.see("│ >")
            assert took < 1, took
            assert [name for name in project.tree() if name.startswith("ran")] == ["ran0"]
            tui.type("again\r")
            tui.see("Again.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert len([m for m in server.chats[1].messages if m["role"] == "tool"]) == 5
        return f"stopped within {took * 1000:.0f} ms"


def test_ctrl_c_stops_then_clears_then_asks_then_quits():
    with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("Half")
            tui.type("\x03")
            tui.see("(stopped)")
            tui.type("words")
            tui.see("│ > words")
            tui.type("\x03")
            tui.see_not("words")
            tui.type("\x03")
            tui.see("Ctrl+C again quits")
            tui.type("\x03")
            assert tui.finish() == 130


def test_plain_a_dumb_terminal_and_a_pipe_get_line_mode():
    with ModelServer(*[says("Fine.")] * 3) as server, Project(server=server) as project:
        for arguments, env in ((["--plain"], {}), ([], {"TERM": "dumb"})):
            with Tui(project, *arguments, "go", env=env) as tui:
                tui.see("Fine.")
                tui.type("/quit\n")
                assert tui.finish() == 0
                assert b"\x1b[?2004h" not in tui.raw and b"\x1b[A" not in tui.raw
        assert "\x1b" not in project.run(stdin="go\n").expect(0).out


def test_the_result_and_the_steps_are_shown_whole_when_asked():
    steps = [{"text": "look", "status": "done"}, {"text": "mend", "status": "in_progress"}]
    with ModelServer(calls(call("todo", items=steps), call("shell", command="seq 1 30")), says("Fine.")) as server, \
            Project(server=server) as project:
        with Tui(project, "go", "--mode", "auto", rows=50) as tui:
            tui.see("more lines")
            tui.see("Fine.")
            tui.type("\x0f")
            tui.see("    30")
            tui.type("\x14")
            tui.rest()
            assert sum("▸ mend" in line for line in tui.emulator.all_lines) == 2, tui.text
            tui.type("\x04")
            assert tui.finish() == 0


def test_escape_at_a_question_stops_the_request():
    with ModelServer(calls(call("shell", command="touch ran")), says("Again.")) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("y yes, once")
            tui.type("\x1b")
            tui.see("(stopped)")
            tui.see("│ >")
            assert project.tree() == {}
            tui.type("again\r")
            tui.see("Again.")
            tui.type("\x04")
            assert tui.finish() == 0
