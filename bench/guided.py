#!/usr/bin/env python3
"""How many calls of a very small model can be used: with the server's tools, and guided.

Starts llama-server with the small model of tests/cases/real_model.py (installed by it), gives thoth one
short task after the other, each in a session of its own with one reply, and looks at what the session file
says became of it. Prints a Markdown table. Nothing is run: what asks for permission is refused. The same tasks
in the same order each time, and task N is sampled with the seed N.

  bench/guided.py [--tasks N] [--threads N] [--temperature T]
"""

import argparse
import contextlib
import pathlib
import random
import statistics
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/cases"))
sys.dont_write_bytecode = True

import real_model  # noqa: E402
from harness import Project, Skip  # noqa: E402

FILES = {"notes.txt": "milk, bread\n", "src/main.c": "int main(void) { return 0; } // TODO\n", "README.md": "# Sample\n",
         "src/list.c": "int length(int *list);\n", "doc/plan.md": "1. begin\n2. end\n"}
# Each task needs a call. Those of one file come once for each.
OF_A_FILE = [
    "Read the file {file}.", "Show me {file}.", "What is in {file}?", "Show the first 10 lines of {file}.",
    "Read lines 1 to 5 of {file}.", "Delete the file {file}.", "Rename {file} to old.txt.", "Move {file} into the directory attic.",
    "Add a line 'eggs' to {file}.", "Replace everything in {file} by the word empty.", "Does {file} hold the word list?",
    "Count the lines of {file} with wc.",
]
OTHERS = [
    "List the files in src.", "Search for TODO in the project.", "Find all files that end in .md.",
    "Write the word hello into a new file hello.txt.", "Run the command `make`.", "In notes.txt replace milk by tea.",
    "Which files are in this directory?", "Run the tests with `make test`.", "Look for the function main in src.",
    "Find every C file.", "Create a file src/a.h with an include guard.", "Print the version of gcc.", "Search for the word bread.",
    "Change return 0 to return 1 in src/main.c.", "List everything in the project.", "Start a web server in the background.",
    "What does main.c return?", "Write a poem of two lines into poem.txt.", "Find files whose names begin with n.", "Run `git status`.",
    "Make src/main.c print hello.", "Which files hold the word int?", "Write a Makefile that builds src/main.c.",
    "In doc/plan.md replace begin by start.", "List the directory doc.", "Run `ls -l src`.", "Find files below doc.",
    "Search for the word end in doc.", "Create an empty file doc/empty.md.", "Compile src/main.c with gcc.", "Run `date`.",
    "Write the numbers from 1 to 5 into numbers.txt, a line each.", "Search README.md for Sample.", "Find all files named list.c.",
    "In src/list.c rename length to size.", "Append 'done' to doc/plan.md.", "Show the last line of doc/plan.md.",
    "Run `uname -a`.", "Remember that the tests are run with make test.", "Plan three steps for a program that sorts lines.",
]
TASKS = [task.format(file=file) for task in OF_A_FILE for file in FILES] + OTHERS
random.Random(1).shuffle(TASKS)  # so that the first N are a mixture, the same each time
TASK_SECONDS = 1200  # the first one waits for the whole prompt to be read
UNUSABLE = ("the arguments are not", "must be", "is missing", "there is no tool")


def outcome(records):
    """What became of one task: a call that could be used, one that could not, words only, or a call that was cut."""
    replies = [record for record in records if record["t"] == "assistant"]
    calls = [call for reply in replies for call in reply.get("calls") or []]
    results = [record for record in records if record["t"] == "result"]
    if not calls:
        return "words" if replies else "cut"
    bad = any(word in result.get("text", "")[:200] for result in results for word in UNUSABLE)
    return "unusable" if bad or len(results) < len(calls) else "usable"


def profile(server, form, temperature, seed):
    return (f'[profiles.small]\nbase_url = "{server.url}"\napi = "openai"\nmodel = "small"\nmax_tokens = 120\n'
            f'temperature = {temperature}\nmax_turns = 1\ntext_tool_calls = "all"\ntool_calls = "{form}"\n'
            f"extra_body = {{ seed = {seed} }}\n")


def measure(server, form, tasks, temperature):
    counts = dict.fromkeys(("usable", "unusable", "words", "cut"), 0)
    seconds = []
    with Project(FILES) as project:  # one for all: the server reads the beginning of the prompt once
        for seed, task in enumerate(tasks, 1):
            project.configure(profile(server, form, temperature, seed))
            start = time.monotonic()
            project.run("-p", task, timeout=TASK_SECONDS)
            seconds.append(time.monotonic() - start)
            what = "cut"
            with contextlib.suppress(OSError, ValueError):
                what = outcome(project.records())
            counts[what] += 1
            print(f"  {form}: {task} -> {what} ({seconds[-1]:.0f} s)", file=sys.stderr, flush=True)
    return counts, statistics.median(seconds)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tasks", type=int, default=len(TASKS))
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--temperature", type=float, default=0.0)
    given = arguments.parse_args()
    tasks = TASKS[: given.tasks]
    try:
        directory = real_model.installed()
        log = real_model.CACHE / "guided-bench.log"
        rows = []
        with real_model.Server(real_model.find_server(directory), real_model.find_model(directory), log, given.threads) as server:
            for form in ("native", "guided"):
                rows.append((form, *measure(server, form, tasks, given.temperature)))
    except Skip as skip:
        print(f"skipped: {skip}")
        return
    print(f"\n{len(tasks)} tasks\n\n| `tool_calls` | usable calls | calls that cannot be used | of 100 calls, not usable | words only | "
          "cut at the limit | usable, per 100 tasks | s a task, median |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for form, counts, seconds in rows:
        calls = counts["usable"] + counts["unusable"]
        print(f"| {form} | {counts['usable']} | {counts['unusable']} | {100 * counts['unusable'] / max(calls, 1):.0f} | "
              f"{counts['words']} | {counts['cut']} | {100 * counts['usable'] / len(tasks):.0f} | {seconds:.1f} |")


if __name__ == "__main__":
    main()
