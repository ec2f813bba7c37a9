"""Line mode on a terminal: what is typed and pasted."""

import signal

from harness import Project, free_port
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


def test_the_model_that_was_chosen_is_asked_when_the_session_goes_on():
    with ModelServer(*[says("Fine.")] * 4) as server, Project(server=server) as project:
        del project.env["THOTH_MODEL"]
        project.run("--plain", "-m", "first", stdin="one\n/model second\ntwo\n").expect(0)
        project.run("-c", "-p", "three").expect(0)
        project.run("-c", "-p", "four", "-m", "third").expect(0)
        assert [chat.json["model"] for chat in server.chats] == ["first", "second", "second", "third"]
        assert [record["model"] for record in project.records("model")] == ["second", "third"]


def test_a_signal_at_the_question_for_the_demo_ends_with_its_number():
    for number in (signal.SIGINT, signal.SIGTERM):
        with Project() as project:
            with Terminal(project, "--plain", "--base-url", f"http://127.0.0.1:{free_port()}/v1") as terminal:
                terminal.wait_for("[y/N] ")
                terminal.send_signal(number)
                assert terminal.finish() == 128 + number
