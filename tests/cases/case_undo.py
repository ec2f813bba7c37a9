"""Undo from the prompt and from the command line, without git and after a crash; what undo leaves alone."""

import os
import signal
import stat
import time

from harness import Project, end, mode_of
from model_server import ModelServer, call, calls, says, then_waits

FILES = {"a.txt": "one\ntwo\n", "run.sh": "#!/bin/sh\necho hi\n", "old/name.txt": "a name\n", "gone.txt": "to go\n"}


def all_changes():
    return [calls(call("read_file", path="a.txt"), call("read_file", path="run.sh"), call("read_file", path="gone.txt")),
            calls(call("edit_file", path="a.txt", old_string="two\n", new_string="2\n"),
                  call("edit_file", path="run.sh", old_string="hi", new_string="ho"),
                  call("write_file", path="new/deep/file.txt", content="new\n"),
                  call("move_file", **{"from": "old/name.txt", "to": "other/name.txt"}),
                  call("delete_file", path="gone.txt")),
            says("All is done.")]


def changed_project(server):
    project = Project(FILES, server)
    (project.path / "run.sh").chmod(0o750)
    before = project.tree()
    project.run("-p", "change all of it", "--mode", "accept-edits").expect(0)
    return project, before


def directories(project):
    return sorted(str(path.relative_to(project.path)) for path in project.path.rglob("*") if path.is_dir())


def test_the_command_puts_everything_back_and_forward_again():
    with ModelServer(*all_changes()) as server:
        project, before = changed_project(server)
        with project:
            after = project.tree()
            assert "gone.txt" not in after and after["other/name.txt"][1] == b"a name\n"
            listed = project.run("undo", "list").expect(0)
            assert "5 changes  change all of it" in listed.out, listed
            undone = project.run("undo").expect(0)
            for line in ("put back    a.txt", "put back    run.sh", "put back    gone.txt", "removed     new/deep/file.txt",
                         "moved back  other/name.txt -> old/name.txt"):
                assert line in undone.out, undone
            assert project.tree() == before and directories(project) == ["old"]
            project.run("undo").expect(1, "there is nothing to undo")
            redone = project.run("redo").expect(0)
            assert "moved       old/name.txt -> other/name.txt" in redone.out, redone
            assert project.tree() == after
            project.run("undo", "1").expect(0)
            assert project.tree() == before
            project.run("fsck").expect(0)


def test_what_someone_else_changed_is_left_alone_and_named():
    with ModelServer(*all_changes()) as server:
        project, before = changed_project(server)
        with project:
            project.write("a.txt", "one\n2\nand mine\n")
            undone = project.run("undo").expect(3)
            assert "LEFT ALONE  a.txt: it has another content by now" in undone.out, undone
            assert project.read("a.txt") == "one\n2\nand mine\n" and project.read("gone.txt") == "to go\n"
            project.run("undo", "show", "1", "a.txt", "was.txt").expect(0)
            assert project.read("was.txt") == "one\ntwo\n"


def test_a_request_without_changes_is_passed_over_and_undo_writes_nothing():
    with ModelServer(*all_changes(), says("An answer.")) as server:
        project, before = changed_project(server)
        with project:
            project.run("-p", "a question").expect(0)
            project.run("undo").expect(0)
            assert project.tree() == before
            stamps = {path: os.lstat(path).st_mtime_ns for path in project.path.rglob("*")}
            project.run("undo").expect(1)
            assert stamps == {path: os.lstat(path).st_mtime_ns for path in project.path.rglob("*")}


def test_at_the_prompt_it_tells_the_model_and_asks_for_a_new_read():
    edit = call("edit_file", path="a.txt", old_string="one\n", new_string="1\n")
    script = [calls(call("read_file", path="a.txt")), calls(edit), says("Edited."), calls(edit), says("Well.")]
    with ModelServer(*script) as server, Project({"a.txt": "one\n"}, server) as project:
        run = project.run("--mode", "accept-edits", stdin="edit it\n/undo\n/undo\nonce more\n/undo list\n")
        run.expect(0)
        assert "/undo takes back what this request changed in files" in run.out, run
        assert "put back    a.txt" in run.out and "there is nothing to undo" in run.out, run
        assert project.read("a.txt") == "one\n"
        told = server.chats[3].messages[-1]
        assert told["role"] == "user" and "took back" not in told["content"], told
        assert "undid the file changes" in told["content"] and "once more" in told["content"], told
        assert "was not read yet" in server.chats[4].results[-1], server.chats[4].results


