#!/usr/bin/env python3
"""How far a small window carries: one recorded task (30 reads, 10 edits) with a window of 16k tokens.

Prints a Markdown table: requests, tokens that were sent, tokens that a server with a prompt cache had to read
(all behind the part that begins like the request before), and how often the conversation was shortened. Beside it the
same for a window that holds everything. A token is four bytes of the request here. scripts/bench starts this.
"""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/cases"))
os.environ.setdefault("THOTH_PROGRAM", str(ROOT / "build/release/src/app/thoth"))

from harness import Project  # noqa: E402
from model_server import ModelServer, call, calls, says  # noqa: E402

READS, EDITS = 30, 10
FILES = {f"src/part_{number}.c": "".join(f"int value_{number}_{line} = {line};\n" for line in range(60))
         for number in range(READS)}


def task():
    """The calls of the model, one a reply."""
    for number in range(READS):
        yield call("read_file", path=f"src/part_{number}.c")
        if number % (READS // EDITS) == 0:
            yield call("edit_file", path=f"src/part_{number}.c", old_string=f"value_{number}_7 = 7;",
                       new_string=f"value_{number}_7 = 8;")


class Model:
    """Makes the next call of the task, unless it is asked for a summary."""

    def __init__(self):
        self.left, self.summaries = task(), 0

    def __call__(self, exchange):
        last = exchange.request.messages[-1]
        if last["role"] == "user" and "Write the summary now" in last["content"]:
            self.summaries += 1
            return says("Goal: set value 7 to 8 in every third file. Done: the files named above. Found: each file has 60 "
                        "lines, value_N_7 is in line 8. Open: nothing. Next: the next file.")(exchange)
        one = next(self.left, None)
        return (says("Done.") if one is None else calls(one))(exchange)


def tokens_read(bodies):
    """Of each request what does not begin like the one before it, in tokens."""
    before, read = b"", 0
    for body in bodies:
        same = next((at for at, (old, new) in enumerate(zip(before, body)) if old != new), min(len(before), len(body)))
        read += len(body) - same
        before = body
    return read // 4


def run(window):
    model = Model()
    with ModelServer(*[model] * 200) as server, Project(FILES, server) as project:
        project.env["THOTH_CONTEXT_WINDOW"] = str(window)
        project.run("-p", "Set value 7 to 8 in every third file.", "--mode", "accept-edits", "--max-turns", "120").expect(0)
        edited = sum(" = 8;\nint" in project.read(name) and "_7 = 8;" in project.read(name) for name in FILES)
        if edited != EDITS:
            raise SystemExit(f"{edited} of {EDITS} files were edited")
        # As a prompt cache sees it: tools and system first, then the messages.
        bodies = [json.dumps([chat.json["tools"] if "tools" in chat.json else [], chat.messages]).encode() for chat in server.chats]
    return len(bodies), sum(map(len, bodies)) // 4, tokens_read(bodies), model.summaries


def prefix_breaks(turns):
    """A session of so many prompts, each with a read of its own: what /status says of its requests."""
    def answer(exchange):
        number = sum(message["role"] == "user" for message in exchange.request.messages) - 1
        if exchange.request.messages[-1]["role"] == "user":
            calls(call("read_file", path=f"src/part_{number % READS}.c", offset=1 + number, limit=5))(exchange)
        else:
            says(f"Part {number} is as it should be.")(exchange)
    with ModelServer(*[answer] * 2 * turns) as server, Project(FILES, server) as project:
        script = "".join(f"look at part {number}\n" for number in range(turns)) + "/status\n"
        run = project.run("--plain", stdin=script).expect(0)
        (line,) = [line for line in run.out.splitlines() if line.startswith("prefix")]
        return len(server.chats), line.removeprefix("prefix").strip()


def main():
    print(f"\n### {READS} reads and {EDITS} edits, by the window\n")
    print("| window, tokens | requests | tokens sent | tokens to read again or anew | times shortened |")
    print("|--:|--:|--:|--:|--:|")
    for window in (16_384, 200_000):
        print(f"| {window} | " + " | ".join(str(figure) for figure in run(window)) + " |")
    requests, breaks = prefix_breaks(50)
    print(f"\nA session of 50 prompts, {requests} requests: {breaks}.")


if __name__ == "__main__":
    main()
