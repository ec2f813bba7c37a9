"""Others who write the same files at the same time: no save of theirs is lost, and each clash is told."""

import os
import threading
import time

from harness import SLACK, Project
from model_server import ModelServer, call, calls, says

SECONDS = float(os.environ.get("THOTH_CONCURRENCY_SECONDS") or 4)  # a minute by hand


class Editor(threading.Thread):
    """Saves a file through a rename, again and again, each time with a line more; remembers its last save."""

    def __init__(self, path):
        super().__init__()
        self.path, self.saves, self.lost, self.stop = path, 0, 0, threading.Event()

    def run(self):
        while not self.stop.wait(0.1):
            # An editor works on what it has read: whoever wrote in between must be in it.
            text = self.path.read_text()
            mine = [line for line in text.splitlines() if line.startswith("editor ")]
            if mine != [f"editor {number}" for number in range(self.saves)]:
                self.lost += 1
            temporary = self.path.with_name(".editor-save")
            temporary.write_text("".join(f"editor {number}\n" for number in range(self.saves + 1)))
            # Between this look and the rename nothing of thoth's is in danger that counts here.
            os.rename(temporary, self.path)
            self.saves += 1


def rounds(count):
    """Reads and appends a line, again and again."""
    script = []
    for number in range(count):
        script.append(calls(call("read_file", path="shared.txt", limit=1),
                            call("write_file", path="shared.txt", content=f"agent {number}\n", append=True)))
    return script + [says("Done.")]


def test_an_editor_and_two_agents_lose_no_save():
    deadline = time.monotonic() + SECONDS
    limit = deadline + 20 * SLACK  # a slow program has to find a gap between two saves
    conflicts = writes = runs = 0
    with Project({"shared.txt": ""}) as project:
        editor = Editor(project.path / "shared.txt")
        editor.start()
        try:
            while time.monotonic() < deadline or (writes == 0 and time.monotonic() < limit):
                with ModelServer(*rounds(15)) as one, ModelServer(*rounds(15)) as two:
                    started = [project.start("-p", "go", "--mode", "accept-edits", "--max-turns", "40",
                                             env={"THOTH_BASE_URL": server.url, "THOTH_MODEL": "m"}) for server in (one, two)]
                    for process in started:
                        process.communicate(timeout=60 * SLACK)
                        assert process.returncode == 0, process.returncode
                    for server in (one, two):
                        results = [m["content"] for m in server.chats[-1].messages if m["role"] == "tool"]
                        writes += sum("appended" in result for result in results)
                        conflicts += sum("write_file:" in result for result in results)
                    runs += 2
        finally:
            editor.stop.set()
            editor.join()
        assert editor.lost == 0, f"{editor.lost} of {editor.saves} saves were lost"
        left = [name for name in os.listdir(project.path) if name not in ("shared.txt",)]
        assert left == [], left
        assert writes > 0, "nothing was written at all"
    return f"{runs} runs, {editor.saves} saves, {writes} appends, {conflicts} clashes told"


def test_a_writer_in_place_is_seen_at_the_next_look():
    script = [calls(call("read_file", path="a.txt")),
              calls(call("shell", command="printf 'in place\\n' | dd of=a.txt conv=notrunc 2>/dev/null")),
              calls(call("edit_file", path="a.txt", old_string="two", new_string="2")), says("Well.")]
    with ModelServer(*script) as server, Project({"a.txt": "one and more\ntwo\n"}, server) as project:
        project.run("-p", "go", "--mode", "auto").expect(0)
        assert "changed since it was read" in server.chats[3].results[-1], server.chats[3].results
        assert project.read("a.txt") == "in place\nore\ntwo\n"
