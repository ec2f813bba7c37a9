"""Who is asked, what a yes covers, and what is kept of it."""

import json
import os

from harness import Project, mode_of
from model_server import ModelServer, call, calls, says
from terminal import Terminal


def write(path, content="new\n"):
    return calls(call("write_file", path=str(path), content=content))


def test_always_is_kept_for_the_project_and_taken_back_by_reset():
    with ModelServer(write("a.txt"), says("One."), write("b.txt"), says("Two.")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "write a") as terminal:
            terminal.wait_for("[a] always in this project (edit:./)")
            terminal.wait_for("and stop: ")
            terminal.enter("a")
            assert terminal.finish() == 0, terminal.screen
        file = project.state_of_project / "allow.json"
        kept = json.loads(file.read_text())
        assert (kept["version"], kept["project"]) == (1, str(project.path)), kept
        assert [grant["key"] for grant in kept["grants"]] == ["edit:./"], kept
        assert (mode_of(file), mode_of(file.parent)) == (0o600, 0o700)
        project.run("-p", "write b").expect(0, "write_file b.txt", out="Two.\n")
        listed = project.run("--plain", stdin="/allow\n/allow reset\n/allow\n/quit\n").expect(0).out
        assert listed.index("edit:./ (since ") < listed.index("all grants are gone") < listed.index("nothing is always allowed")
        server.script = [write("c.txt"), says("Three.")]
        project.run("-p", "write c").expect(3)
        assert sorted(project.tree()) == ["a.txt", "b.txt"]


def test_always_is_not_offered_for_commands():
    with ModelServer(calls(call("shell", command="touch ran")), says("No.")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "run") as terminal:
            question = terminal.wait_for("and stop: ")
            assert "[y]" in question and "[a]" not in question, question
            terminal.enter("a")
            terminal.wait_for("and stop: ")  # not understood, so it is asked again
            terminal.enter("s")
            assert terminal.finish() == 3
        assert project.tree() == {}


def asks(reply, *arguments, files=None):
    """Whether a run without a terminal was denied something; it must change nothing then."""
    with ModelServer(reply, says("Done.")) as server, Project(files, server) as project:
        before = project.tree()
        run = project.run("-p", "go", *arguments)
        assert run.code in (0, 3), run
        if run.code == 3:
            assert project.tree() == before
        return run.code == 3


def test_protected_files_ask_in_every_mode():
    for mode in ("manual", "accept-edits", "auto"):
        for name in (".git/config", "AGENTS.md", ".github/workflows/x.yml", "sub/.envrc"):
            assert asks(write(name), "--mode", mode), f"{name} was written in mode {mode}"


def test_secret_files_ask_in_every_mode():
    for mode in ("manual", "accept-edits", "auto"):
        for wanted in (call("read_file", path=".env"), call("write_file", path="id_rsa", content="x")):
            assert asks(calls(wanted), "--mode", mode, files={".env": "KEY=1\n"}), f"{wanted} in mode {mode}"


def test_paths_outside_ask_in_every_mode():
    for mode in ("manual", "accept-edits", "auto"):
        assert asks(calls(call("read_file", path="/etc/hostname")), "--mode", mode)
        assert asks(write("../outside.txt"), "--mode", mode)


def test_accept_edits_covers_ordinary_files_and_no_commands():
    assert not asks(write("sub/a.txt"), "--mode", "accept-edits")
    assert asks(calls(call("shell", command="touch ran")), "--mode", "accept-edits")


def test_auto_asks_nothing_ordinary_and_says_so():
    run = calls(call("shell", command="echo ran > ran.txt"))
    with ModelServer(run, says("Done.")) as server, Project(server=server) as project:
        project.run("-p", "go", "--mode", "auto").expect(0, "warning: mode auto", "without a question", "$ echo ran")
        assert project.read("ran.txt") == "ran\n"


def test_plan_is_refused_for_now():
    with ModelServer() as server, Project(server=server) as project:
        project.run("-p", "go", "--mode", "plan").expect(2, "plan is not part of this version", "accept-edits")
        assert not server.chats


def test_reading_in_the_project_asks_nothing():
    wanted = [call("read_file", path="a.txt"), call("list_dir"), call("glob", pattern="*.txt"), call("grep", pattern="one")]
    assert not asks(calls(*wanted), files={"a.txt": "one\n"})


def test_nothing_below_the_state_directory_is_for_others():
    with ModelServer(write("a.txt"), says("One.")) as server, Project(server=server) as project:
        with with_umask_zero(project) as terminal:
            terminal.wait_for("and stop: ")
            terminal.enter("a")
            assert terminal.finish() == 0, terminal.screen
        left = sorted(project.state.rglob("*"))
        assert any(file.name == "allow.json" for file in left) and any(file.suffix == ".jsonl" for file in left), left
        for file in (project.state, *left):
            assert mode_of(file) & 0o077 == 0, f"{file}: {mode_of(file):o}"


def with_umask_zero(project):
    before = os.umask(0)
    try:
        return Terminal(project, "-p", "go")
    finally:
        os.umask(before)


def test_commands_do_not_see_the_key():
    run = calls(call("shell", command="env"))
    with ModelServer(run, says("Done.")) as server, Project(server=server) as project:
        project.run("-p", "go", "--mode", "auto", env={"THOTH_API_KEY": "sk-very-secret"}).expect(0)
        assert "PATH=" in server.chats[1].results[0] and "sk-very-secret" not in server.chats[1].results[0]
