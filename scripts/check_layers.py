#!/usr/bin/env python3
"""Checks every #include below src/ against layers.txt.

Folder rules hold for tests too, which may also include what lies in tests/. The headers of
the outside world are free in tests: they are about what ships."""

import re
import sys

from project_files import ROOT, cpp_files, read

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Rules:
    def __init__(self, text):
        self.folders = {}  # folder -> set of folders, or None for everything
        self.headers = {}  # header, or prefix that ends in '/' -> set of folders
        self.line_of = {}
        table = "folders"
        for number, line in enumerate(text.splitlines(), 1):
            line = line.split("#", 1)[0].strip()
            if line == "[headers]":
                table = "headers"
            elif line:
                # The last colon: a header's name may hold one only in theory, a folder never.
                name, colon, right = line.rpartition(":")
                if not colon:
                    raise ValueError(f"layers.txt:{number}: neither a rule nor a section: {line}")
                name, allowed = name.strip(), set(right.split())
                self.line_of[name] = number
                if table == "headers":
                    self.headers[name] = allowed
                else:
                    self.folders[name] = None if "*" in allowed else allowed
        self._check_names()

    def _check_names(self):
        for name, allowed in self.folders.items():
            for other in allowed or ():
                if other not in self.folders:
                    raise ValueError(f"layers.txt:{self.line_of[name]}: {other} has no rule of its own")
        done, open_ = set(), []

        def visit(name):
            if name in open_:
                raise ValueError(f"layers.txt: a circle: {' -> '.join(open_[open_.index(name):] + [name])}")
            if name in done:
                return
            open_.append(name)
            for other in sorted(self.folders[name] or ()):
                visit(other)
            open_.pop()
            done.add(name)

        for name in sorted(self.folders):
            visit(name)

    def header_rule(self, header):
        for name in self.headers:
            if header == name or (name.endswith("/") and header.startswith(name)):
                return name
        return None


def without_comments(text):
    """Block comments become blank lines, so that line numbers stay."""
    return re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.S)


def check_include(rules, folder, is_test, kind, header):
    """Why an include is refused, or nothing."""
    allowed = rules.folders[folder]
    top = header.split("/", 1)[0]
    if kind == '"':
        if header.startswith(".") or "/" not in header:
            return "write it from src/ on, with its folder"
        if top == folder or allowed is None or top in allowed:
            return None
        if top in rules.folders:
            return f"layers.txt:{rules.line_of[folder]} lets {folder} include only: {' '.join(sorted(allowed)) or 'nothing'}"
        if is_test:
            return None  # "fakes/…" of tests/
    rule = rules.header_rule(header)
    if rule and not is_test and folder not in rules.headers[rule]:
        where = " ".join(sorted(rules.headers[rule]))
        return f"layers.txt:{rules.line_of[rule]} allows {rule} " + (f"only in: {where}" if where else "nowhere")
    return None


def check_text(rules, name, text):
    """The complaints about one file; name is src/FOLDER/…"""
    folder = name.parts[1]
    if folder not in rules.folders:
        return [f"{name}:1: layers.txt has no rule for the folder {folder}"]
    is_test = name.stem.endswith("_test")
    complaints = []
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            why = check_include(rules, folder, is_test, found.group(1), found.group(2))
            if why:
                complaints.append(f"{name}:{number}: {found.group().strip()}: {why}")
    return complaints


def main():
    try:
        rules = Rules(read("layers.txt"))
    except ValueError as error:
        print(error)
        return 1
    names = [name for name in cpp_files(ROOT) if name.parts[0] == "src" and len(name.parts) > 2]
    complaints = [line for name in names for line in check_text(rules, name, read(name))]
    for line in complaints:
        print(line)
    print(f"layers: {len(names)} files, {len(complaints)} includes refused")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
