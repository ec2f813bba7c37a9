"""What a person types while a request runs."""

import threading

from harness import Project
from model_server import ModelServer, call, calls, chunk, says
from terminal import Terminal

WAITS = "while [ ! -e go ]; do sleep 0.02; done"


def says_when(text, ready):
    """Begins the answer at once and ends it when `ready` is set."""
    def reply(exchange):
        exchange.head()
        exchange.send(chunk({"content": text[:5]}))
        assert ready.wait(20)
        exchange.send(chunk({"content": text[5:]}) + chunk({}, "stop") + "data: [DONE]\n\n")
    return reply


def test_a_prompt_steers_the_running_request():
    with ModelServer(calls(call("shell", command=WAITS)), says("As you wish.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain", "--mode", "auto", "wait for it") as terminal:
            terminal.wait_for("$ while")
            terminal.enter("look at b instead")
            terminal.wait_for("queued: look at b instead")
            project.write("go", "")
            terminal.wait_for("> look at b instead\n(told to the model now)")
            terminal.wait_for("As you wish.")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        assert len(server.chats) == 2
        last = server.chats[1].messages[-1]
        assert (last["role"], last["content"]) == ("user", "look at b instead"), last


def test_what_is_typed_during_the_answer_runs_next():
    ready = threading.Event()
    with ModelServer(says_when("First this.", ready), says("Then that.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain", "one") as terminal:
            terminal.wait_for("First")
            terminal.enter("two")
            terminal.enter("/quit")
            terminal.wait_for("queued: /quit")
            ready.set()
            terminal.wait_for("> two\n")
            terminal.wait_for("Then that.")
            terminal.wait_for("> /quit")
            assert terminal.finish() == 0
        assert server.chats[1].messages[-1]["content"] == "two"


def test_an_interrupt_keeps_the_queue():
    ready = threading.Event()
    with ModelServer(says_when("First this.", ready), says("Then that.")) as server, Project(server=server) as project:
        with Terminal(project, "--plain", "one") as terminal:
            terminal.wait_for("First")
            terminal.enter("two")
            terminal.wait_for("queued: two")
            terminal.interrupt()
            terminal.wait_for("1 still queued")
            ready.set()
            assert len(server.chats) == 1
            terminal.enter("")
            terminal.wait_for("> two\n")
            terminal.wait_for("Then that.")
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
