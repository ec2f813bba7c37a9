#!/usr/bin/env python3
"""Measures what thoth itself costs, against a model server that answers at once.

Prints Markdown tables: the time of `thoth --version` and to the first request of `thoth -p`, the peak
memory, the time between a model's answer with a tool call and the next request, the size of the program.
Beside each stands the least that any program could reach, measured in turns with it. scripts/bench
builds what is needed and starts this.
"""

import argparse
import contextlib
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
THOTH = ROOT / "build/release/src/app/thoth"
TOOLS = ROOT / "build/bench/bench"
SMALL_FILE = "".join(f"line {number} of a small file\n" for number in range(1, 41))
THOTH_OPTIONS = ["--max-turns", "220"]
CALLS = 100
CALLS_FOR_MEMORY = 20
CALLS_IN_A_ROW = 200


# --- what the server answers ----------------------------------------------------------------


def event_stream(events):
    """A whole HTTP response with these server-sent events, in one chunk."""
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    size = len(body.encode())
    return (
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
        f"{size:x}\r\n{body}\r\n0\r\n\r\n"
    )


def chunk(delta, finish=None):
    return {"id": "c", "object": "chat.completion.chunk", "model": "m",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def text_reply(text):
    usage = {"choices": [], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}
    return event_stream([chunk({"role": "assistant", "content": text}), chunk({}, "stop"), usage])


def call_reply(number, tool, arguments):
    call = {"index": 0, "id": f"call_{number}", "type": "function",
            "function": {"name": tool, "arguments": json.dumps(arguments)}}
    return event_stream([chunk({"role": "assistant", "tool_calls": [call]}), chunk({}, "tool_calls")])


def conversation(calls):
    """The replies of a model that makes these (tool, arguments) calls, one a turn, and then is done."""
    return [call_reply(number, *call) for number, call in enumerate(calls, 1)] + [text_reply("done")]


def reads(count):
    return [("read_file", {"path": f"notes/{number}.txt"}) for number in range(count)]


def short_reads(count):
    return [("read_file", {"path": f"notes/{number % CALLS}.txt", "offset": 1 + number // CALLS, "limit": 1})
            for number in range(count)]


def edits(count):
    first = ("read_file", {"path": "small.txt"})
    names = ["line 1", *(f"line 1, edit {number}," for number in range(count))]
    return [first] + [("edit_file", {"path": "small.txt", "old_string": f"{old} of", "new_string": f"{new} of"})
                      for old, new in zip(names, names[1:])]


# --- running --------------------------------------------------------------------------------


class Exchange:
    """A POST as the server saw it; times in nanoseconds of the monotonic clock."""

    def __init__(self, line):
        self.first_byte, self.whole, self.replied, self.bytes = map(int, line.split())


class Run:
    """One run of a program, from its start to its end."""

    def __init__(self, line):
        self.start, self.end, user, system, self.peak_kib, self.exit_code = map(int, line.split())
        self.cpu_ns = (user + system) * 1000

    @property
    def wall_ns(self):
        return self.end - self.start


class Server:
    """The instant server, for the length of a with block; exchanges are there behind it."""

    def __init__(self, replies, folder):
        self.file = folder / "replies"
        self.file.write_text("".join(f"{len(reply.encode())}\n{reply}" for reply in replies))
        self.exchanges = []

    def __enter__(self):
        self.process = subprocess.Popen([TOOLS / "bench_server", self.file], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}/v1"
        return self

    def __exit__(self, *failure):
        seen = self.process.communicate()[0]
        self.exchanges = [Exchange(line) for line in seen.splitlines()]


class Place:
    """A project folder and a home of their own, in a temporary directory."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.project = self.folder / "project"
        self.home = self.folder / "home"
        self.home.mkdir()
        self.project.mkdir()
        (self.project / "notes").mkdir()
        for number in range(CALLS):
            (self.project / f"notes/{number}.txt").write_text(SMALL_FILE)
        self.small = self.project / "small.txt"
        self.small.write_text(SMALL_FILE)

    def run(self, *command, count=1):
        """Runs the command so many times; a run that fails ends the bench."""
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        output = subprocess.run([TOOLS / "bench_runs", str(count), *map(str, command)], check=True, text=True,
                                capture_output=True, cwd=self.project, env=environment).stdout
        runs = [Run(line) for line in output.splitlines()]
        for run in runs:
            if run.exit_code != 0:
                raise SystemExit(f"{' '.join(map(str, command))}: exit code {run.exit_code}")
        return runs

    def thoth(self, server, *arguments):
        return self.run(THOTH, "-p", "begin", "--base-url", server.url, "-m", "m", *THOTH_OPTIONS, *arguments)[0]

    def talk(self, calls, *arguments):
        """One thoth -p with a model that makes these calls: (run, exchanges)."""
        self.small.write_text(SMALL_FILE)
        with Server(conversation(calls), self.folder) as server:
            run = self.thoth(server, *arguments)
        if len(server.exchanges) != len(calls) + 1:
            raise SystemExit(f"{len(server.exchanges)} requests came, not {len(calls) + 1}")
        return run, server.exchanges


@contextlib.contextmanager
def place():
    with tempfile.TemporaryDirectory(prefix="thoth-bench-") as folder:
        yield Place(folder)


# --- measures -------------------------------------------------------------------------------


def ms(nanoseconds, digits=2):
    return f"{nanoseconds / 1e6:.{digits}f}"


def table(title, head, rows):
    print(f"\n### {title}\n\n| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


HEAD = ["program", "min", "median", "thoth is … times that", "CPU, min", "target"]


def rows_of(samples, target):
    """A row for each program from its (time, CPU) pairs. The first program is thoth."""
    rows = []
    own = [time for time, _ in next(iter(samples.values()))]
    for name, pairs in samples.items():
        times = [time for time, _ in pairs]
        low, middle = min(times), statistics.median(times)
        ratio = "" if not rows else f"{min(own) / low:.2f} / {statistics.median(own) / middle:.2f}"
        rows.append([name, ms(low), ms(middle), ratio, ms(min(cpu for _, cpu in pairs)), "" if rows else target])
    return rows


def measure_version(here, rounds):
    """Wall time of programs that end at once, five of each in turn."""
    commands = {"`thoth --version`": [THOTH, "--version"],
                "`true`": [shutil.which("true")],
                "a program linked to libcurl": [TOOLS / "bench_curl_floor"]}
    samples = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            samples[name] += [(run.wall_ns, run.cpu_ns) for run in here.run(*command, count=5)]
    table(f"Start to exit, ms ({rounds * 5} runs each)", HEAD, rows_of(samples, "3"))


def measure_first_request(here, rounds):
    """From the start of the program to the arrival of its first POST; the CPU is that of the whole run."""
    samples = {"`thoth -p`": [], "`thoth -p --api openai`": [], "libcurl, one POST": []}
    for _ in range(rounds):
        for name, pairs in samples.items():
            with Server(conversation([]), here.folder) as server:
                if name.startswith("libcurl"):
                    run = here.run(TOOLS / "bench_curl_floor", server.url, 1)[0]
                else:
                    run = here.thoth(server, *name.strip("`").split()[2:])
            pairs.append((server.exchanges[0].first_byte - run.start, run.cpu_ns))
    table(f"Start to first request, ms ({rounds} runs each)", HEAD, rows_of(samples, "15"))


def gaps(exchanges):
    """Between the end of a reply and the next request, in order."""
    return [after.whole - before.replied for before, after in zip(exchanges, exchanges[1:])]


def best_of(conversations):
    """Position by position the least of several like conversations: what others do is left out."""
    return [min(same) for same in zip(*conversations)]


def round_trip_row(name, conversations, cpu_ns, target):
    trips = best_of([gaps(exchanges) for exchanges in conversations])
    sizes = [exchange.bytes for exchange in conversations[0]]
    return [name, ms(statistics.median(trips)), ms(statistics.median(trips[:10])), ms(statistics.median(trips[-10:])),
            ms(cpu_ns), f"{sizes[0] / 1000:.1f} → {sizes[-1] / 1000:.1f}", target]


def cpu_per_call(full, empty, count):
    return (min(run.cpu_ns for run in full) - min(run.cpu_ns for run in empty)) / count


def floor_row(name, here, sizes, rounds):
    """POST after POST of the same sizes, by libcurl alone."""
    runs = []
    for _ in range(rounds):
        with Server(conversation([]), here.folder) as server:
            run = here.run(TOOLS / "bench_curl_floor", server.url, len(sizes), sizes[0], sizes[-1])[0]
        runs.append((run, server.exchanges))
    cpu = min(run.cpu_ns for run, _ in runs) / len(sizes)
    return round_trip_row(name, [exchanges for _, exchanges in runs], cpu, "")


def measure_round_trips(here, rounds):
    kinds = {"`read_file`": (reads(CALLS), "1"), "`read_file`, a line": (short_reads(CALLS_IN_A_ROW), ""),
             "`edit_file`, allowed": (edits(CALLS - 1), "")}
    empty = [here.talk([])[0] for _ in range(rounds)]
    rows = []
    for name, (calls, target) in kinds.items():
        runs = [here.talk(calls, "--mode", "accept-edits") for _ in range(rounds)]
        rows.append(round_trip_row(name, [exchanges for _, exchanges in runs],
                                   cpu_per_call([run for run, _ in runs], empty, len(calls)), target))
        sizes = [exchange.bytes for exchange in runs[0][1]]
        rows.append(floor_row("libcurl, as many bytes", here, sizes, rounds))
    table(f"End of a reply to the next request, ms ({CALLS} or {CALLS_IN_A_ROW} in one conversation, "
          f"the least of {rounds} conversations)",
          ["call", "median", "first ten", "last ten", "CPU a call", "request, kB", "target"], rows)


def measure_memory(here, rounds):
    peaks = {count: [here.talk(reads(count))[0].peak_kib for _ in range(rounds)]
             for count in (0, CALLS_FOR_MEMORY, CALLS)}
    with Server(conversation([]), here.folder) as server:
        peaks["libcurl, one POST"] = [run.peak_kib for run in
                                      here.run(TOOLS / "bench_curl_floor", server.url, 1, count=rounds)]
    rows = [[f"`thoth -p`, {what} calls" if isinstance(what, int) else what, f"{min(values) / 1024:.1f}",
             f"{max(values) / 1024:.1f}", "20" if what == CALLS_FOR_MEMORY else ""] for what, values in peaks.items()]
    table(f"Peak memory, MiB ({rounds} runs each)", ["program", "least", "most", "target"], rows)


def measure_size(here):
    stripped = here.folder / "thoth"
    subprocess.run(["strip", "-o", stripped, THOTH], check=True)
    table("Program", ["", "MB"], [["stripped", f"{stripped.stat().st_size / 1e6:.2f}"]])


def machine():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
        model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown CPU")
    load = os.getloadavg()[0]
    return f"{model}, {os.cpu_count()} cores, Linux {platform.release().split('-')[0]}, load {load:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    measures = {"version": measure_version, "first": measure_first_request, "trips": measure_round_trips,
                "memory": measure_memory}
    parser.add_argument("--only", default=",".join([*measures, "size"]),
                        help="which measures, separated by commas: %(default)s")
    parser.add_argument("--rounds", type=int, default=0, help="how often each is repeated, instead of 10, 20, 5, 5")
    given = parser.parse_args()
    version = subprocess.run([THOTH, "--version"], check=True, text=True, capture_output=True).stdout.strip()
    print(f"{version}, release build, {datetime.date.today()}; {machine()}")
    usual = {"version": 10, "first": 20, "trips": 5, "memory": 5}
    with place() as here:
        for name, measure in measures.items():
            if name in given.only.split(","):
                measure(here, given.rounds or usual[name])
        if "size" in given.only.split(","):
            measure_size(here)


if __name__ == "__main__":
    main()
