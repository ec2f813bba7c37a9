#!/usr/bin/env python3
"""Checks docs/behaviour.md against the tests: every test it names must exist.

A line is "- `T10` what is promised — `Suite.Test`, `case:FILE.NAME`" or ends in "— not yet".
Prints what has no test. A promise without a test is told, not failed: the list is written
before the tests are."""

import pathlib
import re
import sys

from project_files import ROOT, cpp_files, read

LIST = pathlib.Path("docs/behaviour.md")
LINE = re.compile(r"^- `([A-Z]\d{2,3})` (.+) — (.+)$")
TEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\s*\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)

CASE = re.compile(r"^def test_(\w+)", re.M)


def tests_of(text):
    return {f"{suite}.{name}" for suite, name in TEST.findall(text)}


def known_tests(root=ROOT):
    names = set()
    for name in cpp_files(root):
        names |= tests_of(read(name, root))
    return names


def known_cases(root=ROOT):
    """FILE and FILE.NAME for each test_NAME in tests/cases/case_FILE.py."""
    names = set()
    for path in (root / "tests" / "cases").glob("case_*.py"):
        file = path.stem.removeprefix("case_")
        names |= {file} | {f"{file}.{name}" for name in CASE.findall(path.read_text(encoding="utf-8"))}
    return names


def check(text, tests, cases):
    """(complaints, rows, IDs without a test) for the text of the list."""
    complaints, without, seen = [], [], {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("- `"):
            continue
        found = LINE.match(line)
        if not found:
            complaints.append(f"{LIST}:{number}: not of the form: - `ID` text — `Suite.Test`")
            continue
        row, proof = found.group(1), found.group(3)
        if row in seen:
            complaints.append(f"{LIST}:{number}: {row} is already on line {seen[row]}")
        seen[row] = number
        named = re.findall(r"`([^`]+)`", proof)
        if not named:
            without.append(row)
            if proof != "not yet":
                complaints.append(f'{LIST}:{number}: after the dash come tests in backquotes, or "not yet"')
        for name in named:
            known = name[5:] in cases if name.startswith("case:") else name in tests
            if not known:
                complaints.append(f"{LIST}:{number}: {row} names {name}, which does not exist")
    return complaints, len(seen), without


def main():
    complaints, rows, without = check(read(LIST), known_tests(), known_cases())
    for line in complaints:
        print(line)
    if without:
        print(f"without a test yet: {' '.join(without)}")
    print(f"behaviour: {rows} promises, {rows - len(without)} with a test, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
