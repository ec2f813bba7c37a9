"""The input of the terminal interface: commands, files, history, the editor, what is queued."""

import json
import os
import threading
import time

from case_tui import last_user_text, streamed
from harness import PROGRAM, Project, processes_with, wait_until
from model_server import ModelServer, says
from tui import Tui


def test_a_command_of_ones_own_goes_to_the_model_as_data():
    with ModelServer(says("I saw it.")) as server, Project({"a.txt": "x\n"}, server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("!printf '10%%\\r99%%\\r'; echo out-$((6*7)); echo err >&2; exit 3\r")
            tui.see("\nout-42")
            tui.see("exit code 3")
            assert not server.chats
            tui.type("what was that\r")
            tui.see("I saw it.")
            tui.type("!sleep 61\r")
            tui.see("! sleep 61")
            wait_until(lambda: processes_with("sleep 61"), "the command runs")
            tui.type("\x1b")
            tui.see("(stopped)")
            assert not processes_with("sleep 61")
            tui.type("\x04")
            assert tui.finish() == 0
        text = json.dumps(server.chats[0].messages[-1])
        assert "what was that" in text and "out-42" in text and "err" in text and "exit code 3" in text, text
        assert "99%" not in text.split("exit 3", 1)[1], text  # it was written over


def test_queued_messages_are_shown_taken_back_and_sent():
    ready = threading.Event()
    with ModelServer(streamed("First answer.", ready=ready), says("Second answer.")) as server, \
            Project(server=server) as project:
        with Tui(project, "one") as tui:
            tui.see("First")
            tui.type("two\r")
            tui.see("queued: two")
            tui.type("three\r")
            tui.see("queued: three")
            tui.type("\x1b[A")
            tui.see("│ > three")
            tui.see_not("queued: three")
            tui.type("\x15")
            ready.set()
            tui.see("Second answer.")
            tui.see_not("queued")
            tui.type("\x04")
            assert tui.finish() == 0
        assert [last_user_text(chat) for chat in server.chats] == ["one", "two"]


def test_the_line_of_commands_and_files_completes():
    files = {f"deep/er/file{n}.txt": "x" for n in range(3)} | {"docs/guide.md": "the guide\n", "build/junk.o": "j",
                                                              ".gitignore": "build\n"}
    with ModelServer(says("Read.")) as server, Project(files, server=server) as project:
        project.commit()
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("/sta")
            tui.see("› /status")
            tui.type("\r")
            tui.see("profile ")
            tui.rest()
            tui.type("look at @gui")
            tui.see("› docs/guide.md")
            assert "junk" not in tui.text
            tui.type("\t")
            tui.see("│ > look at @docs/guide.md")
            tui.type("\r")
            tui.see("Read.")
            tui.type("/nothing\r")
            tui.see("there is no /nothing")
            tui.type("\x04")
            assert tui.finish() == 0
        assert "the guide" in json.dumps(server.chats[0].messages)


def test_the_history_outlives_the_session_and_can_be_searched():
    with ModelServer(*[says("Fine.")] * 3) as server, Project(server=server) as project:
        with Tui(project) as tui:
            for text in ("alpha one", "beta two"):
                tui.see("│ >")
                tui.type(text + "\r")
                tui.see("> " + text)
                tui.see_not("esc stops")
                tui.rest()
            tui.type("\x04")
            assert tui.finish() == 0
        assert os.stat(project.state / "history").st_mode & 0o777 == 0o600
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("dra")
            tui.type("\x1b[A")
            tui.see("│ > beta two")
            tui.type("\x1b[A")
            tui.see("│ > alpha one")
            tui.type("\x1b[B\x1b[B")
            tui.see("│ > dra")
            tui.type("\x12alp")
            tui.see("search history: alp")
            tui.see("│ > alpha one")
            tui.type("\r")
            tui.see_not("search history")
            tui.type("\r")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert last_user_text(server.chats[-1]) == "alpha one"


def test_a_message_is_written_in_the_editor():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        project.write("ed.sh", "#!/bin/sh\nprintf 'edited: ' > t; cat \"$1\" >> t; cp t \"$1\"\n")
        (project.path / "ed.sh").chmod(0o755)
        with Tui(project, env={"EDITOR": str(project.path / "ed.sh")}) as tui:
            tui.see("│ >")
            tui.type("draft")
            tui.type("\x07")
            tui.see("│ > edited: draft")
            tui.type("\r")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert last_user_text(server.chats[0]) == "edited: draft"


def test_what_was_typed_before_the_start_is_sent():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "-c", f"sleep 0.4; exec {PROGRAM}", program="/bin/sh") as tui:
            tui.type("hello\r")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert last_user_text(server.chats[0]) == "hello"


def test_a_fact_is_remembered_without_the_model():
    with ModelServer() as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("#tabs, never spaces\r")
            tui.see("remembered in")
            tui.type("/memory\r")
            tui.wait_until(lambda: sum("tabs, never spaces" in line for line in tui.emulator.all_lines) == 2, "the fact")
            tui.type("\x04")
            assert tui.finish() == 0
        assert not server.chats


def test_without_a_session_nothing_typed_is_kept():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "--no-session") as tui:
            tui.see("│ >")
            tui.type("not to be kept\r")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
        assert not (project.state / "history").exists()


def test_a_file_whose_name_has_blanks_is_chosen_and_attached():
    files = {"my notes/the plan.md": "what it says\n", "esc\x1b[0mape.md": "no\n"}
    with ModelServer(says("Read.")) as server, Project(files, server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("look at @my")
            tui.see("› my notes/")
            assert "ape" not in tui.text
            tui.type("\t")
            tui.see('│ > look at @"my notes/')
            tui.see("› my notes/the plan.md")
            tui.type("\t")
            tui.see('│ > look at @"my notes/the plan.md" ')
            tui.type("now\r")
            tui.see("Read.")
        assert "what it says" in last_user_text(server.chats[0])


def test_a_paste_whose_end_never_came_is_ended_by_ctrl_c():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("\x1b[200~half of it")
            time.sleep(0.7)
            tui.type("\x03")
            tui.see("│ > half of it")
            tui.rest()
            tui.type("!\r")
            tui.see("Fine.")
        assert last_user_text(server.chats[0]) == "half of it!"


def test_an_editor_that_fails_leaves_the_message_and_all_of_the_reason():
    with ModelServer() as server, Project(server=server) as project:
        with Tui(project, env={"VISUAL": 'printf "\\033[?25l"; rm'}) as tui:
            tui.see("│ >")
            tui.type("a message\x07")
            tui.see("No such file or directory")
            tui.see("│ > a message")
            tui.rest()
            assert tui.raw.rindex(b"\x1b[?25h") > tui.raw.rindex(b"\x1b[?25l")
