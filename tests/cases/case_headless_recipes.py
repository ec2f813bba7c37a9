"""The recipes of docs/headless.md, as they stand there."""

import json
import re
import subprocess

from harness import PROGRAM, ROOT, Project
from model_server import ModelServer, call, calls, says

PRICED = """active = "p"
[profiles.p]
price_in = 3
price_out = 15
max_tokens = 100
"""


def recipe(name):
    """The block of shell behind the heading."""
    text = (ROOT / "docs/headless.md").read_text()
    found = re.search(rf"^### {re.escape(name)}\n.*?```sh\n(.*?)```", text, re.S | re.M)
    assert found, f"docs/headless.md has no recipe {name!r}"
    return found.group(1)


def follow(project, name, cwd=None, **variables):
    programs = project.base / "bin"
    programs.mkdir(exist_ok=True)
    if not (programs / "thoth").exists():
        (programs / "thoth").symlink_to(PROGRAM)
    env = {**project.env, "PATH": f"{programs}:{project.env['PATH']}", "GIT_CONFIG_NOSYSTEM": "1", **variables}
    return subprocess.run(["sh", "-e", "-c", recipe(name)], cwd=cwd or project.path, env=env, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=40)


def test_commit_message():
    with ModelServer(says("Greet the world\n\nIt was not greeted.")) as server, Project({"a.txt": "one\n"}, server) as project:
        project.commit()
        for key, value in (("user.name", "u"), ("user.email", "u@localhost")):
            project.git("config", key, value)
        project.write("a.txt", "two\n")
        project.git("add", "a.txt")
        done = follow(project, "A commit message from a diff")
        assert done.returncode == 0, done
        assert project.git("log", "-1", "--format=%B").strip() == "Greet the world\n\nIt was not greeted."
        assert "+two" in server.chats[0].messages[-1]["content"] and "tools" not in server.chats[0].json


def test_review():
    findings = {"findings": [{"file": "a.txt", "line": 1, "severity": "high", "text": "two is wrong"}]}
    with ModelServer(says(json.dumps(findings))) as server, Project({"a.txt": "one\n"}, server) as project:
        project.commit()
        project.write("a.txt", "two\n")
        done = follow(project, "A review as JSON", BASE="HEAD")
        assert done.returncode == 0, done
        assert json.loads(project.read("review.json")) == findings
        assert "+two" in server.chats[0].messages[-1]["content"]


def test_fix_until_tests_pass():
    edit = calls(call("read_file", path="a.c"), call("edit_file", path="a.c", old_string="one", new_string="two"))
    files = {"Makefile": "test:\n\t@grep -q two a.c\n", "a.c": "one\n"}
    with ModelServer(edit, calls(call("shell", command="make test")), says("Done.")) as server, Project(files, server) as project:
        project.configure(PRICED)
        done = follow(project, "Mend until the tests pass")
        assert done.returncode == 0 and "passed" in done.stdout, done
        assert project.read("a.c") == "two\n"
    with ModelServer(*[says("I cannot.")] * 3) as server, Project(files, server) as project:
        project.configure(PRICED)
        done = follow(project, "Mend until the tests pass")
        assert done.returncode == 1 and len(server.chats) == 3, done


def test_many_repositories():
    with ModelServer(*[says("A parser.")] * 3) as server, Project(server=server) as project:
        for name in ("one", "two", "three"):
            project.write(f"{name}/.git/HEAD", "ref: refs/heads/main\n")
        done = follow(project, "Many repositories at once")
        assert done.returncode == 0, done
        for name in ("one", "two", "three"):
            one = json.loads(project.read(f"{name}.json"))
            assert (one["subtype"], one["result"]) == ("success", "A parser."), one


def test_ci_job():
    with ModelServer(says('{"ok":false,"why":"the README tells another name"}'), says('{"ok":true,"why":""}')) as server:
        with Project({"README.md": "x\n"}, server) as project:
            done = follow(project, "A job of a CI server")
            assert done.returncode == 1 and "another name" in done.stdout, done
            done = follow(project, "A job of a CI server")
            assert done.returncode == 0, done
