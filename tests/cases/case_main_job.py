"""The main job: a project of more than 200 files, a fault in one of them, a model that finds and
mends it with the tools, and a person who is asked."""

import fcntl
import os
import pathlib
import shutil
import subprocess
import tempfile

from harness import Project, Skip, hunks, hunks_on_screen
from model_server import ModelServer, call, calls, says
from terminal import Terminal

MODULES = 70  # three files each

FAULT = "    if (count > unit_limit_41()) return -1;\n    return total / count + 1;\n"
MENDED = FAULT.replace("total / count + 1", "total / count")


def unit(number):
    name = f"unit_{number:02}"
    body = FAULT.replace("limit_41", f"limit_{number:02}")
    body = body if number == 41 else body.replace(" + 1", "")
    guard = name.upper() + "_H"
    header = f"#ifndef {guard}\n#define {guard}\nint unit_limit_{number:02}(void);\nint {name}_mean(int total, int count);\n#endif\n"
    source = (f'#include "{name}.h"\n\n/* The most values of one series of {name}. */\n'
              f"int unit_limit_{number:02}(void) {{\n    return {100 + number};\n}}\n\n"
              f"int {name}_mean(int total, int count) {{\n    if (count <= 0) return -1;\n{body}}}\n")
    check = f"{name} {'21 4 5' if number == 41 else '20 4 5'}\n"
    return {f"src/{name}.h": header, f"src/{name}.c": source, f"tests/{name}.txt": check}


# The project's own check: every mean is a plain quotient. It needs nothing but sh and grep.
CHECK = """#!/bin/sh
bad=$(grep -l 'count + 1' src/*.c)
if [ -n "$bad" ]; then echo "wrong mean in $bad"; exit 1; fi
echo "checked $(ls src/*.c | wc -l) units"
"""


def c_project():
    files = {"check.sh": CHECK, "README.md": "# units\n\nMeans of series. `sh check.sh` checks them.\n"}
    for number in range(MODULES):
        files |= unit(number)
    return files


class Job:
    """What the scripted model does to one project."""

    def __init__(self, name, old, new, pattern, check, expected):
        self.name, self.old, self.new, self.pattern, self.check, self.expected = name, old, new, pattern, check, expected

    def steps(self):
        return [calls(call("grep", pattern=self.pattern), text="I will look for it."),
                calls(call("read_file", path=self.name)),
                calls(call("edit_file", path=self.name, old_string=self.old, new_string=self.new), text="Found it."),
                calls(call("shell", command=self.check)),
                says(f"The mean in {self.name} is right again; the check passes.")]


JOB = Job("src/unit_41.c", "total / count + 1", "total / count", r"count \+ 1", "sh check.sh", f"checked {MODULES} units")
TASK = "One of the means is wrong. Find it, mend it, run the check."


def check_result(project, server, job, screen):
    found, seen, edited, checked = (request.results[0] for request in server.chats[1:])
    assert job.name + ":" in found, found
    assert job.old in seen, seen
    assert "edited" in edited, edited
    assert job.expected in checked, checked
    shown, real = hunks_on_screen(screen), hunks(project.git("diff", "-U2"))
    assert real and shown == real, f"shown:\n{shown}\ngit diff:\n{real}"


def mend_in_one_shot(files, job):
    with ModelServer(*job.steps()) as server, Project(files, server) as project:
        project.commit()
        with Terminal(project, "-p", TASK) as terminal:
            terminal.wait_for("Write " + job.name)
            assert project.git("status", "--porcelain") == "", "changed before the answer"
            terminal.enter("y")
            terminal.wait_for("Run this command?")
            terminal.enter("y")
            assert terminal.finish(60) == 0, terminal.screen
        assert "the check passes." in terminal.screen
        check_result(project, server, job, terminal.screen)


def mend_in_line_mode(files, job):
    with ModelServer(*job.steps()) as server, Project(files, server) as project:
        project.commit()
        with Terminal(project, "--plain") as terminal:
            terminal.wait_for("> ")
            terminal.enter(TASK)
            terminal.wait_for("Write " + job.name)
            terminal.enter("y")
            terminal.wait_for("$ " + job.check)
            terminal.wait_for("Run this command?")
            terminal.enter("y")
            terminal.wait_for("the check passes.", 60)
            terminal.wait_for("> ")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        check_result(project, server, job, terminal.screen)


def test_one_shot_mends_a_fault_and_shows_what_git_shows():
    mend_in_one_shot(c_project(), JOB)
    return f"{len(c_project())} files"


