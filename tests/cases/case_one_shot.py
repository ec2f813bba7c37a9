"""thoth -p: its forms, its two outputs, its exit codes."""

import os
import signal
import subprocess
import time

from harness import PROGRAM, Project, end, finish
from model_server import ModelServer, call, calls, failure, says, then_waits, chunk
from terminal import Terminal


def prompt_of(server, number=-1):
    return server.chats[number].messages[-1]["content"]


def ask(*arguments, stdin=None, reply="Fine.", **more):
    """(run, prompt) of one request."""
    with ModelServer(says(reply)) as server, Project(server=server) as project:
        run = project.run(*arguments, stdin=stdin, **more)
        return run, prompt_of(server) if server.chats else None


def test_prompt_as_text():
    run, prompt = ask("-p", "how are you?")
    run.expect(0, out="Fine.\n")
    assert prompt == "how are you?"


def test_prompt_from_stdin():
    for arguments in (["-p"], ["-p", "-"]):
        run, prompt = ask(*arguments, stdin="from a pipe\n")
        run.expect(0, out="Fine.\n")
        assert prompt.strip() == "from a pipe", prompt


def test_piped_context_is_added_to_the_text():
    run, prompt = ask("-p", "review this", stdin="+ a line\n")
    run.expect(0)
    assert prompt.startswith("review this\n") and "+ a line\n" in prompt, prompt


def test_stdin_from_a_file_is_context():
    with ModelServer(says("Fine.")) as server, Project({"notes.txt": "a note\n"}, server) as project:
        with open(project.path / "notes.txt", "rb") as notes:
            finish(project.start("-p", "sum up", stdin=notes)).expect(0)
        assert "a note" in prompt_of(server)


def test_the_null_device_is_no_context():
    assert ask("-p", "hello")[1] == "hello"


def test_empty_prompt_is_a_usage_error():
    for arguments, stdin in ((["-p"], ""), (["-p", ""], ""), (["-p="], "piped"), (["--prompt="], "piped"), (["-p", "  "], None), (["-p", "-"], "\n")):
        run, prompt = ask(*arguments, stdin=stdin)
        run.expect(2, "the prompt is empty", "thoth -p", out="")
        assert prompt is None


def test_says_that_it_waits_for_stdin():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        start = time.monotonic()
        process = project.start("-p", stdin=subprocess.PIPE)
        line = process.stderr.readline().decode()
        waited = time.monotonic() - start
        assert line == "waiting for stdin; use </dev/null\n", line
        assert 0.9 < waited < 4, waited
        finish(process, "at last").expect(0, out="Fine.\n")
        assert prompt_of(server) == "at last"


def test_a_terminal_is_never_read_for_the_prompt():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "hello") as terminal:
            assert terminal.finish() == 0, terminal.screen
        assert prompt_of(server) == "hello"
        with Terminal(project, "-p") as terminal:
            assert terminal.finish() == 2, terminal.screen
        assert "the prompt is empty" in terminal.screen


def test_stdout_has_the_answer_and_nothing_else():
    look = calls(call("read_file", path="a.txt"), text="I look first.")
    with ModelServer(look, says("It says one.")) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("-p", "what is in a.txt?")
    run.expect(0, "I look first.", "read_file", "ctx ", out="It says one.\n")


def test_the_output_ends_in_one_newline():
    ask("-p", "hello", reply="Fine.\n")[0].expect(0, out="Fine.\n")


# --- Exit codes -----------------------------------------------------------------------------------


def test_exit_1_when_the_model_fails():
    with ModelServer(failure(400, "no such thing")) as server, Project(server=server) as project:
        project.run("-p", "hello").expect(1, "no such thing", out="")


def test_exit_2_on_wrong_usage():
    cases = {("--nonsense",): "--nonsense", ("-p", "x", "--mode", "wild"): '"wild"', ("-p", "x", "--sandbox", "some"): "some",
             ("-p", "x", "--temperature", "hot"): "--temperature", ("-p", "x", "--context-window", "-3"): "--context-window",
             ("-p", "x", "--api", "carrier-pigeon"): "carrier-pigeon", ("-p", "x", "--base-url", "nonsense"): "--base-url",
             ("-p", "x", "--max-turns", "0"): "--max-turns", ("-m",): "-m", ("-p", "x", "--record", "a", "--replay", "b"): "--record",
             ("demo", "--fast"): "--fast", ("-p", "x", "--think", "maybe"): "maybe"}
    with ModelServer() as server, Project(server=server) as project:
        for arguments, named in cases.items():
            run = project.run(*arguments).expect(2, named, out="")
            assert len(run.err.splitlines()) <= 3, run
        assert not server.chats


