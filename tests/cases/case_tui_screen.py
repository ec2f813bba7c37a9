"""The terminal interface as the terminal sees it: pastes, widths, sizes, what is written and how much."""

import base64
import os
import random
import threading
import time

from case_tui import last_user_text, streamed
from harness import SLACK, Project
from model_server import ModelServer, call, calls, chunk, says, then_waits
from tui import Tui


def sent_after(keys, timeout=10.0):
    """What reaches the model when these pieces are typed and Enter behind them; also how long the pieces took."""
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            start = time.monotonic()
            for piece in keys:
                data = piece if isinstance(piece, bytes) else piece.encode()
                while data:
                    data = data[os.write(tui.fd, data):]
                    tui.rest(0.0)
            tui.rest(0.1)
            took = time.monotonic() - start
            assert not server.chats, "a paste was sent by itself"
            tui.type("\r")
            tui.see("Fine.", timeout)
            tui.type("\x04")
            assert tui.finish() == 0
        return last_user_text(server.chats[0]), took


def test_pasted_lines_are_one_message():
    """With marks and without, split at every byte, with an end mark inside (B73)."""
    marked = b"\x1b[200~a\nb\n\x1b[201~"
    assert sent_after([marked])[0].rstrip("\n") == "a\nb"
    assert sent_after([bytes([byte]) for byte in marked])[0].rstrip("\n") == "a\nb"
    assert sent_after([b"a\rb\r"])[0].rstrip("\n") == "a\nb"
    text = sent_after([b"\x1b[200~one\x1b[201~rm -rf\r\x1b[A two"])[0]
    assert "one" in text and "rm -rf" in text and "\x1b" not in text, text
    assert sent_after([b"\x1b[200~x\x1b[31mred\x07\x1b[201~"])[0] == "xred"


def test_a_long_paste_is_a_mark_that_is_sent_whole():
    lines = "".join(f"line {n}\n" for n in range(40))
    with ModelServer(says("Fine.")) as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("see: ")
            tui.type(f"\x1b[200~{lines}\x1b[201~")
            tui.see("[pasted 40 lines]")
            tui.type(" and that")
            tui.rest()  # what comes right behind a paste is part of it
            tui.type("\r")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
        text = last_user_text(server.chats[0])
        assert text.startswith("see: line 0\n") and "line 39" in text and text.endswith(" and that"), text[-60:]


