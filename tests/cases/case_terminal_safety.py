"""Whatever the model, a file or a command says, it does not steer the terminal."""

import re

from harness import Project
from model_server import ModelServer, call, calls, chunk, failure, says, stream
from terminal import Terminal

# Sets the clipboard, clears the screen, moves the cursor, sets the title, is a C1 code, turns the
# direction of writing, and goes back to hide what came before.
EVIL = "\x1b]52;c;ZXZpbA==\x07\x1b[2J\x1b[1;1H\x1b]0;title\x1b\\\x9b31m\u202egnp.exe\u202c\u2066x\u2069\rhidden\x08\x7f\x00"
FORBIDDEN = ["\x1b]", "\x1b[2J", "\x1b[1;1H", "\x9b", "\u202e", "\u202c", "\u2066", "\u2069", "\x07", "\x08", "\x7f", "\x00"]
COLOR = re.compile(r"\x1b\[[0-9;]*m")


def check(text, where):
    for sign in FORBIDDEN:
        assert sign not in text, f"{where} has {sign!r}: {text!r}"
    rest = COLOR.sub("", text)
    assert "\x1b" not in rest, f"{where} has an escape: {rest!r}"
    assert not re.search(r"\r(?!\n)", rest), f"{where} has a bare return: {rest!r}"


def evil_script():
    return [calls(call("shell", command=f"printf '%s' 'x{EVIL.replace(chr(0), '')}'"), text=f"I say {EVIL} so."),
            calls(call("read_file", path="evil.txt"), call("list_dir"), call(f"tool{EVIL}", "{}")),
            calls(call("write_file", path=f"name{EVIL.replace(chr(0), '')}", content=f"{EVIL}\n")),
            calls(call("edit_file", path="evil.txt", old_string="mark", new_string=f"changed {EVIL}")),
            says(f"Done. {EVIL}")]


def evil_project(server):
    return Project({"evil.txt": f"mark {EVIL}\n", "dir\x1b[2J/x\u202ey": "z\n"}, server)


def test_in_pipes():
    with ModelServer(*evil_script()) as server, evil_project(server) as project:
        run = project.run("-p", "go", "--mode", "auto").expect(0)
        check(run.out, "stdout")
        check(run.err, "stderr")
        assert "Done." in run.out and "changed" in run.err


def test_on_a_terminal():
    with ModelServer(*evil_script()) as server, evil_project(server) as project:
        with Terminal(project, "-p", "go") as terminal:
            for _ in range(3):
                terminal.wait_for("and stop: ")
                terminal.enter("y")
            assert terminal.finish() == 0, terminal.screen
        check(terminal.raw.decode(errors="surrogateescape"), "the screen")


def test_in_line_mode():
    with ModelServer(*evil_script()) as server, evil_project(server) as project:
        with Terminal(project, "--plain", "go") as terminal:
            for _ in range(3):
                terminal.wait_for("and stop: ")
                terminal.enter("y")
            terminal.wait_for("Done.")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        check(terminal.raw.decode(errors="surrogateescape"), "the screen")


def test_what_a_server_says_in_an_error():
    with ModelServer(failure(400, f"bad {EVIL} request")) as server, Project(server=server) as project:
        run = project.run("-p", "go").expect(1, "bad ")
        check(run.err, "stderr")


def test_escapes_split_over_pieces_of_a_stream():
    pieces = [chunk({"content": piece}) for piece in ("a\x1b", "]52;c;ZXZpbA==", "\x07b", "\x1b[", "2J", "c\x9b", "31m")]
    with ModelServer(stream(*pieces, chunk({}, "stop"), "data: [DONE]\n\n")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "go") as terminal:
            assert terminal.finish() == 0, terminal.screen
        check(terminal.raw.decode(errors="surrogateescape"), "the screen")


def test_colours_only_on_a_terminal_and_without_no_color():
    def reply():
        return calls(call("write_file", path="a.txt", content="x\n"))
    with ModelServer(reply(), says("Done."), reply(), says("Done."), reply(), says("Done.")) as server, Project(server=server) as project:
        assert "\x1b" not in project.run("-p", "go").expect(3).err
        for env, colored in (({}, True), ({"NO_COLOR": "1"}, False)):
            with Terminal(project, "-p", "go", env=env) as terminal:
                terminal.wait_for("and stop: ")
                terminal.enter("s")
                assert terminal.finish() == 3
            assert (b"\x1b[" in terminal.raw) == colored, terminal.raw