def test_subcommands_of_later_versions_are_named():
    with ModelServer() as server, Project(server=server) as project:
        for name in ("config", "doctor"):
            project.run(name, "x").expect(2, f'"thoth {name}" is not part of this version', f"thoth -- {name}", out="")
        assert not server.chats


def test_two_dashes_end_the_names_of_subcommands():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        run = project.run("--", "undo", "all", stdin="/quit\n").expect(0)
        assert prompt_of(server) == "undo all" and "Fine." in run.out


def test_exit_3_when_nobody_could_be_asked():
    write = calls(call("write_file", path="new.txt", content="new\n"))
    with ModelServer(write, says("It was not written.")) as server, Project(server=server) as project:
        run = project.run("-p", "write it")
        run.expect(3, "Write new.txt?", "no terminal to ask on", out="It was not written.\n")
        assert project.tree() == {}
        assert server.chats[1].results[0].startswith("did not happen")


def test_exit_53_at_the_turn_limit():
    look = [calls(call("read_file", path="a.txt", offset=n + 1, limit=1)) for n in range(2)]
    with ModelServer(*look, says("Done.")) as server, Project({"a.txt": "one\ntwo\nthree\n"}, server) as project:
        project.run("-p", "look", "--max-turns", "2").expect(53, "paused after 2 steps")
        project.run("-c", "-p", "continue").expect(0, out="Done.\n")


def test_exit_130_and_143_on_signals():
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
            process = project.start("-p", "talk")
            server.wait_for_chats(1)
            process.send_signal(number)
            finish(process).expect(code)
            assert server.left.wait(5), "the connection stayed open"
            assert project.records("user"), "the session was not saved"


def test_a_signal_while_waiting_for_stdin():
    with Project() as project:
        process = project.start("-p", stdin=subprocess.PIPE)
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.wait(10)
        assert process.returncode == 130, process.returncode
        end(process)


def test_a_reader_that_leaves_is_no_noise():
    long_text = "".join(f"word {n} " for n in range(20_000))
    with ModelServer(says(long_text)) as server, Project(server=server) as project:
        process = subprocess.run(["sh", "-c", '"$0" -p talk | head -c 1', PROGRAM], cwd=project.path, env=project.env,
                                 stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
        assert process.stdout == b"w" and process.returncode == 0, process
        assert b"rror" not in process.stderr and b"roken" not in process.stderr, process.stderr


# --- Sessions ---------------------------------------------------------------------------------------


def test_continue_goes_on_with_the_last_session():
    with ModelServer(says("One."), says("Two.")) as server, Project(server=server) as project:
        project.run("-p", "first").expect(0)
        project.run("-c", "-p", "second").expect(0, out="Two.\n")
        assert [m["content"] for m in server.chats[1].messages[1:]] == ["first", "One.", "second"]
        assert len(project.sessions()) == 1


def test_a_later_request_begins_like_the_one_before():
    look = calls(call("read_file", path="a.txt"))
    with ModelServer(look, says("One."), says("Two.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.run("-p", "first").expect(0)
        project.run("-c", "-p", "second").expect(0)
        first, second, third = (request.messages for request in server.chats)
        assert second[:len(first)] == first and third[:len(second)] == second


def test_continue_without_a_session():
    with ModelServer() as server, Project(server=server) as project:
        run = project.run("-c", "-p", "second")
        run.expect(1, "no earlier session", "without -c", out="")
        assert not server.chats


def test_version_and_help_need_nothing():
    with Project() as project:
        bare = {"HOME": "", "THOTH_HOME": ""}
        assert project.run("--version", env=bare).expect(0).out.startswith("thoth ")
        assert "Usage" in project.run("--help", env=bare).expect(0).out
