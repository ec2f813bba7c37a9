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
            terminal.wait_for("[a] always in this project (changes of files in this project)")
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
        assert listed.index("edit:./ ") < listed.index("all grants are gone") < listed.index("nothing is always allowed")
        server.script = [write("c.txt"), says("Three.")]
        project.run("-p", "write c").expect(3)
        assert sorted(project.tree()) == ["a.txt", "b.txt"]


def run_command(line):
    return calls(call("shell", command=line))


def test_grants_of_commands():
    """`a` covers the programs of the line, no other, and thoth allow shows and takes back."""
    script = [run_command("ls && touch ran"), says("One.")]
    with ModelServer(*script) as server, Project(server=server) as project:
        with Terminal(project, "-p", "run") as terminal:
            question = terminal.wait_for("and stop: ")
            assert "the program ls the program touch" in " ".join(question.split()), question
            terminal.enter("a")
            assert terminal.finish() == 0, terminal.screen
        assert list(project.tree()) == ["ran"]
        server.script = [run_command("touch again; ls"), says("Two.")]
        project.run("-p", "run").expect(0, "$ touch again; ls", out="Two.\n")
        for line in ("ls && rm ran", "ls | sh", "touch x; cat ran", "ls $(id)"):
            server.script = [run_command(line), says("No.")]
            project.run("-p", "run").expect(3, "no terminal to ask on")
        assert sorted(project.tree()) == ["again", "ran"]
        listed = project.run("allow").expect(0).out
        assert "shell:ls" in listed and "the program touch" in listed, listed
        project.run("allow", "remove", "shell:ls").expect(0, out="shell:ls is no longer granted\n")
        project.run("allow", "remove", "shell:ls").expect(1, "granted are: shell:touch")
        project.run("allow", "reset").expect(0)
        project.run("allow", "list").expect(0, out="nothing is always allowed in this project\n")


def test_always_is_not_offered_where_it_is_asked_every_time():
    with ModelServer(run_command("rm -f ran"), says("No.")) as server, Project(server=server) as project:
        with Terminal(project, "-p", "run") as terminal:
            question = terminal.wait_for("and stop: ")
            assert "[y]" in question and "[a]" not in question, question
            terminal.enter("a")
            terminal.wait_for("and stop: ")  # not understood, so it is asked again
            terminal.enter("s")
            assert terminal.finish() == 3
        assert project.tree() == {}


RULES = """
[[permissions]]
deny = "shell:git push *"
reason = "others work there"
match = ["git push --force", "git -C x push"]
no_match = ["git status"]

[[permissions]]
allow = "shell:touch *"

[[permissions]]
deny = "edit:vendor/**"
match = ["vendor/a.c"]
no_match = ["a.c"]
"""


def test_rules():
    """Rules of config.toml decide first, and are named; those of a project can only deny."""
    with ModelServer() as server, Project({".thoth/config.toml": '[[permissions]]\nallow = "shell:*"\n'}, server) as project:
        config = project.state / "config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text((config.read_text() if config.exists() else "") + RULES)
        server.script = [run_command("touch ran"), says("Done.")]
        project.run("-p", "go").expect(0, "allowed by the rule in config.toml:", "a project can deny, not allow")
        server.script = [run_command("touch a; git -C . push origin"), says("No.")]
        project.run("-p", "go", "--mode", "auto").expect(3, "others work there")
        server.script = [write("vendor/x.c"), says("No.")]
        project.run("-p", "go", "--mode", "auto").expect(3, "deny edit:vendor/**")
        assert "ran" in project.tree() and "a" not in project.tree()
        checked = project.run("policy", "check").expect(0).out
        assert "3 rules, 5 examples, 0 not as they should be" in checked, checked
        explained = project.run("policy", "explain", "timeout 5 git push").expect(0).out
        assert "is refused" in explained and "config.toml:" in explained and "others work there" in explained, explained
        config.write_text(config.read_text().replace('no_match = ["git status"]', 'no_match = ["git push"]'))
        project.run("policy", "check").expect(1)


def test_policy_explain_says_what_decides():
    with ModelServer() as server, Project(server=server) as project:
        explained = project.run("policy", "explain", "ls && rm -rf x").expect(0).out
        assert "shell:ls" in explained and "asks" in explained and "because rm" in explained, explained
        assert "runs without a question" in project.run("policy", "explain", "--mode", "plan", "git status").expect(0).out
        project.run("policy", "explain").expect(2)
        project.run("policy", "explain", "--mode", "fast", "ls").expect(2, "there is no mode")


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
        project.run("-p", "go", "--mode", "auto").expect(0, "warning: mode auto asks only for", "$ echo ran")
        assert project.read("ran.txt") == "ran\n"


def test_plan_mode():
    """Nothing changes until the plan is accepted; then it is carried out in the mode that was chosen."""
    refused = [write("a.txt"), run_command("touch ran"), run_command("ls"), says("I would write a.txt.")]
    with ModelServer(*refused) as server, Project(server=server) as project:
        run = project.run("-p", "go", "--mode", "plan").expect(3, "plan mode changes nothing", "plan mode runs only")
        assert run.out == "I would write a.txt.\n" and project.tree() == {}, run
        assert "(Plan mode: change nothing." in json.dumps(server.chats[0].messages), server.chats[0].messages
        server.script = [says("I would write a.txt."), write("a.txt"), says("Done.")]
        with Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter("/plan")
            terminal.wait_for("mode plan")
            terminal.enter("go")
            terminal.wait_for("keep planning: ")
            terminal.enter("y")
            terminal.wait_for("Done.")
            terminal.enter("/quit")
            assert terminal.finish() == 0, terminal.screen
        assert project.read("a.txt") == "new\n"


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
