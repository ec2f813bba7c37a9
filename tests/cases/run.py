#!/usr/bin/env python3
"""Runs the end-to-end cases against the built program.

    run.py                  all of them
    run.py kill9 cancel     those of these files
    run.py kill9.during_a_question
    run.py --real           main_job on the sources of a real project, too

THOTH_PROGRAM is the program (build/dev/src/app/thoth). A case is a function test_NAME in a file
case_FILE.py; docs/behaviour.md calls it `case:FILE.NAME`, or `case:FILE` for all of a file. It
passes when it returns; a text that it returns is shown. The last line is "N passed, N failed"."""

import importlib
import multiprocessing
import os
import pathlib
import signal
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import harness  # noqa: E402

CASE_SECONDS = 60 * harness.SLACK


def all_cases():
    """Name to function, in the order of the files."""
    cases = {}
    for file in sorted(HERE.glob("case_*.py")):
        module = importlib.import_module(file.stem)
        for name, function in vars(module).items():
            if name.startswith("test_") and function.__module__ == file.stem:
                cases[f"{file.stem.removeprefix('case_')}.{name.removeprefix('test_')}"] = function
    return cases


def chosen(cases, names):
    unknown = [name for name in names if name not in cases and not any(case.startswith(name + ".") for case in cases)]
    if unknown:
        sys.exit(f"run.py: no such case: {' '.join(unknown)}; there are {' '.join(sorted({c.split('.')[0] for c in cases}))}")
    return [case for case in cases if not names or case in names or case.split(".")[0] in names]


def too_long(*_):
    raise AssertionError(f"took longer than {CASE_SECONDS:g} s")


def run_case(name):
    """(outcome, text) of one case; in a process of its own."""
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(int(CASE_SECONDS))
    start = time.monotonic()
    try:
        note = all_cases()[name]()
        outcome, text = "ok", f"{name} ({time.monotonic() - start:.1f} s)" + (f": {note}" if note else "")
    except harness.Skip as skip:
        outcome, text = "skipped", f"{name}: {skip}"
    except BaseException:  # noqa: BLE001 - whatever it is, the others go on
        outcome, text = "FAILED", f"{name}\n{traceback.format_exc()}"
    signal.alarm(0)
    return outcome, text


def main():
    arguments = sys.argv[1:]
    if "--real" in arguments or os.environ.get("CI"):
        os.environ["THOTH_CASES_REAL"] = "1"
    if not os.access(harness.PROGRAM, os.X_OK):
        sys.exit(f"run.py: there is no program {harness.PROGRAM}; build it, or set THOTH_PROGRAM")
    cases = all_cases()
    names = chosen(cases, [argument for argument in arguments if argument != "--real"])
    single = [name for name in names if getattr(cases[name], "alone", False)]
    counts = {"ok": 0, "FAILED": 0, "skipped": 0}

    def tell(result):
        outcome, text = result
        counts[outcome] += 1
        print(f"{outcome}: {text}", flush=True)

    # Cases wait more than they work.
    with multiprocessing.Pool(2 * (os.cpu_count() or 1), maxtasksperchild=1) as pool:
        for result in pool.imap_unordered(run_case, [name for name in names if name not in single], chunksize=1):
            tell(result)
    with multiprocessing.Pool(1, maxtasksperchild=1) as pool:
        for result in pool.imap(run_case, single, chunksize=1):
            tell(result)
    print(f"{counts['ok']} passed, {counts['FAILED']} failed" + (f", {counts['skipped']} skipped" if counts["skipped"] else ""))
    return 1 if counts["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
