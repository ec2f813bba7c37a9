#!/usr/bin/env python3
"""Checks the text of every file of the project: what it must not speak of, and its form."""

import re
import sys

from project_files import CPP_SUFFIXES, ROOT, read, tracked

BYTES_LIMIT = 1_000_000
CPP_COLUMNS = 140

# Brackets keep these patterns from matching themselves.
FOREIGN = {
    "a path of one machine": re.compile(r"(?<![\w.])/wor[k]/|/tmp/w[t]\b|/home/(?!u/|u\b|me\b|you\b|user\b|alice\b)\w+/|/roo[t]/"),
    "a folder outside the project": re.compile(r"\.\./share[d]\b"),
    "the address of a package registry": re.compile(
        r"https?://[\w.:@-]*\b(?:pyp[i]|np[m]js|proxy\.golan[g]|(?:index|static)\.crate[s]|crate[s]\.io|"
        r"deb\.debia[n]|archive\.ubunt[u]|registr[y])\b", re.I),
}
# Free in form: data is kept byte for byte, licences and recordings are not ours to wrap.
DATA = {("tests", "data"), ("fuzz", "corpus")}


def check(name, text, is_cpp):
    """(line, complaint) of one file."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        for what, pattern in FOREIGN.items():
            match = pattern.search(line)
            if match:
                found.append((number, f"names {what}: {match.group()}"))
        if line != line.rstrip():
            found.append((number, "whitespace at the end"))
        if is_cpp and "\t" in line:
            found.append((number, "a tab; indent with spaces, write \\t in strings"))
        # A golden text in a raw string is quoted as it is sent.
        if is_cpp and len(line) > CPP_COLUMNS and 'R"' not in line:
            found.append((number, f"{len(line)} characters, more than {CPP_COLUMNS}"))
    if text and not text.endswith("\n"):
        found.append((text.count("\n") + 1, "no newline at the end"))
    return [f"{name}:{number}: {complaint}" for number, complaint in found]


def main():
    complaints = []
    names = tracked()
    for name in names:
        size = (ROOT / name).stat().st_size
        if size > BYTES_LIMIT:
            complaints.append(f"{name}:1: {size} bytes, more than {BYTES_LIMIT}")
            continue
        if name.parts[:2] in DATA or name.parts[:3] == ("tests", "cases", "data"):
            continue
        if b"\0" not in (ROOT / name).read_bytes():
            complaints += check(name, read(name), name.suffix in CPP_SUFFIXES)
    for line in complaints:
        print(line)
    print(f"text: {len(names)} files, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
