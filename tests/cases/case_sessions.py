"""Sessions as a person uses them: found again, gone on with, gone back in, and cut short at every record."""

import json
import os
import subprocess
import time

from harness import SANITIZED, Project, alone, end, finish
from model_server import ModelServer, call, calls, says, then_waits


def short(project, number=-1):
    return project.sessions()[number].stem[-8:]


def session(project, prompt, *script, code=0):
    """A session of its own in which `prompt` was asked."""
    with ModelServer(*script) as server:
        project.use(server)
        project.run("-p", prompt, "--mode", "accept-edits").expect(code)


def test_one_is_chosen_from_the_list():
    with Project() as project:
        session(project, "fix the parser", says("Fixed."))
        session(project, "write a lexer", says("Written."))
        with ModelServer(says("I go on.")) as server:
            project.use(server)
            run = project.run("-r", "--plain", stdin="nothing like it\nPARSER\n1\ngo on\n").expect(0)
        assert "no session has these words" in run.out, run
        assert [m["content"] for m in server.chats[0].messages[1:]] == ["fix the parser", "Fixed.", "go on"]
        with ModelServer(says("I go on.")) as server:
            project.use(server)
            project.run("-r", short(project), "-p", "go on").expect(0, out="I go on.\n")
        assert server.chats[0].messages[1]["content"] == "write a lexer"
        project.run("-r", "-p", "go on").expect(2, "-r without an id")
        project.run("-r", "ffffffff", "-p", "go on").expect(1, "there is no session ffffffff")
        lexer = short(project)
        elsewhere = project.base / "else where"
        elsewhere.mkdir()
        project.run("-r", lexer, "-p", "go on", cwd=elsewhere).expect(
            1, "belongs to another project", f"cd {project.path} && thoth -r {lexer}")


def test_the_command_lists_shows_exports_and_deletes():
    with Project({"a.txt": "one\n"}) as project:
        session(project, "fix \x1b[31mthe parser", calls(call("shell", command="rm -rf x")), says("Fixed\x1b[2J it."), code=3)
        project.run("sessions").expect(0)
        listed = project.run("sessions", "list").expect(0).out
        assert "1 prompt" in listed and "fix the parser" in listed and "\x1b" not in listed, listed
        described = json.loads(project.run("sessions", "list", "--all", "--json").expect(0).out)
        assert (described["title"], described["prompts"], described["project"]) == (
            "fix \x1b[31mthe parser", 1, str(project.path)), described
        identity = described["id"]
        assert f"session   {identity}\n" in project.run("sessions", "show", identity[-8:]).expect(0).out
        project.run("sessions", "export", identity[-8:], "out.md").expect(0)
        markdown = project.read("out.md")
        assert markdown == project.run("sessions", "export", identity).expect(0).out
        for text in ("fix the parser", "Call of shell:", '"command": "rm -rf x"', "did not happen", "Fixed it."):
            assert text in markdown, (text, markdown)
        assert "\x1b" not in markdown
        project.run("sessions", "export", identity, "a.txt").expect(1, "a.txt is there already")
        project.run("sessions", "show", "ffff").expect(1, "there is no session ffff")
        project.run("sessions", "delete").expect(2, "thoth sessions list")
        project.run("sessions", "delete", identity).expect(2, "give --yes")
        with ModelServer(then_waits()) as server:
            project.use(server)
            process = project.start("-c", "-p", "go on")
            server.wait_for_chats(1)
            project.run("sessions", "delete", identity, "--yes").expect(1, "is open in another thoth")
            end(process)
        project.run("sessions", "delete", identity, "--yes").expect(0)
        assert project.sessions() == []
        assert "there is no session" in project.run("sessions").expect(0).out


def test_a_prompt_without_an_answer_comes_back():
    with Project() as project:
        with ModelServer(then_waits()) as server:
            project.use(server)
            process = project.start("-p", "never answered")
            server.wait_for_chats(1)
            end(process)
        run = project.run("-c", "--plain", stdin="/quit\n").expect(0)
        assert "An empty line sends this again" in run.out and "never answered" in run.out, run
        with ModelServer(says("At last.")) as server:
            project.use(server)
            project.run("-c", "--plain", stdin="\n/quit\n").expect(0)
        assert [m["content"] for m in server.chats[0].messages[1:]] == ["never answered"]
        with ModelServer(says("Fine.")) as server:
            project.use(server)
            project.run("-c", "-p", "and now").expect(0)
        assert [m["content"] for m in server.chats[0].messages[1:]] == ["never answered", "At last.", "and now"]


def test_the_system_prompt_stays_the_same():
    with Project({"a.txt": ""}) as project:
        def system(prompt, *flags):
            with ModelServer(says("Yes.")) as server:
                project.use(server)
                project.run(*flags, "-p", prompt).expect(0)
            return server.chats[0].messages[0]["content"]
        first = system("one")
        project.write("b.txt", "")
        assert system("two", "-c") == first
        assert "b.txt" in system("of another session")
        project.write("AGENTS.md", "Write short names.\n")
        changed = system("three", "-c")
        assert "Write short names." in changed
        project.write("c.txt", "")
        assert system("four", "-c") == changed