def test_line_mode_mends_a_fault_and_shows_what_git_shows():
    mend_in_line_mode(c_project(), JOB)


def test_no_leaves_the_tree_as_it_was_and_ends_the_turn():
    with ModelServer(*JOB.steps()[:3], says("Then I leave it.")) as server, Project(c_project(), server) as project:
        before = project.tree()
        with Terminal(project, "-p", TASK) as terminal:
            terminal.wait_for("Write src/unit_41.c?")
            terminal.enter("n")
            assert terminal.finish() == 3, terminal.screen
        assert project.tree() == before
        assert len(server.chats) == 3, "a request was sent after the no"
        (record,) = (r for r in project.records("result") if r["tool"] == "edit_file")
        assert record["text"].startswith("did not happen"), record
        project.run("-c", "-p", "go on").expect(0, out="Then I leave it.\n")
        assert any(m["role"] == "tool" and m["content"].startswith("did not happen") for m in server.chats[3].messages)


def test_skip_goes_on_without_the_step():
    script = [*JOB.steps()[:3], says("The edit did not happen.")]
    with ModelServer(*script) as server, Project(c_project(), server) as project:
        before = project.tree()
        with Terminal(project, "-p", TASK) as terminal:
            terminal.wait_for("Write src/unit_41.c?")
            terminal.enter("s")
            assert terminal.finish() == 3, terminal.screen
        assert project.tree() == before
        assert server.chats[3].results[0].startswith("did not happen"), server.chats[3].results
        assert "The edit did not happen." in terminal.screen


def test_after_no_the_calls_behind_it_do_not_happen_either():
    both = calls(call("write_file", path="new.txt", content="new\n"), call("shell", command="touch ran"))
    with ModelServer(both, says("Nothing was done.")) as server, Project({"a.txt": "a\n"}, server) as project:
        with Terminal(project, "--plain", "do both") as terminal:
            terminal.wait_for("Write new.txt?")
            terminal.enter("n")
            terminal.wait_for("2 steps did not happen: write_file new.txt, shell\n")
            assert len(server.chats) == 1
            terminal.enter("and now?")
            terminal.wait_for("Nothing was done.")
            terminal.enter("/quit")
            assert terminal.finish() == 0
        assert sorted(project.tree()) == ["a.txt"]
        results = [m["content"] for m in server.chats[1].messages if m["role"] == "tool"]
        assert len(results) == 2 and all(text.startswith("did not happen") for text in results), results


# --- A project that others wrote -----------------------------------------------------------------


def real_sources():
    """The files of lodash, or the skip that says why not."""
    if not os.environ.get("THOTH_CASES_REAL"):
        raise Skip("only with --real or in CI")
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "thoth-tests"
    cache.mkdir(parents=True, exist_ok=True)
    kept = cache / "lodash"
    with open(cache / "lodash.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (kept / "package.json").is_file():
            fetch_package("lodash@4.17.21", kept)
    files = {str(f.relative_to(kept)): f.read_bytes() for f in kept.rglob("*") if f.is_file()}
    if len(files) < 200:
        raise Skip(f"the package has only {len(files)} files")
    return files


def fetch_package(name, target):
    if not shutil.which("npm"):
        raise Skip("there is no npm to fetch a real project with")
    with tempfile.TemporaryDirectory(dir=target.parent) as directory:
        fetched = subprocess.run(["npm", "pack", "--silent", name], cwd=directory, capture_output=True, timeout=60)
        if fetched.returncode != 0:
            raise Skip("npm could not fetch a real project")
        (archive,) = pathlib.Path(directory).glob("*.tgz")
        subprocess.run(["tar", "-xzf", archive], cwd=directory, check=True)
        (pathlib.Path(directory) / "package").rename(target)


# The mean of lodash is its sum through its length; the check runs its own code.
def real_job():
    check = "node -e \"require('assert').equal(require('./mean.js')([4, 6]), 5)\" && echo the mean is right"
    return Job("_baseMean.js", "(baseSum(array, iteratee) / length + 1)", "(baseSum(array, iteratee) / length)",
               r"/ length \+ 1", check, "the mean is right")


def broken_real_sources():
    files, job = real_sources(), real_job()
    text = files[job.name].decode()
    assert job.new in text
    files[job.name] = text.replace(job.new, job.old).encode()
    return files


def test_real_project_in_one_shot():
    files = broken_real_sources()
    mend_in_one_shot(files, real_job())
    return f"{len(files)} files"


def test_real_project_in_line_mode():
    mend_in_line_mode(broken_real_sources(), real_job())
