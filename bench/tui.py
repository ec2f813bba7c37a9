#!/usr/bin/env python3
"""Measures the terminal interface on a pseudo terminal, against a scripted model server.

Prints one Markdown table: the first frame after exec, from a key to its echo (at rest, and while an answer streams
with a long conversation behind it), bytes and CPU for a streamed answer, wake-ups and memory at rest. The terminal is
this script: it reads and throws away, so nothing of an emulator is in the times. scripts/bench builds and starts it;
THOTH_PROGRAM names another program."""

import os
import pathlib
import platform
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.environ.setdefault("THOTH_PROGRAM", str(ROOT / "build/release/src/app/thoth"))
sys.path.insert(0, str(ROOT / "tests/cases"))

from harness import PROGRAM, Project  # noqa: E402
from model_server import ModelServer, chunk, says, usage_chunk  # noqa: E402
from terminal import Terminal  # noqa: E402

FIRST_FRAMES = 20
KEYS = 500
LONG_LINES = 100_000
TOKENS = 20_000
END = "THE-END"
HOLD = 0.012  # between two pieces of the answer that streams meanwhile


def quantile(values, share):
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def drain(terminal, quiet):
    """Reads until nothing came for so long; how many bytes."""
    count = len(terminal.raw)
    while terminal._read(time.monotonic() + quiet):
        pass
    return len(terminal.raw) - count


def read_until(terminal, mark, timeout=60):
    """Only what comes from now on is looked at."""
    limit, at = time.monotonic() + timeout, len(terminal.raw)
    while terminal.raw.find(mark, max(at - len(mark), 0)) < 0:
        if not terminal._read(limit):
            raise SystemExit(f"{mark!r} never came: {terminal.raw[-500:]!r}")


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def status_of(pid, name):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1])
    raise SystemExit(f"no {name}")


def switches(pid):
    """How often its threads were woken: they gave up the processor by themselves that often."""
    total = 0
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches:"):
                total += int(line.split()[1])
    return total


def streamed(tokens, pause=0.0):
    def reply(exchange):
        exchange.head()
        for number in range(tokens):
            exchange.send(chunk({"content": f"word{number % 10} " + ("\n\n" if number % 97 == 96 else "")}))
            if pause:
                time.sleep(pause)
        exchange.send(chunk({"content": END}) + chunk({}, "stop") + usage_chunk() + "data: [DONE]\n\n")
    return reply


def first_frame():
    times = []
    with ModelServer() as server, Project(server=server) as project:
        for _ in range(FIRST_FRAMES):
            start = time.monotonic()
            with Terminal(project, columns=80, rows=24) as terminal:
                read_until(terminal, "╰".encode())
                times.append((time.monotonic() - start) * 1000)
                terminal.type("\x04")
                terminal.finish()
    return times


def echoes(terminal, count):
    times = []
    for number in range(count):
        letter = "abcdefghij"[number % 10]
        start = time.monotonic()
        terminal.type(letter)
        read_until(terminal, letter.encode())
        times.append((time.monotonic() - start) * 1000)
        time.sleep(0.004 + (number % 7) * 0.001)
        if number % 40 == 39:
            terminal.type("\x15")
            drain(terminal, 0.02)
    return times


def keys_and_rest():
    with ModelServer() as server, Project(server=server) as project, Terminal(project, columns=80, rows=24) as terminal:
        read_until(terminal, "╰".encode())
        drain(terminal, 0.5)
        before = switches(terminal.pid)
        time.sleep(5)
        woken = switches(terminal.pid) - before
        memory = status_of(terminal.pid, "VmRSS") / 1024
        own = status_of(terminal.pid, "RssAnon") / 1024
        times = echoes(terminal, KEYS)
    return times, woken, memory, own


def keys_while_streaming():
    """Digits stream, so that a letter that comes is the echo."""
    long_text = "".join(f"- {number:06d} 0123456789\n" for number in range(LONG_LINES))
    stop = threading.Event()

    def meanwhile(exchange):
        exchange.head()
        while not stop.is_set():
            exchange.send(chunk({"content": "0123 4567 "}))
            time.sleep(HOLD)
        exchange.send(chunk({}, "stop") + usage_chunk() + "data: [DONE]\n\n")
    with ModelServer(says(long_text), meanwhile) as server, Project(server=server) as project, \
            Terminal(project, columns=80, rows=24) as terminal:
        read_until(terminal, "╰".encode())
        terminal.type("go\r")
        read_until(terminal, f"{LONG_LINES - 1:06d}".encode())
        drain(terminal, 0.5)
        terminal.type("GO\r")
        read_until(terminal, b"0123")
        time.sleep(0.3)
        times = echoes(terminal, KEYS)
        memory = status_of(terminal.pid, "VmRSS") / 1024
        stop.set()
    return times, memory


def stream_cost(pause):
    with ModelServer(streamed(TOKENS if not pause else 1500, pause)) as server, Project(server=server) as project, \
            Terminal(project, columns=80, rows=24) as terminal:
        read_until(terminal, "╰".encode())
        drain(terminal, 0.3)
        cpu, at = cpu_seconds(terminal.pid), len(terminal.raw)
        terminal.type("go\r")
        read_until(terminal, END.encode())
        drain(terminal, 0.3)
        data = terminal.raw[at:]
        return cpu_seconds(terminal.pid) - cpu, len(data), data.count(b"\x1b[2J") + data.count(b"\x1b[J")


def row(name, value, limit):
    print(f"| {name} | {value} | {limit} |")


def main():
    print(f"{PROGRAM}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, Linux {platform.release()}\n")
    print("| What | Measured | Aim |\n|---|---|---|")
    times = first_frame()
    row(f"exec to the first whole frame, median of {FIRST_FRAMES}", f"{quantile(times, 0.5):.1f} ms", "25 ms")
    times, woken, memory, own = keys_and_rest()
    row("key to echo at rest, median / p99", f"{quantile(times, 0.5):.2f} / {quantile(times, 0.99):.2f} ms", "p99 5 ms")
    row("wake-ups in 5 s at rest", woken, "0")
    row("memory at rest: all / its own", f"{memory:.1f} / {own:.1f} MB", "20 MB")
    times, memory = keys_while_streaming()
    row(f"key to echo, {LONG_LINES} lines behind, streaming, median / p99",
        f"{quantile(times, 0.5):.2f} / {quantile(times, 0.99):.2f} ms", "p99 5 ms")
    row("memory then", f"{memory:.1f} MB", "")
    cpu, size, repaints = stream_cost(0.0)
    row(f"{TOKENS} tokens at once: CPU", f"{cpu:.2f} s", "0.5 s")
    row("bytes for each of them", f"{size / TOKENS:.1f}", "40")
    row("repaints of the whole screen", repaints, "0")
    cpu, size, _ = stream_cost(0.005)
    row("1500 tokens at 5 ms: bytes for each, CPU for each", f"{size / 1500:.1f}, {cpu / 1500 * 1e6:.0f} µs", "40")


if __name__ == "__main__":
    main()
