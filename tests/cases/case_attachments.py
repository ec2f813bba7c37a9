"""@path in a prompt brings the file along."""

import os

from harness import Project
from model_server import ModelServer, call, calls, says


def prompt_with(prompt, files):
    with ModelServer(says("Fine.")) as server, Project(files, server) as project:
        run = project.run("-p", prompt).expect(0)
        return server.chats[0].messages[-1]["content"], run.err


def test_a_file_comes_along_with_a_label():
    prompt, err = prompt_with("explain @src/a.c, please", {"src/a.c": "int a;\n"})
    assert prompt.startswith("explain @src/a.c, please\n") and "int a;\n" in prompt and 'path="src/a.c"' in prompt, prompt
    assert "attached src/a.c" in err, err


def test_a_large_file_comes_in_part():
    text = "".join(f"line {number}\n" for number in range(5000))
    prompt, err = prompt_with("explain @big.txt", {"big.txt": text})
    assert "line 0\n" in prompt and "line 4999" not in prompt and 'truncated="true"' in prompt and len(prompt) < 9000
    assert "attached big.txt (first part)" in err, err


def test_a_binary_file_is_left_out_and_named():
    prompt, err = prompt_with("explain @a.bin", {"a.bin": b"\x00\x01\x02\xff" * 100})
    assert prompt == "explain @a.bin", prompt
    assert "a.bin (not attached: not a text file)" in err, err


def test_words_with_an_at_sign_are_no_files():
    prompt, err = prompt_with("ask me@example.org and @nobody", {"a.txt": "one\n"})
    assert prompt == "ask me@example.org and @nobody" and "attached" not in err


def test_a_file_outside_or_secret_is_not_attached_where_nobody_can_be_asked():
    with ModelServer(says("Fine.")) as server, Project({".env": "KEY=1\n"}, server) as project:
        (project.base / "other.txt").write_text("one\n")
        run = project.run("-p", "change @../other.txt and @.env").expect(3, "other.txt (not attached:", ".env (not attached:")
        assert server.chats[0].messages[-1]["content"] == "change @../other.txt and @.env", run.err


def test_standard_input_attaches_nothing():
    with ModelServer(says("Fine.")) as server, Project({".env": "KEY=1\n", "a.txt": "one\n"}, server) as project:
        run = project.run("-p", "summarise", stdin="log\n@.env @/etc/passwd @a.txt\n").expect(0)
        prompt = server.chats[0].messages[-1]["content"]
        assert prompt == "summarise\n\n<stdin>\nlog\n@.env @/etc/passwd @a.txt\n</stdin>", prompt
        assert "attached" not in run.err, run.err


def test_a_file_attached_whole_may_be_overwritten():
    write = calls(call("write_file", path="a.txt", content="two\n"))
    with ModelServer(write, says("Done.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.run("-p", "change @a.txt", "--mode", "accept-edits").expect(0, "-one", "+two")
        assert project.read("a.txt") == "two\n"


def test_a_file_attached_in_part_may_not_be_overwritten():
    text = "".join(f"line {number}\n" for number in range(5000))
    write = calls(call("write_file", path="big.txt", content="two\n"))
    with ModelServer(write, says("Not done.")) as server, Project({"big.txt": text}, server) as project:
        project.run("-p", "change @big.txt", "--mode", "accept-edits").expect(0)
        assert project.read("big.txt") == text


def test_pipes_and_devices_are_not_read():
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        os.mkfifo(project.path / "pipe")
        run = project.run("-p", "explain @pipe and @/dev/zero").expect(0)
        assert run.seconds < 3 and len(server.chats[0].body) < 100_000