def test_nothing_is_written_below_git():
    with ModelServer(*all_changes()) as server, Project(FILES, server) as project:
        project.commit()
        stamps = {path: os.lstat(path).st_mtime_ns for path in (project.path / ".git").rglob("*")}
        project.run("-p", "change all of it", "--mode", "accept-edits").expect(0)
        project.run("undo").expect(0)
        assert stamps == {path: os.lstat(path).st_mtime_ns for path in (project.path / ".git").rglob("*")}
        assert project.git("status", "--porcelain") == ""


def test_it_survives_a_kill_in_the_middle_of_a_request():
    script = all_changes()[:2] + [then_waits()]
    with ModelServer(*script) as server, Project(FILES, server) as project:
        (project.path / "run.sh").chmod(0o750)
        before = project.tree()
        process = project.start("-p", "change all of it", "--mode", "accept-edits")
        server.wait_for_chats(3)
        os.kill(process.pid, signal.SIGKILL)
        end(process)
        assert project.tree() != before
        project.run("undo").expect(0)
        assert project.tree() == before


def test_commands_of_the_request_are_listed_with_what_they_changed():
    script = [calls(call("read_file", path="a.txt"), call("read_file", path="gone.txt")),
              calls(call("edit_file", path="a.txt", old_string="one", new_string="1")),
              calls(call("shell", command="sed -i s/go/GO/ gone.txt")), says("Done.")]
    with ModelServer(*script) as server, Project(FILES, server) as project:
        project.run("-p", "go", "--mode", "auto").expect(0)
        assert "changed files that you had read: gone.txt" in server.chats[3].results[-1], server.chats[3].results
        undone = project.run("undo").expect(0)
        assert "$ sed -i s/go/GO/ gone.txt (changed gone.txt)" in undone.out, undone
        assert project.read("gone.txt") == "to GO\n" and project.read("a.txt") == "one\ntwo\n"


def test_a_change_that_cannot_be_undone_is_refused_in_a_single_run_unless_wanted():
    write = calls(call("write_file", path="b.txt", content="new\n"))
    with ModelServer(write, says("No."), write, says("Yes.")) as server, Project(server=server) as project:
        (project.base / "home/.thoth").mkdir(mode=0o700)
        (project.base / "home/.thoth/projects").write_text("a file is in the way\n")
        project.run("-p", "go", "--mode", "accept-edits").expect(3, "undo could not take it back")
        assert not (project.path / "b.txt").exists()
        project.run("-p", "go", "--mode", "accept-edits", "--no-undo").expect(0)
        assert project.read("b.txt") == "new\n"


def test_what_is_kept_is_for_the_owner_only():
    with ModelServer(*all_changes()) as server:
        project, _ = changed_project(server)
        with project:
            kept = list((project.state_of_project / "undo").rglob("*"))
            assert len(kept) > 4
            for path in [project.state_of_project / "undo", *kept]:
                assert mode_of(path) == (0o700 if path.is_dir() else 0o600), path


def test_fsck_names_what_is_damaged():
    with ModelServer(*all_changes()) as server:
        project, _ = changed_project(server)
        with project:
            project.run("fsck").expect(0)
            content = next((project.state_of_project / "undo/objects").iterdir())
            content.write_bytes(content.read_bytes()[:-1])
            found = project.run("fsck").expect(1)
            assert "DAMAGED  checkpoint" in found.out and "1 damaged" in found.out, found
            project.run("undo").expect(3)


def test_a_kill_during_undo_leaves_each_file_old_or_new():
    count = 0
    with ModelServer() as server:
        for delay in (0.002, 0.004, 0.006, 0.008, 0.012, 0.02):
            server.script = list(server.script) + all_changes()
            project, before = changed_project(server)
            with project:
                after = project.tree()
                process = project.start("undo")
                time.sleep(delay)
                os.kill(process.pid, signal.SIGKILL)
                end(process)
                for name, (mode, data) in project.tree().items():
                    known = [tree[name][1] for tree in (before, after) if name in tree]
                    assert data in known or ".thoth-" in name, f"{name} is half written"
                project.run("undo")
                left = {name: entry for name, entry in project.tree().items() if ".thoth-" not in name}
                assert left == before
                count += 1
    return f"{count} kills"
