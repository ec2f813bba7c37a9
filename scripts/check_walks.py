#!/usr/bin/env python3
"""Holds ARCHITECTURE.md to the code: each file it names is there, and each function that a row of a walk names
stands in a file that the row, or the row before it, names."""

import re
import sys

from project_files import ROOT, read

DOCUMENT = "ARCHITECTURE.md"
FILE = re.compile(r"^(?:[\w-]+/)+[\w.-]+$")
FUNCTION = re.compile(r"^(?:\w+::)*~?([a-z]\w*|operator\W+)(?:\(.*\))?$")


def resolved(name, root=ROOT):
    """The files behind a name in backticks: a path from the root or from src/, with or without its suffix."""
    found = []
    for base in (root, root / "src"):
        path = base / name
        candidates = [path] + [path.parent / (path.name + suffix) for suffix in (".cpp", ".h")]
        found += [candidate for candidate in candidates if candidate.is_file()]
    return found


def is_path(name, root=ROOT):
    first = name.split("/")[0]
    return bool(FILE.match(name)) and ((root / "src" / first).is_dir() or (root / first).is_dir())


def names_a_file(name, root=ROOT):
    return is_path(name, root) and not (root / name).is_dir() and not (root / "src" / name).is_dir()


def with_headers(files):
    return files + [file.with_suffix(".h") for file in files if file.with_suffix(".h").is_file()]


def check(text, root=ROOT):
    """(line, complaint) of the document."""
    complaints, previous = [], []
    for number, line in enumerate(text.split("\n"), 1):
        files = []
        for name in re.findall(r"`([^`]+)`", line):
            if not names_a_file(name, root):
                continue
            found = resolved(name, root)
            if not found:
                complaints.append((number, f"{name} is not there"))
            files += with_headers(found)
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) < 4 or not line.startswith("| "):
            previous = []
            continue
        words = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files + previous)
        for name in re.findall(r"`([^`]+)`", cells[1]):
            function = FUNCTION.match(name)
            if function and words and not re.search(rf"\b{re.escape(function.group(1))}\b", words):
                complaints.append((number, f"{name} stands in none of the files of its row"))
        previous = files or previous
    return complaints


def main():
    complaints = check(read(DOCUMENT))
    for number, complaint in complaints:
        print(f"{DOCUMENT}:{number}: {complaint}")
    print(f"walks: {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
