#!/usr/bin/env python3
"""Prints files beyond 400 lines and functions beyond 60; fails above 800 and 120.

C++ functions are found by matching braces in the text without comments, strings and
preprocessor lines; what a brace opens is judged by the tokens before it. That is sound for
the code of this project, which has no function-like macro that opens a brace for another."""

import ast
import re
import sys

from project_files import CPP_SUFFIXES, read, tracked

FILE_AIM, FILE_LIMIT = 400, 800
FUNCTION_AIM, FUNCTION_LIMIT = 60, 120

# What has to be looked at whole before braces can be trusted. The order matters: a raw string
# begins like an identifier, and 1'000 is no character literal.
TOKEN = re.compile(
    r"""
      (?P<comment>//(?:\\\n|[^\n])*|/\*.*?(?:\*/|\Z))
    | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z))
    | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*(?:"|$))
    | (?P<number>\.?\d(?:'[0-9A-Za-z]|[eEpP][+-]|[0-9A-Za-z_.])*)
    | (?P<char>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+(?:'|$))
    | (?P<directive>^[ \t]*\#(?:\\\n|//[^\n]*|/\*.*?\*/|[^\n])*)
    | (?P<word>[A-Za-z_]\w*)
    | (?P<sign>::|->|[^\s\w])
    """,
    re.X | re.S | re.M,
)

CLASS_WORDS = {"class", "struct", "union", "enum"}
AFTER_PARAMETERS = {"const", "volatile", "noexcept", "override", "final", "mutable", "try", "constexpr", "&"}


def tokens(text):
    """(token, line number) of what the compiler would see; literals become one token each."""
    line, position = 1, 0
    for found in TOKEN.finditer(text):
        line += text.count("\n", position, found.start())
        position = found.start()
        kind = found.lastgroup if found.lastgroup != "mark" else "raw"
        if kind in ("comment", "directive"):
            continue
        yield ('""' if kind in ("raw", "string", "char") else "0" if kind == "number" else found.group(), line)


def closing(head, start, opener, closer):
    """The index behind the bracket that matches head[start], or the end."""
    depth = 0
    for index in range(start, len(head)):
        depth += (head[index] == opener) - (head[index] == closer)
        if depth == 0:
            return index + 1
    return len(head)


def without_prefix(head):
    """Drops template<…>, [[…]] and requires-free specifiers from the front of a declaration."""
    index = 0
    while index < len(head):
        if head[index] == "template" and head[index + 1 : index + 2] == ["<"]:
            index = closing(head, index + 1, "<", ">")
        elif head[index] == "[" and head[index + 1 : index + 2] == ["["]:
            index = closing(head, index, "[", "]")
        elif head[index] in ("inline", "static", "constexpr", "typedef", "export", "const"):
            index += 1
        else:
            break
    return head[index:]


def after_operator(head, index):
    """The index of the parameter list of the operator whose keyword stands at index."""
    index += 1
    if head[index : index + 2] == ["(", ")"]:
        index += 2
    while index < len(head) and head[index] != "(":
        index += 1
    return index


def parameters(head):
    """(start, end) of the first bracket pair that can be a parameter list, or nothing."""
    index = angle = 0
    while index < len(head):
        if head[index] == "operator":
            start = after_operator(head, index)
            return (start, closing(head, start, "(", ")")) if start < len(head) else None
        if head[index] == "<":
            angle += 1
        elif head[index] == ">" and angle:
            angle -= 1
        elif head[index] == "=" and not angle:
            return None
        elif head[index] == "(":
            end = closing(head, index, "(", ")")
            if not angle and head[index - 1] not in ("decltype", "alignas", "noexcept", "requires", "explicit"):
                return index, end
            index = end
            continue
        index += 1
    return None