def test_a_megabyte_is_pasted_within_a_second():
    lines = "".join(f"{n:06d} some text that is pasted\n" for n in range(1_000_000 // 32))
    text, took = sent_after([f"\x1b[200~{lines}\x1b[201~"], timeout=20)
    assert text.rstrip("\n") == lines.rstrip("\n")
    assert took < 1.2, took  # 0.1 s of it is the wait for quiet
    return f"{len(lines)} bytes in {took:.2f} s"


def test_the_cursor_stands_behind_wide_characters():
    """The column of the cursor is that of the emulator, and backspace takes one character as people see it (B74)."""
    with ModelServer() as server, Project(server=server) as project:
        with Tui(project, columns=40) as tui:
            tui.see("│ >")
            home = 4
            for text, width in (("你好，ab", 8), ("e\u0301", 1), ("ｱ", 1), ("\x1b[200~a\tb\x1b[201~", 6)):
                tui.type(text)
                tui.wait_until(lambda: tui.emulator.cursor[1] == home + width, f"the cursor behind {text!r}")
                tui.rest()
                row = tui.lines[tui.emulator.cursor[0]]
                assert row.startswith("│ > ") and row.endswith("│"), row
                tui.type("\x7f")
                tui.wait_until(lambda: home <= tui.emulator.cursor[1] < home + width, f"{text!r} less a character")
                tui.type("\x15")
                tui.wait_until(lambda: tui.emulator.cursor[1] == home, "the input is empty")
            tui.type("你" * 30)
            tui.rest()
            rows = [line for line in tui.lines if "你" in line]
            assert "".join(rows).count("你") == 30 and len(rows) == 2, rows
            tui.type("\x15\x15\x04")
            tui.rest()


def test_each_finished_line_stands_in_the_scrollback_once_whatever_the_size_was():
    """A stream while the terminal is resized again and again; on a terminal that cuts rows (B71)."""
    ready = threading.Event()
    text = "".join(f"- entry {n:03d} of the list\n" for n in range(150))
    with ModelServer(streamed(text, piece=40, pause=0.008, ready=ready)) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("entry 000")
            ready.set()
            source = random.Random(7)
            for _ in range(25):
                tui.resize(source.randint(40, 120), source.randint(12, 40))
                tui.rest(0.02, timeout=0.06)
            tui.resize(90, 24)
            tui.see("entry 149", timeout=20)
            tui.see_not("esc stops")
            tui.rest(0.3)
            counts = [sum(f"entry {n:03d} of the list" in line for line in tui.emulator.all_lines) for n in range(150)]
            assert counts == [1] * 150, [(n, c) for n, c in enumerate(counts) if c != 1]
            tui.type("\x04")
            assert tui.finish() == 0


def test_a_stream_of_many_lines_is_written_once():
    """No clearing of the screen, bytes at most three times the text, the finished lines in order (B71)."""
    text = "".join(f"- line {n:04d} with some words in it to be as long as usual\n" for n in range(2000))
    with ModelServer(streamed(text, piece=200)) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("line 1999", timeout=30)
            tui.see_not("esc stops")
            tui.rest()
            assert b"\x1b[2J" not in tui.raw and b"\x1b[3J" not in tui.raw
            assert len(tui.raw) <= 3 * len(text), (len(tui.raw), len(text))
            shown = [line.split("line ")[1][:4] for line in tui.emulator.all_lines if "line " in line and "with some" in line]
            assert shown == [f"{n:04d}" for n in range(2000)]
            tui.type("\x04")
            assert tui.finish() == 0
        return f"{len(tui.raw)} bytes for {len(text)} bytes of text"


def test_a_waiting_screen_writes_little_and_an_idle_one_nothing():
    with ModelServer(then_waits(chunk({"content": "Half"}))) as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.rest(0.5 * SLACK, timeout=10 * SLACK)
            assert tui.rest(1.0, timeout=1.2) == b""
            tui.type("go\r")
            tui.see("esc stops")
            start, end = len(tui.raw), time.monotonic() + 3
            while time.monotonic() < end:
                tui._read(end)
            spent = len(tui.raw) - start
            assert spent / 3 <= 200, spent
            tui.type("\x1b")
            tui.see("(stopped)")
            tui.type("\x04")
            assert tui.finish() == 0
        return f"{spent / 3:.0f} bytes a second while the spinner turns"


def test_nothing_from_a_model_or_a_file_reaches_the_terminal_as_a_control():
    evil = "a\x1b[2Jb\x1b]0;title\x07c\u202ed\x9b31me\x08f\n"
    with ModelServer(calls({"name": "read_file", "id": None, "arguments": '{"path":"evil.txt"}'}, text=evil), says(evil)) as server, \
            Project({"evil.txt": evil}, server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("read_file evil.txt")
            tui.see_not("esc stops")
            tui.type("\x1b[200~" + evil.replace("\x1b[201~", "") + "\x1b[201~")
            tui.rest()
            for bad in (b"\x1b[2J", b"\x1b]0;", b"\xe2\x80\xae", b"\x08", b"\xc2\x9b"):
                assert bad not in tui.raw, bad
            tui.type("\x03\x04")
            assert tui.finish() == 0


def test_the_last_answer_is_given_to_the_terminal_to_copy():
    with ModelServer(says("The *answer*.")) as server, Project(server=server) as project:
        with Tui(project) as tui:
            tui.see("│ >")
            tui.type("\x19")
            tui.see("no answer to copy")
            tui.type("go\r")
            tui.see("The answer.")
            tui.type("\x19")
            tui.see("given to the terminal to copy")
            assert b"\x1b]52;c;" + base64.b64encode(b"The *answer*.") + b"\x07" in tui.raw
            tui.type("\x04")
            assert tui.finish() == 0


def test_every_screen_fits_small_terminals():
    for columns, rows in ((46, 20), (20, 8), (10, 4), (120, 40)):
        with ModelServer(says("# Title\n\nSome words in an answer that is longer than the row is wide.\n")) as server, \
                Project(server=server) as project:
            with Tui(project, columns=columns, rows=rows) as tui:
                tui.see(">")
                tui.type("hello\r")
                tui.wait_until(lambda: server.chats and any("wide." in line for line in tui.emulator.all_lines), "the answer")
                tui.type("typed")
                tui.rest()
                assert "typed" in tui.text, tui.text
                tui.type("\x03\x04")
                assert tui.finish() == 0


def test_an_empty_screen_loses_nothing():
    with ModelServer(says("The answer that stays.")) as server, Project(server=server) as project:
        with Tui(project, "go") as tui:
            tui.see("The answer that stays.")
            tui.see_not("esc stops")
            tui.type("\x0c")
            tui.see_not("The answer")
            tui.see("│ >")
            assert sum("The answer that stays." in line for line in tui.emulator.all_lines) == 1
            assert tui.emulator.cursor[0] < 5, tui.text
            tui.type("\x04")
            assert tui.finish() == 0


def test_a_question_that_does_not_fit_stands_whole_in_the_scrollback():
    line = "; ".join(f"prog{n} a" for n in range(12))
    with ModelServer(calls(call("shell", command=line)), says("Fine.")) as server, Project(server=server) as project:
        with Tui(project, "go", columns=50, rows=10) as tui:
            tui.see("n no, and stop")
            tui.rest()
            rows = tui.emulator.all_lines
            for n in range(12):
                assert any(f"the program prog{n}" in row for row in rows), (n, rows)
            assert any("? Run this command?" in row for row in rows) and any("prog11 a" in row for row in rows), rows
            tui.type("s")
            tui.see("Fine.")
            tui.type("\x04")
            assert tui.finish() == 0
