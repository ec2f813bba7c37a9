"""Recordings, replays without a network, and the demo, which is one."""

import json

from harness import Project, hunks_on_screen, mode_of
from model_server import ModelServer, call, calls, says
from terminal import Terminal
from tui import Tui

KEY = "sk-very-secret-0123456789"


def recorded(project, server):
    """Records one exchange of two requests, then takes the server away."""
    project.run("-p", "what is in a.txt?", "--record", "kept.jsonl", env={"THOTH_API_KEY": KEY}).expect(0, out="It says one.\n")
    server.stop()


def test_a_replay_gives_the_same_answer_without_a_server():
    look = calls(call("read_file", path="a.txt"), text="I look.")
    with ModelServer(look, says("It says one.")) as server, Project({"a.txt": "one\n"}, server) as project:
        recorded(project, server)
        assert mode_of(project.path / "kept.jsonl") == 0o600
        assert KEY not in project.read("kept.jsonl")
        seen = len(server.requests)
        for _ in range(2):
            run = project.run("-p", "what is in a.txt?", "--replay", "kept.jsonl").expect(0, "read_file", out="It says one.\n")
            assert KEY not in run.err
        assert len(server.requests) == seen


def test_a_replay_needs_no_configuration():
    look = calls(call("read_file", path="a.txt"))
    with ModelServer(look, says("It says one.")) as server, Project({"a.txt": "one\n"}, server) as project:
        recorded(project, server)
        bare = {"THOTH_BASE_URL": "", "THOTH_MODEL": ""}
        project.run("-p", "what?", "--replay", "kept.jsonl", env=bare).expect(0, out="It says one.\n")


def test_a_replay_of_ollama():
    with ModelServer(says("Hello."), kind="ollama") as server, Project() as project:
        project.run("-p", "hello", "--base-url", server.url + "/v1", "--record", "kept.jsonl").expect(0, out="Hello.\n")
        server.stop()
        project.run("-p", "hello", "--replay", "kept.jsonl").expect(0, out="Hello.\n")


def test_a_replay_names_the_first_difference():
    look = calls(call("read_file", identity="call_9", path="a.txt"))
    with ModelServer(look, says("It says one.")) as server, Project({"a.txt": "one\n"}, server) as project:
        recorded(project, server)
        lines = [json.loads(line) for line in project.read("kept.jsonl").splitlines()]
        for line in lines:
            if line.get("answers"):
                line["answers"] = ["call_7"]
        project.write("changed.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        run = project.run("-p", "what?", "--replay", "changed.jsonl")
        run.expect(1, "request 2 answers call_9, the recording has call_7 there", out="")


def test_a_replay_that_goes_on_too_long_says_so():
    with ModelServer(says("Hello.")) as server, Project(server=server) as project:
        project.run("-p", "hello", "--record", "kept.jsonl").expect(0)
        server.stop()
        run = project.run("--plain", "--replay", "kept.jsonl", stdin="hello\nagain\n/quit\n").expect(0)
        assert "Hello." in run.out and "request 2 is past the end of the recording" in run.out, run


# --- The demo ---------------------------------------------------------------------------------------



def check_demo_diff(text):
    changed = [line for line in hunks_on_screen(text) if line[0] in "+-"]
    assert [line[0] for line in changed] == ["-", "+"], text
    assert "$1 - 32 * 5 / 9" in changed[0] and "($1 - 32) * 5 / 9" in changed[1], changed


def test_the_demo_without_questions():
    with Project() as project:
        run = project.run("demo", "--yes", timeout=60).expect(0)
        for text in ("the model is a script", "sh test.sh", "FAIL  32 F", "ok    32 F", "all four tests pass", "thoth --base-url", "ollama pull"):
            assert text in run.out, f"{text!r} is missing: {run}"
        check_demo_diff(run.out)
        assert not project.state.exists() and project.tree() == {}, "the demo left something"
        assert [file.name for file in project.base.iterdir() if file.name.startswith("thoth-demo-")] == []


def demo(*answers):
    """The screen of a demo with these answers, and its exit code."""
    with Project() as project, Terminal(project, "demo", env={"TERM": "dumb"}) as terminal:
        for answer in answers:
            terminal.wait_for("and stop: ", 20)
            terminal.enter(answer)
        code = terminal.finish(30)
        return terminal.screen, code


def test_the_demo_is_drawn_in_a_terminal_that_can():
    for answers, expected in (("yyy", 0), ("ys", 3), ("n", 3)):
        with Project() as project, Tui(project, "demo", columns=100, rows=40) as tui:
            for answer in answers:
                tui.see("y yes, once", 20)
                tui.type(answer)
                tui.see_not("y yes, once")
            assert tui.finish(30) == expected, tui.text
            shown = "\n".join(tui.emulator.all_lines)
            assert "The tests of this project fail." in shown and "To work with a real model" in shown, shown
            assert ("all four tests pass" in shown) == (expected == 0), shown
            assert ("seen: changed src/celsius.sh" in shown) == (len(answers) > 2), shown
            assert "esc stops" not in tui.text, "a live row is left over"
            assert project.tree() == {}, "the demo left something"


def test_the_demo_with_yes_to_everything():
    screen, code = demo("y", "y", "y")
    assert code == 0 and "all four tests pass" in screen and "To work with a real model" in screen, screen
    check_demo_diff(screen)


def test_the_demo_with_a_step_skipped_tells_no_success():
    screen, code = demo("y", "s")
    assert code == 3 and "That step did not happen" in screen and "all four tests pass" not in screen, screen


def test_the_demo_with_no_stops():
    screen, code = demo("n")
    assert code == 3 and "all four tests pass" not in screen and "To work with a real model" in screen, screen


def test_the_demo_is_not_steered_by_settings():
    with Project() as project:
        project.run("demo", "--yes", timeout=60, env={"THOTH_MODEL": "other", "THOTH_BASE_URL": "nonsense"}).expect(0)
