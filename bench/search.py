#!/usr/bin/env python3
"""What a search costs: `thoth grep` and `thoth glob` against ripgrep, on each of the given trees.

    scripts/bench-search [--rounds N] [--only CASE,...] TREE...

RG names ripgrep (version 14 or later), otherwise it is looked for in PATH. Both programs are run in turns with a warm
cache, as whole processes; before that their output is compared as a set of lines. ripgrep is told to search hidden
files, as thoth does. A tree has to be a git repository (git init is enough): without one ripgrep reads no .gitignore. On a machine with other work the ratio of CPU times is the one to trust. The targets are
ratios to ripgrep; "x" beside a ratio of CPU times says that it is missed. docs/search.md says what the figures mean.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
THOTH = os.environ.get("THOTH_PROGRAM", str(ROOT / "build/release/src/app/thoth"))
RUNS = str(ROOT / "build/bench/bench/bench_runs")
RG = os.environ.get("RG") or shutil.which("rg")
RG_ALL = ["--no-config", "--hidden", "-g", "!.git"]

# Name, flags, pattern, and the targets for a small, a middle and a big tree.
GREPS = [("rare literal", ["-F"], "zq_this_is_in_no_file_xk", (0.60, 0.60, 0.70)),
         ("common literal", ["-F"], "static int", (0.60, 0.60, 0.70)),
         ("-iw overflow", ["-iw"], "overflow", (0.60, 0.60, 0.70)),
         ("(foo|bar)_[a-z]+\\(", [], "(foo|bar)_[a-z]+\\(", (0.60, 0.60, 0.70)),
         ("(alloc|free)_[a-z]+\\(", [], "(alloc|free)_[a-z]+\\(", (0.60, 0.60, 0.70)),
         ("\\bTODO\\b.*", [], "\\bTODO\\b.*", (0.60, 0.60, 0.70)),
         ("no literal", [], "[A-Z]{5,}_[0-9]{4,}", (0.80, 0.80, 0.95)),
         ("inner literal", [], "\\w{3,} += +\\w+\\(\\);", (0.70, 0.70, 0.75)),
         ("lookahead", ["-P"], "return (?=-ENOMEM|NULL)", (0.30, 0.30, 0.25))]
MANY, ENOUGH = "return", 250  # the reader goes away after so many lines
HEADERS = "**/*.h"


def quoted(words):
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)


def capped(words):
    return ["/bin/sh", "-c", f"{quoted(words)} | head -n {ENOUGH}"]


def cases(size):
    """(name, command of ripgrep, command of thoth, target, whether the outputs are the same lines)"""
    rg = [RG, "-n", "--no-heading", "--color=never", *RG_ALL]
    for name, flags, pattern, targets in GREPS:
        own = [flag for flag in flags if flag != "-P"]  # always on
        yield name, [*rg, *flags, "-e", pattern, "."], [THOTH, "grep", *own, "-e", pattern], targets[size], True
    yield (f"first {ENOUGH} lines", capped([*rg, "-F", "-e", MANY, "."]), capped([THOTH, "grep", "-F", "-e", MANY]), 1.0,
           False)
    target = 0.35 if size == 0 else 0.30
    yield "list all files", [RG, "--files", *RG_ALL], [THOTH, "glob", "*"], target, True
    yield f"glob {HEADERS}", [RG, "--files", *RG_ALL, "-g", HEADERS], [THOTH, "glob", HEADERS], target, True


def lines(command, tree):
    done = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {line.removeprefix(b"./") for line in done.stdout.splitlines()}


def one_run(command, tree):
    """Wall and CPU time in ms, and peak memory in MiB."""
    done = subprocess.run([RUNS, "1", *command], cwd=tree, check=True, capture_output=True, text=True)
    start, end, user, system, memory, _ = map(int, done.stdout.split())
    return (end - start) / 1e6, (user + system) / 1e3, memory / 1024


def compare(command_of_rg, command_of_thoth, tree, rounds):
    theirs, ours = [], []
    for number in range(rounds + 1):
        pair = one_run(command_of_rg, tree), one_run(command_of_thoth, tree)
        if number > 0:  # the first one warms the cache
            theirs.append(pair[0])
            ours.append(pair[1])
    ratios = [[mine[i] / max(other[i], 0.01) for mine, other in zip(ours, theirs)] for i in (0, 1)]
    medians = [[statistics.median(run[i] for run in runs) for i in (0, 1, 2)] for runs in (theirs, ours)]
    return medians, [statistics.median(ratio) for ratio in ratios]


def measure(tree, options):
    if not (tree / ".git").exists():
        sys.exit(f"search.py: {tree} is no git repository; git init makes it one")
    files = len(lines([RG, "--files", *RG_ALL], tree))
    size = 0 if files < 3000 else 1 if files < 20000 else 2
    load = os.getloadavg()[0]
    print(f"\n### {tree.name}: {files:,} files (median of {options.rounds}, load {load:.1f})\n")
    print("| case | ripgrep: wall, CPU ms | thoth: wall, CPU ms | wall | CPU | target | MiB, ripgrep / thoth | same lines |")
    print("|---|--:|--:|--:|--:|--:|--:|---|")
    for name, theirs, ours, target, comparable in cases(size):
        if options.only and name not in options.only:
            continue
        same = ""
        if comparable:
            a, b = lines(theirs, tree), lines(ours, tree)
            same = f"{len(a):,}" if a == b else f"{len(a):,}, {len(b - a)} more, {len(a - b)} fewer"
        ((rg_wall, rg_cpu, rg_memory), (wall, cpu, memory)), (wall_ratio, cpu_ratio) = compare(theirs, ours, tree, options.rounds)
        miss = " x" if cpu_ratio > target else ""
        case = name.replace("|", "\\|")
        print(f"| `{case}` | {rg_wall:.1f}, {rg_cpu:.1f} | {wall:.1f}, {cpu:.1f} | {wall_ratio:.2f} | {cpu_ratio:.2f}{miss} | "
              f"{target:.2f} | {rg_memory:.0f} / {memory:.0f} | {same} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--only", type=lambda text: text.split(","), default=[])
    parser.add_argument("trees", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    if not RG:
        sys.exit("search.py: no ripgrep; put it into PATH or name it with RG")
    version = subprocess.run([RG, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    print(f"{version}; {os.cpu_count()} cores")
    for tree in options.trees:
        measure(tree.resolve(), options)


if __name__ == "__main__":
    main()
