"""A disk that is full, or read-only: the old file stays whole, the model is told why, and the run goes on."""

import contextlib
import random
import subprocess

from harness import Project, Skip
from model_server import ModelServer, call, calls, says

LARGE = "".join(f"line {number} of a file that fills more than half of a small disk\n" for number in range(10_000))


@contextlib.contextmanager
def small_disk(path, options="size=1m"):
    """A file system in memory at `path`; only root can have one."""
    path.mkdir(parents=True, exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", path], capture_output=True).returncode != 0:
        raise Skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", path], check=True)


def edit():
    return [calls(call("read_file", path="a.txt", limit=1)),
            calls(call("edit_file", path="a.txt", old_string="line 0 of", new_string="LINE 0 of")), says("It failed.")]


def result_of_the_edit(project, server, code=0):
    project.run("-p", "go", "--mode", "accept-edits").expect(code)
    return server.chats[2].results[-1]


def test_a_full_project_disk_leaves_the_old_file_whole():
    with ModelServer(*edit()) as server, Project(server=server) as project, small_disk(project.path):
        project.write("a.txt", LARGE)
        assert "No space left on device" in result_of_the_edit(project, server)
        assert list(project.tree()) == ["a.txt"] and project.read("a.txt") == LARGE
        project.run("undo").expect(1, "there is nothing to undo")


def test_a_full_state_disk_refuses_the_change():
    chance = random.Random(1)
    text = "line 0 of\n" + "".join(f"{chance.getrandbits(200):x}\n" for _ in range(4000))  # nothing can compress it much
    with ModelServer(*edit()) as server, Project({"a.txt": text}, server) as project, small_disk(project.state, "size=64k"):
        result = result_of_the_edit(project, server, 3)
        assert "No space left on device" in result and "--no-undo" in result and "edit_file" in result, result
        assert project.read("a.txt") == text


def test_a_read_only_project_says_so():
    with ModelServer(*edit()) as server, Project(server=server) as project, small_disk(project.path):
        project.write("a.txt", "line 0 of one\n")
        subprocess.run(["mount", "-o", "remount,ro", project.path], check=True)
        assert "Read-only file system" in result_of_the_edit(project, server)
        assert project.read("a.txt") == "line 0 of one\n"