def test_back_to_before_a_message():
    with Project({"a.txt": "one\n"}) as project:
        script = [says("Hello."),
                  calls(call("read_file", path="a.txt"), call("write_file", path="b.txt", content="new\n")),
                  calls(call("edit_file", path="a.txt", old_string="one", new_string="1")), says("Done."), says("Other.")]
        with ModelServer(*script) as server:
            project.use(server)
            run = project.run("--plain", "--mode", "accept-edits",
                              stdin="hi\nchange it\n/rewind\n/rewind 1\n1\nsomething else\n").expect(0)
        assert "[1]  " in run.out and "put back    a.txt" in run.out and "removed     b.txt" in run.out, run
        assert [m["content"] for m in server.chats[-1].messages[1:]] == ["hi", "Hello.", "something else"]
        assert {name: data for name, (_, data) in project.tree().items()} == {"a.txt": b"one\n"}
        with ModelServer(says("Yes.")) as server:
            project.use(server)
            project.run("-c", "-p", "still").expect(0)
        assert [m["content"] for m in server.chats[0].messages[1:]] == ["hi", "Hello.", "something else", "Other.", "still"]


def test_two_in_one_project_hear_of_each_other():
    with Project({"a.txt": "one\n"}) as project:
        script = [calls(call("read_file", path="a.txt")), says("It says one."), says("I see.")]
        with ModelServer(*script) as server:
            project.use(server)
            process = project.start("--plain", stdin=subprocess.PIPE)
            process.stdin.write(b"read a.txt\n")
            process.stdin.flush()
            server.wait_for_chats(2)
            time.sleep(0.2)  # the request ends
            with ModelServer(calls(call("read_file", path="a.txt")),
                             calls(call("edit_file", path="a.txt", old_string="one", new_string="two")), says("Done.")) as other:
                project.run("-p", "edit", "--mode", "accept-edits", env={"THOTH_BASE_URL": other.url}).expect(0)
            run = finish(process, "what does it say now?\n").expect(0)
        assert "changed since the model read it: a.txt" in run.out, run
        assert "Changed since you read it, and not by your edits: a.txt." in server.chats[2].messages[-1]["content"]


@alone
def test_ten_thousand_are_no_burden():
    with ModelServer(says("One."), says("Two.")) as server, Project(server=server) as project:
        project.run("-p", "first").expect(0)
        newest = project.sessions()[0]
        directory, text = newest.parent, newest.read_bytes()
        for number in range(500 if SANITIZED else 10_000):
            old = directory / f"20250101T{number // 3600:02}{number // 60 % 60:02}{number % 60:02}Z-{number:08x}.jsonl"
            old.write_bytes(text.replace(b'"at":"2', b'"at":"1'))
            os.utime(old, (1735689600 + number,) * 2)
        listed = project.run("sessions", "list").expect(0)
        last = project.run("-c", "-p", "second").expect(0, out="Two.\n")
        assert server.chats[1].messages[1]["content"] == "first", server.chats[1].messages
        assert last.seconds < listed.seconds / 2 + 0.15, f"{last.seconds:.2f} s, and the list of all took {listed.seconds:.2f} s"
        return f"-c {last.seconds:.2f} s, the list {listed.seconds:.2f} s"


def test_every_cut_goes_on():
    """A session with all that can happen in it, cut behind each record and in its middle: the next request is one that
    a strict server takes, and carries an account of what was cut."""
    script = [calls(call("read_file", path="a.txt"), call("shell", command="true"), text="I look."),
              calls(call("edit_file", path="a.txt", old_string="one", new_string="1")),
              calls(call("write_file", path="b.txt", content="new\n"), call("read_file", path="a.txt")), says("Done."),
              says("More."), says("Other.")]
    with ModelServer(*script) as server, Project({"a.txt": "one\n"}, server) as project:
        project.run("--plain", "--mode", "auto", stdin="do it\nmore\n/rename name\n/rewind 1 conversation\nother\n").expect(0)
        (file,) = project.sessions()
        whole = file.read_bytes()
        ends = [at + 1 for at, byte in enumerate(whole) if byte == ord("\n")]
        kinds = [json.loads(line)["t"] for line in whole.splitlines()]
        for kind in ("meta", "system", "user", "assistant", "intent", "result", "seen", "rewind", "about"):
            assert kind in kinds, (kind, kinds)
        first = kinds.index("user")
        cuts = 0
        for number, at in enumerate(ends[first:], first):
            for cut in (at, (at + ends[number + 1]) // 2 if number + 1 < len(ends) else at):
                file.write_bytes(whole[:cut])
                with ModelServer(says("I went on.")) as going_on:  # it complains about what a strict server refuses
                    project.use(going_on)
                    project.run("-c", "-p", "go on").expect(0, out="I went on.\n")
                told = [m["content"] for m in going_on.chats[0].messages if m["role"] == "tool"]
                if kinds[number] == "intent":
                    assert any("interrupted" in text or "happened" in text for text in told), (number, told)
                cuts += 1
    return f"{cuts} cuts"
