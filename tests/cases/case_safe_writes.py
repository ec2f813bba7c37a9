"""Links and other people's changes: nothing is written where it was not meant, or over what nobody saw."""

import os

from harness import Project
from model_server import ModelServer, call, calls, says
from terminal import Terminal


def edit(path, new="two\n"):
    return [calls(call("read_file", path=path)), calls(call("edit_file", path=path, old_string="one\n", new_string=new))]


def test_a_link_out_of_the_project_asks_for_where_it_leads():
    with ModelServer(*edit("link.txt"), says("Not done.")) as server, Project(server=server) as project:
        outside = project.base / "outside.txt"
        outside.write_text("one\n")
        (project.path / "link.txt").symlink_to(outside)
        with Terminal(project, "-p", "go", "--mode", "accept-edits") as terminal:
            terminal.wait_for(f"Read {outside}?")
            terminal.wait_for("outside of the project")
            terminal.wait_for("and stop: ")
            terminal.enter("y")
            terminal.wait_for(f"Write {outside}?")
            terminal.wait_for("and stop: ")
            terminal.enter("s")
            assert terminal.finish() == 3
        assert outside.read_text() == "one\n"


def test_a_link_inside_stays_a_link():
    with ModelServer(*edit("link.txt"), says("Done.")) as server, Project({"a.txt": "one\n"}, server) as project:
        (project.path / "link.txt").symlink_to("a.txt")
        project.run("-p", "go", "--mode", "accept-edits").expect(0)
        assert project.read("a.txt") == "two\n" and (project.path / "link.txt").is_symlink()


def answered_after(change, *more):
    """An edit of a.txt, with `change(project)` made while its question is open; the result and the project's file."""
    with ModelServer(*edit("a.txt"), says("Not done.")) as server, Project({"a.txt": "one\n"}, server) as project:
        with Terminal(project, "-p", "go", *more) as terminal:
            terminal.wait_for("Write a.txt?")
            terminal.wait_for("and stop: ")
            change(project)
            terminal.enter("y")
            assert terminal.finish() == 0, terminal.screen
        return server.chats[2].results[0], project.base, project.tree()


def test_a_file_that_changed_while_the_question_was_open_is_left_alone():
    result, _, tree = answered_after(lambda project: project.write("a.txt", "somebody else was here\n"))
    assert "changed" in result and "nothing was written" in result, result
    assert tree["a.txt"][1] == b"somebody else was here\n" and list(tree) == ["a.txt"]


def test_a_file_that_was_removed_while_the_question_was_open_is_not_made_again():
    result, _, tree = answered_after(lambda project: (project.path / "a.txt").unlink())
    assert "removed" in result or "somewhere else" in result, result
    assert not tree


def test_a_link_put_there_while_the_question_was_open_is_not_followed():
    kept = {}

    def change(project):
        (project.base / "outside.txt").write_text("one\n")
        (project.path / "a.txt").unlink()
        (project.path / "a.txt").symlink_to(project.base / "outside.txt")
        kept["outside"] = os.open(project.base / "outside.txt", os.O_RDONLY)

    result, _, _ = answered_after(change)
    assert "somewhere else" in result, result
    assert os.pread(kept["outside"], 100, 0) == b"one\n"
    os.close(kept["outside"])


def test_a_new_file_that_somebody_made_first_is_kept():
    with ModelServer(calls(call("write_file", path="new.txt", content="mine\n")), says("Not done.")) as server, \
            Project(server=server) as project:
        with Terminal(project, "-p", "go") as terminal:
            terminal.wait_for("Write new.txt?")
            terminal.wait_for("and stop: ")
            project.write("new.txt", "theirs\n")
            terminal.enter("y")
            assert terminal.finish() == 0, terminal.screen
        assert "created by someone else" in server.chats[1].results[0], server.chats[1].results
        assert project.read("new.txt") == "theirs\n"


def test_a_file_not_read_is_not_overwritten():
    with ModelServer(calls(call("write_file", path="a.txt", content="x\n")), says("Not done.")) as server, \
            Project({"a.txt": "one\n"}, server) as project:
        project.run("-p", "go", "--mode", "auto").expect(0)
        assert "read" in server.chats[1].results[0] and project.read("a.txt") == "one\n"


def test_permission_bits_and_line_endings_stay():
    script = [calls(call("read_file", path="run.sh")),
              calls(call("edit_file", path="run.sh", old_string="echo one", new_string="echo two")), says("Done.")]
    with ModelServer(*script) as server, Project({"run.sh": "#!/bin/sh\r\necho one\r\n"}, server) as project:
        (project.path / "run.sh").chmod(0o751)
        project.run("-p", "go", "--mode", "accept-edits").expect(0)
        mode, data = project.tree()["run.sh"]
        assert (mode & 0o7777, data) == (0o751, b"#!/bin/sh\r\necho two\r\n")
