"""Screens of the terminal interface: from made-up contents, and questions on terminals that are too low for them."""

from harness import Project
from model_server import ModelServer, call, calls, says
from tui import Tui


def test_every_screen_can_be_looked_at_without_a_server():
    with Project() as project:
        names = [line.split()[0] for line in project.run("--view").expect(0).out.splitlines()]
        assert len(names) >= 20 and len(set(names)) == len(names), names
        for name in names:
            out = project.run("--view", name, "--view-size", "46x20").expect(0).out
            assert len(out.splitlines()) == 20, out
            assert "\x1b" not in out, "no attributes where it is no terminal"
        assert len(project.run("--view", "start").expect(0).out.splitlines()) == 30


def test_what_there_is_not_to_look_at_is_named():
    with Project() as project:
        project.run("--view", "stat").expect(2, 'there is no view "stat" (thoth --view lists them)')
        project.run("--view", "start", "--view-size", "3x3").expect(2, "--view-size 3x3 is no size of a screen")
        project.run("--view-size", "80x24").expect(2, "--view-size needs --view")


def test_a_question_on_a_low_terminal_comes_below_the_whole_command():
    """Nobody says yes to lines that are above the screen and not in the scrollback either."""
    lines = [f"echo part-{n} &&" for n in range(9)] + ["echo end"]
    run = calls(call("shell", command="\n".join(lines)))
    for columns, rows in ((60, 12), (46, 20), (40, 8)):
        with ModelServer(run, says("Done so.")) as server, Project(server=server) as project:
            with Tui(project, columns=columns, rows=rows) as tui:
                tui.see(">")
                tui.type("go\r")
                tui.see("n no, and stop")
                tui.rest()
                written = [line.strip().removeprefix("$ ") for line in tui.emulator.all_lines]
                start = written.index(lines[0])
                assert written[start:start + len(lines)] == lines, (columns, rows, written)
                assert sum(line == lines[0] for line in written) == 1, written
                tui.type("n")
                tui.see_not("n no, and stop")
                tui.type("\x03\x04")
                assert tui.finish() == 0
