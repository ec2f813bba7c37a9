"""Line mode on a terminal: what is typed and pasted."""

from harness import Project
from model_server import ModelServer, call, calls, says
from terminal import Terminal


def test_a_pasted_text_does_not_answer_a_question():
    with ModelServer(calls(call("shell", command="touch ran")), says("Fine.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain", "go") as terminal:
            terminal.wait_for("and stop: ")
            terminal.type("some text\ny\nn\n")
            terminal.wait_for("and stop: ")
            terminal.enter("s")
            terminal.wait_for("Fine.")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        assert project.tree() == {}


def test_a_line_that_the_terminal_cut_is_not_sent():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter("x" * 5000)
            terminal.wait_for("cuts a line at 4095 bytes")
            terminal.wait_for("> ")
            terminal.enter("y" * 4094)
            terminal.wait_for("Fine.")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        (chat,) = server.chats
        assert chat.messages[-1]["content"] == "y" * 4094


def test_status_names_the_session_that_clear_started():
    with ModelServer(says("One."), says("Two.")) as server, Project(server=server) as project:
        run = project.run("--plain", stdin="first\n/clear\n/status\nsecond\n").expect(0)
        (shown,) = [line.split()[1] for line in run.out.splitlines() if line.startswith("session ")]
        second = [file for file in project.sessions() if '"second"' in file.read_text()]
        assert [file.stem for file in second] == [shown], (second, shown)