def opens(head):
    """What the brace behind these tokens opens: 'scope', 'function' or 'value'."""
    head = without_prefix(head)
    if not head:
        return "value"
    if head[0] in ("namespace", "extern"):
        return "scope" if head[0] == "namespace" or head[1:] == ['""'] else opens(head[1:])
    if "[" in head and "=" in head[: head.index("[")]:
        return "function" if head[-1] in ("]", ")", "mutable", "noexcept") or "->" in head else "value"  # a lambda
    span = parameters(head)
    if head[0] in CLASS_WORDS and span is None:
        return "scope"
    if span is None:
        return "value"
    rest = head[span[1] :]
    if not rest or rest[0] in AFTER_PARAMETERS or rest[0] in ("->", "requires", "["):
        # noexcept(…): an initialiser list may still follow
        if ":" not in rest:
            return "function"
        rest = rest[rest.index(":") :]
    if rest[0] == ":":  # members: m_a(1), m_b{2} — the body follows a closed bracket
        return "function" if rest[-1] in (")", "}") else "value"
    return "value"


def name_of(head):
    head = without_prefix(head)
    span = parameters(head)
    if span is None:
        return "lambda"
    start, end = span
    if head[start - 1].startswith("TEST"):
        return head[start - 1] + "".join(head[start:end]).replace(",", ", ")
    if "operator" in head[:start]:
        return "".join(head[head.index("operator") : start])
    first = start - 1
    if first >= 1 and head[first - 1] == "~":
        first -= 1
    while first >= 2 and head[first - 1] == "::":
        first -= 2
    return "".join(head[first:start]) or "?"


def functions(text):
    """(name, first line, lines) of every function body, in order; lambdas and local classes
    count as part of the function around them."""
    found, stack = [], []  # stack: kind of every open brace; for a function, what to report
    head, head_lines, parens = [], [], 0
    inside = 0  # number of open functions and values
    for token, line in tokens(text):
        if token == "{":
            kind = "value" if inside or parens else opens(head)
            if kind == "function":
                stack.append((kind, name_of(head), head_lines[0]))
            else:
                stack.append((kind, "", line))
            inside += kind != "scope"
            if kind == "scope":
                head, head_lines = [], []
        elif token == "}":
            if not stack:
                continue
            kind, name, first = stack.pop()
            inside -= kind != "scope"
            if kind == "function":
                found.append((name, first, line - first + 1))
            if kind == "value" and not inside:
                head.append("}")  # of an initialiser: the declaration goes on
                head_lines.append(line)
            elif not inside:
                head, head_lines = [], []
        elif inside:
            continue
        elif token == ";" and not parens:
            head, head_lines = [], []
        elif token == ":" and head and head[-1] in ("public", "private", "protected"):
            head, head_lines = [], []
        else:
            parens += (token == "(") - (token == ")")
            head.append(token)
            head_lines.append(line)
    return found


def python_functions(text):
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return [(f"not Python: {error.msg}", error.lineno or 1, FUNCTION_LIMIT + 1)]
    return [(node.name, node.lineno, node.end_lineno - node.lineno + 1) for node in ast.walk(tree)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def measured(name):
    """Whether a file is ours to keep small: code, not data."""
    if name.parts[:2] in (("tests", "data"), ("tests", "cases")) and name.suffix not in (".py", ".cpp", ".h"):
        return False
    return name.suffix in CPP_SUFFIXES | {".py", ".sh", ".cmake"} or name.parts[0] == "scripts"


def main():
    failed = files = count = 0
    for name in filter(measured, tracked()):
        text = read(name)
        files += 1
        lines = text.count("\n")
        if lines > FILE_AIM:
            failed += lines > FILE_LIMIT
            print(f"{name}: {lines} lines" + (f", more than {FILE_LIMIT}" if lines > FILE_LIMIT else ""))
        inner = functions(text) if name.suffix in CPP_SUFFIXES else python_functions(text) if name.suffix == ".py" else []
        count += len(inner)
        for function, first, length in inner:
            if length > FUNCTION_AIM:
                failed += length > FUNCTION_LIMIT
                over = f", more than {FUNCTION_LIMIT}" if length > FUNCTION_LIMIT else ""
                print(f"{name}:{first}: {function}: {length} lines{over}")
    print(f"sizes: {files} files, {count} functions, {failed} above the limits of {FILE_LIMIT} and {FUNCTION_LIMIT} lines")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
