"""What a request ends with: a line on what thoth saw, whatever the model says of its work."""

from harness import Project
from model_server import ModelServer, call, calls, says

FILES = {"a.c": "one\n", "make": "exit 0\n"}
EDIT = [call("read_file", path="a.c"), call("edit_file", path="a.c", old_string="one", new_string="two")]


def test_a_request_ends_with_what_was_seen():
    steps = calls(*EDIT, call("shell", command="sh make"), call("shell", command="rm a.o"))
    with ModelServer(steps, says("I changed nothing."), says("Fine.")) as server, Project(FILES, server) as project:
        run = project.run("--plain", "--mode", "accept-edits", stdin="go\ny\ns\nthanks\n").expect(0)
        (line,) = [line for line in run.out.splitlines() if line.startswith("seen: ")]
        assert line == "seen: changed a.c; sh make passed; 1 step did not happen: rm a.o", line
        assert len(server.chats) == 3, "nobody was asked for a check that was made"


def test_in_a_single_run_it_stands_beside_the_answer():
    with ModelServer(calls(*EDIT), says("I changed nothing."), says("I cannot.")) as server, Project(FILES, server) as project:
        run = project.run("-p", "go", "--mode", "accept-edits").expect(0, out="I cannot.\n")
        assert "\nseen: changed a.c; nothing was run after the last change\n" in run.err, run.err
        assert "I changed nothing." in run.err, run.err
        assert server.chats[2].messages[-1]["role"] == "user" and "ran nothing since" in server.chats[2].messages[-1]["content"]


def test_what_was_seen_stays_in_the_session():
    files = {**FILES, "make": "exit 3\n"}
    with ModelServer(calls(*EDIT, call("shell", command="sh make")), says("Done.")) as server, Project(files, server) as project:
        project.run("-p", "go", "--mode", "auto").expect(0)
        seen = [record.get("observed") for record in project.records("result")]
        assert seen[0] is None, seen
        (file,) = seen[1]["files"]
        assert (file["path"], file["how"]) == ("a.c", "changed"), file
        assert seen[2]["command"] == {"line": "sh make", "end": "exited", "number": 3, "check": True}, seen
